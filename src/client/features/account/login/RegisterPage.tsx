import { Navigate, useSearchParams } from 'react-router-dom'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { withNext } from '#client/features/account/data/viewer/with-next.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { afterSignUp, reasonFor } from './next-path.ts'
import { RegisterForm } from './RegisterForm.tsx'
import { useEffect, useState } from 'react'
import type { SignUpStateView } from '#contract/account.sign-up.ts'
import { seedSignUp, useSignUp } from '#client/features/account/data/sign-up/sign-up.store.ts'
import { api } from '#client/live/http.ts'

/**
 * /register (product section 2). A new account is signed in at once and goes to its profile, or to the page
 * it was needed for. Where accounts are by invitation, the link of one has `invite`.
 */
export const RegisterPage = () => {
  usePageTitle(TITLES['/register'])
  const params = useSearchParams()[0]
  const [next, invite] = [params.get('next'), params.get('invite')]
  const door = useSignUpDoor(invite)
  if (useIsSignedIn()) return <Navigate to={afterSignUp(next)} replace />
  if (door !== 'form' && door !== 'asking') return <Shut why={door} next={next} />
  return (
    <AuthFrame
      title="Take your seat"
      lead={
        <>
          {reasonFor(next)} Been here before? <TextLink to={withNext('/login', next)}>Log in</TextLink>
        </>
      }
      mascot="king"
      saying="Every great reign begins with a form and a flush."
    >
      {door === 'asking' ? (
        <Asking />
      ) : (
        <>
          <RegisterForm invite={invite} />
          <GoogleButton next={next} invite={invite}>
            Sign up with Google
          </GoogleButton>
        </>
      )}
    </AuthFrame>
  )
}

const SHUT_TITLES = {
  closed: 'The gate is shut',
  invited: 'By invitation only',
  invitation: 'The seal is broken',
} as const

const Shut = ({ why, next }: { why: keyof typeof SHUT_TITLES; next: string | null }) => (
  <AuthFrame
    title={SHUT_TITLES[why]}
    lead={SIGN_UP_MESSAGES[why]}
    mascot="guard"
    saying="A throne room has one throne, and only so many cushions."
  >
    <p className="text-ink-soft">
      Been here before? <TextLink to={withNext('/login', next)}>Log in</TextLink>, or{' '}
      <TextLink to="/feed">read the feed</TextLink>: looking costs nothing.
    </p>
  </AuthFrame>
)

const Asking = () => (
  <SkeletonGroup label="Reading the invitation..." className="flex flex-col gap-5" blocks={[68, 68, 68]} />
)

/**
 * What the sign-up page shows: the form, a sentence, or nothing until the invitation is checked. What the page
 * knows may be old, so it asks once; without an answer the form is shown, and the server decides.
 */
function useSignUpDoor(invite: string | null): 'form' | 'closed' | 'invited' | 'invitation' | 'asking' {
  const mode = useSignUp((state) => state.mode)
  const [isInvited, setInvited] = useState<boolean | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api
      .get<SignUpStateView>('/api/auth/sign-up', { invite: invite ?? undefined }, stop.signal)
      .then((state) => {
        seedSignUp(state.mode)
        setInvited(state.isInvited)
      })
      .catch(() => stop.signal.aborted || setInvited(true))
    return () => stop.abort()
  }, [invite])
  if (mode === 'open') return 'form'
  if (mode === 'closed') return 'closed'
  if (invite === null) return 'invited'
  return isInvited === null ? 'asking' : isInvited ? 'form' : 'invitation'
}
