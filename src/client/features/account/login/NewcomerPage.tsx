import { Navigate } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useNewcomer } from './useNewcomer.ts'

/** /register/google: a first visitor by Google picks a handle, and agrees to what a registration asks for. */
export const NewcomerPage = () => {
  usePageTitle(TITLES['/register/google'])
  const { newcomer, failed, retry } = useNewcomer()
  if (useIsSignedIn()) return <Navigate to="/profile" replace />
  if (newcomer === null) return <Navigate to="/register" replace />
  return (
    <AuthFrame
      title="Pick your handle"
      lead={
        newcomer
          ? `Google says you are ${newcomer.email}. The guards need a name to shout.`
          : 'The guards need a name to shout.'
      }
      mascot="jester"
      saying="A name is carved once. Think, then chisel."
    >
      {newcomer ? <RegisterForm newcomer={newcomer} /> : failed ? <NotTold onRetry={retry} /> : <Waiting />}
      <p className="mt-8 text-sm text-ink-soft">
        Not you? <TextLink to="/login">Log in</TextLink> with something else.
      </p>
    </AuthFrame>
  )
}

const NotTold = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState title="The guards have lost your letter" onRetry={onRetry}>
    Google's introduction could not be read.
  </ErrorState>
)

const Waiting = () => (
  <SkeletonGroup label="Reading what Google says..." className="flex flex-col gap-5">
    <Skeleton shape="block" height={68} />
    <Skeleton shape="block" height={68} />
    <Skeleton shape="block" height={68} />
  </SkeletonGroup>
)
