import { TITLES } from '#contract/site.page-titles.ts'
import { postForgotUsername } from '#client/features/account/data/recovery.actions.ts'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ForgottenPage } from './ForgottenPage.tsx'

/** /forgot-username: the form, then the confirmation (product section 2, Recovery pages). */
export const ForgotUsernamePage = () => {
  usePageTitle(TITLES['/forgot-username'])
  return (
    <ForgottenPage
      mascot="duke"
      saying="The duke forgets his own name twice a day. He has a monogram for it."
      title="Forgot your username?"
      lead="Tell us your email, and we send you your username."
      label="Send username"
      send={postForgotUsername}
      fallback="Failed to send username recovery email"
      hint="If nothing comes, look in the spam folder before you blame the pipes."
      logIn="Sign in"
      other={<TextLink to="/forgot-password">Reset password</TextLink>}
    />
  )
}
