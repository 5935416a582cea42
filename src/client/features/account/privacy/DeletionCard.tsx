import { useState } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import { deleteAccount, logInAgain } from '#client/features/account/data/viewer/account-deletion.ts'
import { ApiError } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { toast } from '#client/ui/toast.ts'

/** Time to read the confirmation before the landing page opens (product section 9), ms. */
const REDIRECT_DELAY = 2_000

/** Deletion of the account, in two steps. */
export const DeletionCard = () => {
  const [step, setStep] = useState<'closed' | 'asked' | 'cancelled'>('closed')
  return (
    <Card title="Delete account">
      <p className="pb-4 text-ink-soft">
        We delete your posts, comments, reactions, follows, pictures and videos now, and the text of your
        messages. Nobody can bring them back.
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
  const { state, leave } = useDeletion()
  return (
    <div role="group" aria-labelledby="deletion-question" className="flex flex-col gap-4">
      <h3 id="deletion-question" className="text-lg">
        Are you absolutely sure?
      </h3>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="danger"
          disabled={state === 'gone'}
          pending={state === 'leaving'}
          pendingLabel="Deleting..."
          onClick={() => void leave()}
        >
          Yes, Delete Forever
        </Button>
        {/* Has the focus, so that a second press of the key deletes nothing. */}
        <Button autoFocus disabled={state !== 'here'} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/**
 * Deletes the account, confirms it, and opens the landing page two seconds later. Not `useWrite`: after success
 * the buttons stay disabled until then.
 */
function useDeletion() {
  const [state, setState] = useState<'here' | 'leaving' | 'gone'>('here')
  const leave = async () => {
    setState('leaving')
    try {
      const out = await deleteAccount()
      setState('gone')
      // On any page: the router then opens the landing page.
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

// When the call fails nothing has changed, and the person stays signed in.
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
