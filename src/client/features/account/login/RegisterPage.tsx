import { Navigate } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** /register (product section 2). A new account is signed in at once and goes to its profile. */
export const RegisterPage = () => {
  usePageTitle(TITLES['/register'])
  if (useIsSignedIn()) return <Navigate to="/profile" replace />
  return (
    <AuthFrame
      title="Take your seat"
      lead={
        <>
          Been here before? <TextLink to="/login">Log in</TextLink>
        </>
      }
      mascot="king"
      saying="Every great reign begins with a form and a flush."
    >
      <RegisterForm />
      <GoogleButton>Sign up with Google</GoogleButton>
    </AuthFrame>
  )
}
