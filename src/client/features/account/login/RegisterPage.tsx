import { Navigate, useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { withNext } from '#client/features/account/data/viewer/with-next.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { afterSignUp, reasonFor } from './next-path.ts'
import { RegisterForm } from './RegisterForm.tsx'

/**
 * /register (product section 2). A new account is signed in at once and goes to its profile, or to the page
 * it was needed for.
 */
export const RegisterPage = () => {
  usePageTitle(TITLES['/register'])
  const next = useSearchParams()[0].get('next')
  if (useIsSignedIn()) return <Navigate to={afterSignUp(next)} replace />
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
      <RegisterForm />
      <GoogleButton next={next}>Sign up with Google</GoogleButton>
    </AuthFrame>
  )
}
