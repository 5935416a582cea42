import { useState } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import { deleteAccount, logInAgain } from '#client/features/account/data/viewer/account-deletion.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ApiError } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { toast } from '#client/ui/toast.ts'

/** How long what has happened can be read before the front door (product section 9), in ms. */
const REDIRECT_DELAY = 2_000

/** The way out of everything, in two steps. */
export const DeletionCard = () => {
  const [step, setStep] = useState<'closed' | 'asked' | 'cancelled'>('closed')
  return (
    <Card title="Delete account">
      <p className="pb-4 text-ink-soft">
        Your posts, comments, reactions, follows, pictures and videos go at once, and so do the words of your
        messages. Nothing of it can be brought back.
      </p>
      {step === 'asked' ? (
        <Confirmation onCancel={() => setStep('cancelled')} />
      ) : (
        <Button variant="danger" autoFocus={step === 'cancelled'} onClick={() => setStep('asked')}>
          Delete My Account
        </Button>
      )}
    </Card>
  )
}

const Confirmation = ({ onCancel }: { onCancel: () => void }) => {
  const { handle } = useRequiredViewer()
  const [typed, setTyped] = useState('')
  const { state, leave } = useDeletion()
  const matches = typed.trim().replace(/^@/, '').toLowerCase() === handle
  return (
    <form
      aria-labelledby="deletion-question"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (matches && state === 'here') void leave()
      }}
    >
      <h3 id="deletion-question" className="text-lg">
        Are you absolutely sure?
      </h3>
      <Field label={`Type ${handle} to confirm`}>
        <Input
          autoFocus
          lead="@"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          disabled={state !== 'here'}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="danger"
          disabled={!matches || state === 'gone'}
          pending={state === 'leaving'}
          pendingLabel="Deleting..."
        >
          Yes, Delete Forever
        </Button>
        <Button disabled={state !== 'here'} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Deletes, says so, and leads to the front door two seconds later. */
function useDeletion() {
  const [state, setState] = useState<'here' | 'leaving' | 'gone'>('here')
  const leave = async () => {
    setState('leaving')
    try {
      const out = await deleteAccount()
      setState('gone')
      // Wherever the person is by then, and the router leads to the front door.
      setTimeout(out, REDIRECT_DELAY)
      toast({ title: 'Account Deleted', description: 'The seat is free again.' })
    } catch (error) {
      setState('here')
      toast({ variant: 'destructive', title: 'Deletion Failed', ...explain(error) })
    }
  }
  return { state, leave }
}

const GENERAL = 'Failed to delete account. Please contact support.'

// Without the server nobody gets out, and nothing has changed.
function staysHere(): void {}

function explain(error: unknown) {
  if (!(error instanceof ApiError)) return { description: GENERAL }
  if (error.sentence === MESSAGES.logInAgain)
    return {
      description: error.sentence,
      action: { label: 'Log in again', onSelect: () => void logInAgain().catch(staysHere) },
    }
  return { description: error.sentence === MESSAGES.lastAdmin ? error.sentence : GENERAL }
}
