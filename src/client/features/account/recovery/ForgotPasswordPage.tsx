import { TITLES } from '#contract/site.page-titles.ts'
import { postForgotPassword } from '#client/features/account/data/recovery.actions.ts'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ForgottenPage } from './ForgottenPage.tsx'

/** /forgot-password: the form, then the confirmation (product section 2, Recovery pages). */
export const ForgotPasswordPage = () => {
  usePageTitle(TITLES['/forgot-password'])
  return (
    <ForgottenPage
      mascot="knight"
      saying="Keys fall down the drain. That is what plungers are for."
      title="Forgot your password?"
      lead="Tell us your email, and we send you a link to set a new password. It happens in the best houses."
      label="Send reset link"
      send={postForgotPassword}
      fallback="Failed to send reset email"
      hint="The link works once and for 30 minutes. If nothing comes, look in the spam folder before you blame the pipes."
      logIn="Back to Login"
      other={<TextLink to="/forgot-username">Forgot username?</TextLink>}
    />
  )
}
