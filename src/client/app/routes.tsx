import { Frame, page, type PageRoute } from './PageOutlet.tsx'
import { preloadInShell, ShellFrame } from './ShellFrame.tsx'

const pages: PageRoute[] = [
  page('/login', async () => (await import('#client/features/account/login/LoginPage.tsx')).LoginPage),
  page(
    '/register',
    async () => (await import('#client/features/account/login/RegisterPage.tsx')).RegisterPage,
  ),
  page(
    '/register/google',
    async () => (await import('#client/features/account/login/GoogleSignUpPage.tsx')).GoogleSignUpPage,
  ),
  page(
    '/forgot-password',
    async () => (await import('#client/features/account/recovery/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  ),
  page(
    '/reset-password',
    async () => (await import('#client/features/account/recovery/ResetPasswordPage.tsx')).ResetPasswordPage,
  ),
  page(
    '/forgot-username',
    async () => (await import('#client/features/account/recovery/ForgotUsernamePage.tsx')).ForgotUsernamePage,
  ),
  page(
    '/confirm-email',
    async () =>
      (await import('#client/features/account/confirm-email/ConfirmEmailPage.tsx')).ConfirmEmailPage,
  ),
  page('/blog-mail', async () => (await import('#client/features/blog/mails/BlogMailPage.tsx')).BlogMailPage),
  page(
    '/digest-mail',
    async () => (await import('#client/features/notifications/DigestMailPage.tsx')).DigestMailPage,
  ),
  page(
    '/appeal/:caseId',
    async () => (await import('#client/features/moderation/appeal/AppealPage.tsx')).AppealPage,
  ),
  page('/terms', async () => (await import('#client/features/site/legal/LegalPages.tsx')).TermsPage),
  page(
    '/privacy',
    async () => (await import('#client/features/site/legal/LegalPages.tsx')).PrivacyPolicyPage,
  ),
  page(
    '/guidelines',
    async () => (await import('#client/features/site/legal/LegalPages.tsx')).GuidelinesPage,
  ),
  page('/cookies', async () => (await import('#client/features/site/legal/LegalPages.tsx')).CookiesPage),
  page(
    '/disclaimer',
    async () => (await import('#client/features/site/legal/LegalPages.tsx')).DisclaimerPage,
  ),
  page(
    '/founders',
    async () => (await import('#client/features/site/founders/FoundersPage.tsx')).FoundersPage,
  ),
]

/**
 * The screens without the layout. All others are in the table of the shell, which these do without: it names
 * every file of every page. A feature joins one of the two with one line (product section 2).
 */
export const ROUTES: PageRoute[] = [
  { element: <Frame />, children: pages },
  { path: '*', element: <ShellFrame />, preload: preloadInShell },
]
