import { useEffect, useState } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import type { ProofView } from '#contract/account.second-factor.ts'
import {
  endProof,
  fetchProofWays,
  postProof,
  useProof,
} from '#client/features/account/data/proof/proof.store.ts'
import { passkeysWork } from '#client/features/account/data/second-factor/passkeys-work.ts'
import { signWithPasskey } from '#client/features/account/data/second-factor/passkeys.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { CodeField, errorAt } from '#client/features/account/second-factor/CodeField.tsx'
import { PasskeyButton } from '#client/features/account/second-factor/PasskeyButton.tsx'
import { Button, buttonClass } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Field } from '#client/ui/Field.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { useForm } from '#client/ui/use-form.ts'

/** Asks the person to prove who they are. The action that needed the proof then continues by itself. */
export const ProofDialog = () => {
  const wanted = useProof((state) => state.wanted)
  return (
    <Dialog
      open={wanted}
      onOpenChange={(open) => !open && endProof(false)}
      size="sm"
      title="Prove it is you"
      description="This change is important, so please show that it is you. Somebody may have found your seat warm."
    >
      {wanted && <Ways />}
    </Dialog>
  )
}

const Ways = () => {
  const { ways, retry } = useWays()
  if (ways === 'failed') return <NotLoaded onRetry={retry} />
  if (!ways) return <Waiting />
  return (
    <div className="flex flex-col gap-5">
      {ways.passkey && passkeysWork() && (
        <PasskeyButton onUse={proveByPasskey}>Prove it with a passkey</PasskeyButton>
      )}
      {(ways.password || ways.codeAlone) && <TypedProof {...ways} />}
      {ways.google && !ways.codeAlone && <GoogleProof {...ways} />}
    </div>
  )
}

// This dialog may open on pages without a query client.
function useWays() {
  const [ways, setWays] = useState<ProofView | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let open = true
    fetchProofWays().then(
      (offered) => open && setWays(offered),
      () => open && setWays('failed'),
    )
    return () => void (open = false)
  }, [tries])
  const retry = () => {
    setWays(null)
    setTries(tries + 1)
  }
  return { ways, retry }
}

async function proveByPasskey(): Promise<void> {
  const passkey = await signWithPasskey()
  if (!passkey) return
  await postProof({ passkey })
  endProof(true)
}

/** By the password, and by a code where there is a second factor. */
const TypedProof = ({ codeAlone, code }: ProofView) => {
  const email = useViewer()?.email
  const { errors, pending, props } = useForm<'password' | 'code'>({
    send: async (given) => {
      await postProof({
        ...(!codeAlone && { password: given.password }),
        ...(code && { code: given.code }),
      })
      endProof(true)
    },
    failed: (error) => {
      const { code: message } = errorAt('code')(error)
      return code && message !== MESSAGES.passwordWrong ? { code: message } : { password: message }
    },
  })
  return (
    <form {...props} className="flex flex-col gap-5">
      {/* Tells a password manager which account this is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email ?? ''} />
      {!codeAlone && (
        <Field label="Current password" error={errors.password}>
          <PasswordInput name="password" autoComplete="current-password" autoFocus />
        </Field>
      )}
      {code && <CodeField recovery autoFocus={codeAlone} error={errors.code} />}
      <Button type="submit" variant="primary" block pending={pending} pendingLabel="Looking closely...">
        It is me
      </Button>
    </form>
  )
}

/** Leads to Google and back. The action has to be started again afterwards. */
const GoogleProof = ({ password }: ProofView) => (
  <div className="flex flex-col gap-3">
    {!password && <p className="text-ink-soft">Log in at Google again. Then come back here and try again.</p>}
    <a
      href={`/api/auth/google?proof=fresh&next=${encodeURIComponent(location.pathname + location.search)}`}
      className={buttonClass({ variant: password ? 'quiet' : 'primary', block: true })}
    >
      Prove it with Google
    </a>
  </div>
)

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState title="The guards look the other way" onRetry={onRetry}>
    We could not load how you can prove it.
  </ErrorState>
)

const Waiting = () => (
  <SkeletonGroup label="Calling the guards..." className="flex flex-col gap-4" blocks={[68, 44]} />
)
