import { useState } from 'react'
import type { PasskeyView, SecondFactorChangeView } from '#contract/account.second-factor.ts'
import { LIMITS } from '#contract/limits.ts'
import { passkeysWork } from '#client/features/account/data/second-factor/passkeys-work.ts'
import {
  addPasskey,
  deletePasskey,
} from '#client/features/account/data/second-factor/second-factor.actions.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { Way } from './Way.tsx'
import { factorChange } from './factor-change.ts'
import { errorAt } from './CodeField.tsx'

interface PasskeysProps {
  passkeys: readonly PasskeyView[]
  onChange: (change: SecondFactorChangeView) => void
}

/** The person's passkeys, and a new one. */
export const Passkeys = ({ passkeys, onChange }: PasskeysProps) => {
  const [open, setOpen] = useState(false)
  const take = (change: SecondFactorChangeView) => {
    setOpen(false)
    onChange(change)
  }
  return (
    <Way
      name="Passkeys"
      value={
        passkeys.length === 0
          ? 'You have no passkey. With one you log in by fingerprint, face or PIN, without a password.'
          : 'You can log in with each of these, without a password.'
      }
      action={
        !open &&
        passkeysWork() && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="mt-2 flex flex-col">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onChange={onChange} />
          ))}
        </ul>
      )}
      {open && <NewPasskey onDone={take} onCancel={() => setOpen(false)} />}
    </Way>
  )
}

const Row = ({
  passkey: { id, name, addedAt, lastUsedAt },
  onChange,
}: {
  passkey: PasskeyView
  onChange: PasskeysProps['onChange']
}) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
    <div className="min-w-0">
      <p className="wrap-anywhere font-medium">{name}</p>
      <p className="text-sm text-ink-soft">
        added: <RelativeTime at={addedAt} />
        {lastUsedAt && (
          <>
            {' '}
            · last used: <RelativeTime at={lastUsedAt} />
          </>
        )}
      </p>
    </div>
    <WriteButton
      size="sm"
      aria-label={`Remove passkey: ${name}`}
      does={factorChange(() => deletePasskey(id), onChange)}
    >
      Remove
    </WriteButton>
  </li>
)

const NewPasskey = ({
  onDone,
  onCancel,
}: {
  onDone: (change: SecondFactorChangeView) => void
  onCancel: () => void
}) => {
  const { errors, pending, props } = useForm<'name'>({
    send: async ({ name }) => {
      const change = await addPasskey(name)
      if (change) onDone(change)
    },
    failed: errorAt('name'),
  })
  return (
    <form {...props} className="flex flex-col gap-5 pt-4">
      <Field
        label="Name of the passkey"
        hint="Choose a name for this list. All other sessions end."
        error={errors.name}
      >
        <Input
          name="name"
          autoComplete="off"
          autoFocus
          maxLength={LIMITS.displayName}
          placeholder="My phone"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Cutting the key...">
          Make passkey
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
