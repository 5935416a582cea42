import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import type { SecondStep as Step } from '#contract/account.second-factor.ts'
import { withNext } from '#client/features/account/data/viewer/with-next.ts'
import { passkeysWork } from '#client/features/account/data/second-factor/passkeys-work.ts'
import { signWithPasskey } from '#client/features/account/data/second-factor/passkeys.ts'
import { fetchSteps, postStep } from '#client/features/account/data/second-factor/second-factor.actions.ts'
import * as session from '#client/features/account/data/viewer/viewer.actions.ts'
import { Button } from '#client/ui/Button.tsx'
import { Separator } from '#client/ui/Separator.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { toast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import { CodeField, errorAt } from './CodeField.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'

/**
 * The second step of a log-in, for people with a second factor. The page moves on by itself once the person
 * is signed in.
 */
export const SecondStepForm = () => {
  const steps = useSteps()
  const [params] = useSearchParams()
  const { errors, pending, props } = useForm<'code'>({
    send: async ({ code }) => enter(await postStep({ code })),
    failed: errorAt('code'),
  })
  if (steps === 'none') return <Navigate to={again(params)} replace />
  if (!steps) return <Waiting />
  const passkey = steps.includes('passkey') && passkeysWork()
  return (
    <>
      {passkey && (
        <>
          <PasskeyButton variant="primary" onUse={enterByPasskey}>
            Use a passkey
          </PasskeyButton>
          <Separator label="or" className="my-6" />
        </>
      )}
      <form {...props} className="flex flex-col gap-5">
        <CodeField recovery autoFocus={!passkey} error={errors.code} />
        <Button
          type="submit"
          variant={passkey ? 'quiet' : 'primary'}
          size="lg"
          block
          pending={pending}
          pendingLabel="Turning the key..."
        >
          Log in
        </Button>
      </form>
      <p className="mt-8 text-sm text-ink-soft">
        Not you? <TextLink to={again(params)}>Begin again</TextLink>
      </p>
    </>
  )
}

function enter({ user }: Awaited<ReturnType<typeof postStep>>): void {
  session.begin(user)
  toast({ title: 'Welcome back!' })
}

async function enterByPasskey(): Promise<void> {
  const passkey = await signWithPasskey()
  if (passkey) enter(await postStep({ passkey }))
}

/** The address of the first step, with the page to open afterwards. */
const again = (params: URLSearchParams): string => withNext('/login', params.get('next') || null)

/** The ways to finish the log-in; 'none' when no log-in waits, or it has expired. */
function useSteps(): readonly Step[] | 'none' | null {
  const [steps, setSteps] = useState<readonly Step[] | 'none' | null>(null)
  useEffect(() => {
    let open = true
    fetchSteps().then(
      ({ secondFactor }) => open && setSteps(secondFactor),
      () => open && setSteps('none'),
    )
    return () => void (open = false)
  }, [])
  return steps
}

const Waiting = () => (
  <SkeletonGroup label="Looking for the second key..." className="flex flex-col gap-5" blocks={[68, 48]} />
)
