import { Navigate, useSearchParams } from 'react-router-dom'
import { useEffect, useState } from 'react'
import { TITLES } from '#contract/site.page-titles.ts'
import type { PendingSignUpView } from '#contract/account.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { ApiError, api } from '#client/live/http.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { afterSignUp } from './next-path.ts'
import { RegisterForm } from './RegisterForm.tsx'

/** /register/google: after the first log-in with Google a person picks a handle and gives the consents. */
export const GoogleSignUpPage = () => {
  usePageTitle(TITLES['/register/google'])
  const { pending, failed, retry } = usePendingSignUp()
  const next = useSearchParams()[0].get('next')
  if (useIsSignedIn()) return <Navigate to={afterSignUp(next)} replace />
  if (pending === null) return <Navigate to="/register" replace />
  return (
    <AuthFrame
      title="Pick your handle"
      lead={
        pending
          ? `Google says you are ${pending.email}. The guards need a name to shout.`
          : 'The guards need a name to shout.'
      }
      mascot="jester"
      saying="A name is carved once. Think, then chisel."
    >
      {pending ? (
        <RegisterForm pendingSignUp={pending} />
      ) : failed ? (
        <NotLoaded onRetry={retry} />
      ) : (
        <Waiting />
      )}
      <p className="mt-8 text-sm text-ink-soft">
        Not you? <TextLink to="/login">Log in</TextLink> with something else.
      </p>
    </AuthFrame>
  )
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState title="The guards have lost your letter" onRetry={onRetry}>
    We could not load what Google told us.
  </ErrorState>
)

const Waiting = () => (
  <SkeletonGroup label="Reading what Google says..." className="flex flex-col gap-5" blocks={[68, 68, 68]} />
)

/** Null when no sign-up with Google is pending, or when it has expired. */
const fetchPendingSignUp = (signal: AbortSignal) =>
  api.get<PendingSignUpView>('/api/auth/google/newcomer', undefined, signal).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })

/**
 * The pending sign-up with Google: undefined until it is loaded; `failed` when the call failed, and `retry`
 * repeats it.
 */
function usePendingSignUp() {
  const [pending, setPending] = useState<PendingSignUpView | null>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    fetchPendingSignUp(stop.signal).then(setPending, () => stop.signal.aborted || setFailed(true))
    return () => stop.abort()
  }, [attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return { pending, failed, retry }
}
