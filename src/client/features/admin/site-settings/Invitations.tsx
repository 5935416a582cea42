import { Fragment, useState } from 'react'
import { INVITATION, SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import type { InvitationView } from '#contract/account.sign-up.ts'
import {
  fetchInvitations,
  invitationRows,
  makeInvitation,
  revokeInvitation,
} from '#client/features/admin/data/invitations-rows.ts'
import { useRows } from '#client/live/use-rows.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { copyLink } from '#client/ui/clipboard.ts'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { Segmented } from '#client/ui/Segmented.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { SOMETHING_WENT_WRONG } from '#client/ui/toast.ts'
import { longDate } from '#client/ui/locale.ts'
import { serverNow } from '#client/ui/server-time.ts'
import { submitted } from '#client/ui/submitted.ts'

/** Makes invitations, and lists them with who came by them. */
export const Invitations = () => {
  const { list, empty, failed, next } = useRows(invitationRows, {
    key: ['invitations'],
    fetch: fetchInvitations,
    cursorOf: ({ id }) => id,
  })
  return (
    <section aria-label="Invitations" className="pt-6">
      <h4 className="pb-3 text-base">Invitations</h4>
      <InvitationForm />
      {failed && (
        <p role="alert" className="pt-4 text-sm text-danger-ink">
          {SOMETHING_WENT_WRONG}
        </p>
      )}
      {empty && (
        <p className="pt-4 text-sm text-ink-soft">
          There are no invitations yet. The first one opens the gate a hand wide.
        </p>
      )}
      <ul className="divide-y divide-hairline pt-2">
        {list.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <MoreRows {...next} />
    </section>
  )
}

const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'For ever' },
] as const

const InvitationForm = () => {
  const [link, setLink] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [people, setPeople] = useState('1')
  const [days, setDays] = useState('7')
  const [isChecked, setChecked] = useState(false)
  const { pending, run } = useWrite()
  const maxUses = Number(people)
  const isWrong = !Number.isInteger(maxUses) || maxUses < 1 || maxUses > INVITATION.usesMost
  const make = async () => {
    setChecked(true)
    if (isWrong) return
    const isMade = await run({
      write: async () =>
        setLink(
          await makeInvitation({ note: note.trim(), maxUses, days: days === '' ? null : Number(days) }),
        ),
      done: 'Invitation Created',
      failed: { title: 'Error', sentence: 'Failed to create the invitation' },
    })
    if (isMade) setNote('')
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submitted(make)}>
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field label="Note (optional)" hint="For you and the other admins.">
          <Input value={note} maxLength={INVITATION.note} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <Field label="People" error={isChecked && isWrong ? SIGN_UP_MESSAGES.uses : undefined}>
          <Input
            inputMode="numeric"
            maxLength={2}
            value={people}
            onChange={({ target }) => setPeople(target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented label="How long it works" options={DAYS} value={days} onChange={setDays} />
        <Button type="submit" pending={pending}>
          Create Invitation
        </Button>
      </div>
      {link && (
        <div className="flex flex-wrap items-end gap-3">
          <Field
            label="Link to send"
            hint="You see this only once. We keep no copy of it."
            className="min-w-0 flex-1 basis-64"
          >
            <Input readOnly value={link} onFocus={({ target }) => target.select()} />
          </Field>
          <Button className="sm:mb-6" onClick={() => void copyLink(link, 'Invitation link copied')}>
            Copy Link
          </Button>
        </div>
      )}
    </form>
  )
}

/** Why an invitation works no more; null while it works. */
function endOf({ revokedAt, expiresAt, used, maxUses }: InvitationView): string | null {
  if (revokedAt) return 'Revoked'
  if (used >= maxUses) return 'Used up'
  return expiresAt && Date.parse(expiresAt) <= serverNow() ? 'Expired' : null
}

const InvitationRow = ({ invitation }: { invitation: InvitationView }) => {
  const { id, note, used, maxUses, people, createdAt, expiresAt } = invitation
  const end = endOf(invitation)
  const made = longDate(Date.parse(createdAt))
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={end ? 'neutral' : 'live'}>{end ?? 'Works'}</Badge>
          <span className="written min-w-0">{note || `Invitation of ${made}`}</span>
        </p>
        <p className="pt-1 text-sm text-ink-soft">
          <span className="tabular">
            {used} of {maxUses}
          </span>{' '}
          used, made <RelativeTime at={createdAt} />
          {expiresAt && !end && `, until ${longDate(Date.parse(expiresAt))}`}
        </p>
        {people.length > 0 && (
          <p className="pt-1 text-sm">
            {people.map(({ id: personId, handle }, at) => (
              <Fragment key={personId}>
                {at > 0 && ', '}
                <TextLink to={`/u/${handle}`}>@{handle}</TextLink>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      {!end && (
        <WriteButton
          size="sm"
          aria-label={`Revoke ${note ? `the invitation: ${note}` : `the invitation of ${made}`}`}
          does={{
            write: () => revokeInvitation(id),
            done: 'Invitation Revoked',
            failed: { title: 'Error', sentence: 'Failed to revoke the invitation' },
          }}
        >
          Revoke
        </WriteButton>
      )}
    </li>
  )
}
