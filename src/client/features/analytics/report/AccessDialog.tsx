import { useState } from 'react'
import type { FiguresKeyView, ReportQuery } from '#contract/analytics.report.ts'
import { FIGURES_KEY, REPORT_MESSAGES } from '#contract/analytics.report.constants.ts'
import { counted } from '#contract/plural.ts'
import {
  endFiguresKey,
  fetchFiguresKeys,
  figuresKeyRows,
  makeFiguresKey,
} from '#client/features/analytics/data/report.actions.ts'
import { useRows } from '#client/live/use-rows.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { copyLink, copyText } from '#client/ui/clipboard.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { Segmented } from '#client/ui/Segmented.tsx'
import { mediumDate } from '#client/ui/locale.ts'
import { factName, filtersOf, rangeWords } from './report-query.ts'
import { serverNow } from '#client/ui/server-time.ts'
import { submitted } from '#client/ui/submitted.ts'

const KINDS = [
  { value: 'link', label: 'Link for people' },
  { value: 'token', label: 'Token for programs' },
] as const
const DAYS = FIGURES_KEY.days.map((days) => ({
  value: String(days) as `${typeof days}`,
  label: counted(days, 'day'),
}))

const described = (query: ReportQuery): string =>
  [rangeWords(query), ...filtersOf(query).map(({ name, value }) => factName(name, value))].join(', ')

/** Makes tokens and shared links, and lists and ends them. */
export const AccessDialog = ({ query, onClose }: { query: ReportQuery; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title="Share the figures"
    description="People with a link see only totals, and need no account. The audit log lists every link and token."
  >
    <AccessForm query={query} />
    <Keys />
  </Dialog>
)

const AccessForm = ({ query }: { query: ReportQuery }) => {
  const [kind, setKind] = useState<FiguresKeyView['kind']>('link')
  const [days, setDays] = useState<(typeof DAYS)[number]['value']>('7')
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [made, setMade] = useState<{ kind: FiguresKeyView['kind']; secret: string } | null>(null)
  const { pending, run } = useWrite()
  const isWrong = name.trim() === ''
  const make = async () => {
    setChecked(true)
    if (isWrong) return
    const isMade = await run({
      write: async () => {
        const named = { name: name.trim() }
        const input =
          kind === 'link'
            ? ({ ...named, kind, days: Number(days) as (typeof FIGURES_KEY.days)[number], query } as const)
            : ({ ...named, kind } as const)
        setMade({ kind, secret: await makeFiguresKey(input) })
      },
      done: kind === 'link' ? 'Link Created' : 'Token Created',
      failed: { title: 'Error', sentence: `Failed to create the ${kind}` },
    })
    if (isMade) {
      setName('')
      setChecked(false)
    }
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submitted(make)}>
      <Segmented label="For whom" options={KINDS} value={kind} onChange={setKind} />
      <p className="text-sm text-pretty text-ink-soft">
        {kind === 'link'
          ? `Shows ${described(query)}, as it is whenever somebody opens it.`
          : 'A token reads all figures as JSON: GET /api/analytics/figures, with the header Authorization: Bearer and the token. It works until you end it.'}
      </p>
      <Field
        label="Name"
        error={isChecked && isWrong ? REPORT_MESSAGES.name : undefined}
        hint="Whom it is for."
      >
        <Input value={name} maxLength={FIGURES_KEY.name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        {kind === 'link' && (
          <Segmented label="How long it works" options={DAYS} value={days} onChange={setDays} />
        )}
        <Button type="submit" variant="primary" pending={pending}>
          {kind === 'link' ? 'Create Link' : 'Create Token'}
        </Button>
      </div>
      {made && <Made {...made} />}
    </form>
  )
}

const Made = ({ kind, secret }: { kind: FiguresKeyView['kind']; secret: string }) => (
  <div className="flex flex-wrap items-end gap-3">
    <Field
      label={kind === 'link' ? 'Link to send' : 'Token'}
      hint="You see this only once. We keep no copy of it."
      className="min-w-0 flex-1 basis-64"
    >
      <Input readOnly value={secret} onFocus={({ target }) => target.select()} />
    </Field>
    <Button
      className="sm:mb-6"
      onClick={() =>
        void (kind === 'link'
          ? copyLink(secret, 'Link copied!')
          : copyText(secret, { done: 'Token copied', failed: 'Could not copy the token to your clipboard.' }))
      }
    >
      Copy
    </Button>
  </div>
)

const Keys = () => {
  const { list, next } = useRows(figuresKeyRows, {
    key: ['figures-keys'],
    fetch: fetchFiguresKeys,
    cursorOf: ({ id }) => id,
  })
  return (
    <>
      <ul aria-label="Links and tokens" className="mt-4 divide-y divide-hairline">
        {list.map((key) => (
          <KeyRow key={key.id} of={key} />
        ))}
      </ul>
      <MoreRows {...next} />
    </>
  )
}

const KeyRow = ({ of: key }: { of: FiguresKeyView }) => {
  const isOver = key.expiresAt !== null && Date.parse(key.expiresAt) <= serverNow()
  const end = key.endedAt ? 'Ended' : isOver ? 'Expired' : null
  const day = (at: string) => mediumDate(Date.parse(at))
  return (
    <li className="flex items-start gap-3 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={end ? 'neutral' : 'live'}>{end ?? 'Works'}</Badge>
          <span className="written min-w-0 font-semibold">{key.name}</span>
        </p>
        <p className="pt-1 text-ink-soft">
          {key.query ? `Link: ${described(key.query)}` : 'Token'}, made {day(key.createdAt)}
          {key.expiresAt && !end && `, until ${day(key.expiresAt)}`}
          {key.usedAt ? `, last used ${day(key.usedAt)}` : ', never used'}
        </p>
      </div>
      {!end && (
        <WriteButton
          size="sm"
          aria-label={`End ${key.kind}: ${key.name}`}
          does={{
            write: () => endFiguresKey(key.id),
            done: key.kind === 'link' ? 'Link Ended' : 'Token Ended',
            failed: { title: 'Error', sentence: `Failed to end the ${key.kind}` },
          }}
        >
          End
        </WriteButton>
      )}
    </li>
  )
}
