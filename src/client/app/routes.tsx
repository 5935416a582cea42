import type { RouteObject } from 'react-router-dom'
import { Frame } from './Frame.tsx'
import { ForViewer } from './PageOutlet.tsx'
import { PostRedirect, ProfileRedirect } from './Redirects.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import type { Room } from './ShellFrame.tsx'
import { RequireAccount, RequireAdmin } from './guards.tsx'
import { lazyPage } from './lazy-page.ts'
import type { LazyPage } from './lazy-page.ts'

/** A page's route knows how to fetch its code early. */
export type PageRoute = RouteObject & { preload?: () => Promise<void> }

const page = (path: string, { Page, preload }: LazyPage): PageRoute => ({
  path,
  preload,
  element: (
    <ForViewer>
      <Page />
    </ForViewer>
  ),
})

const framed = (size: Room, children: RouteObject[]): PageRoute => ({
  element: <ShellFrame room={size} />,
  children,
})

const inColumn: PageRoute[] = [
  page(
    '/',
    lazyPage(async () => (await import('#client/features/posts/feed/HomePage.tsx')).HomePage),
  ),
  page(
    '/feed',
    lazyPage(async () => (await import('#client/features/posts/feed/FeedPage.tsx')).FeedPage),
  ),
  page(
    '/p/:postId',
    lazyPage(async () => (await import('#client/features/posts/detail/PostPage.tsx')).PostPage),
  ),
  page(
    '/u/:handle',
    lazyPage(async () => (await import('#client/features/people/profile/ProfilePage.tsx')).ProfilePage),
  ),
  page(
    '/search',
    lazyPage(async () => (await import('#client/features/posts/search/SearchPage.tsx')).SearchPage),
  ),
  page(
    '/blog',
    lazyPage(async () => (await import('#client/features/blog/BlogPage.tsx')).BlogPage),
  ),
  page(
    '/blog/:slug',
    lazyPage(async () => (await import('#client/features/blog/DecreePage.tsx')).DecreePage),
  ),
  {
    element: <RequireAccount />,
    children: [
      page(
        '/profile',
        lazyPage(
          async () => (await import('#client/features/people/profile/ProfilePage.tsx')).OwnProfilePage,
        ),
      ),
      page(
        '/notifications',
        lazyPage(
          async () =>
            (await import('#client/features/notifications/NotificationsPage.tsx')).NotificationsPage,
        ),
      ),
      page(
        '/activity',
        lazyPage(async () => (await import('#client/features/site/activity/ActivityPage.tsx')).ActivityPage),
      ),
      page(
        '/settings',
        lazyPage(
          async () => (await import('#client/features/account/settings/SettingsPage.tsx')).SettingsPage,
        ),
      ),
      page(
        '/compose',
        lazyPage(async () => (await import('#client/features/posts/composer/ComposePage.tsx')).ComposePage),
      ),
      page(
        '/privacy-settings',
        lazyPage(async () => (await import('#client/features/account/privacy/PrivacyPage.tsx')).PrivacyPage),
      ),
    ],
  },
]

const wide: PageRoute[] = [
  // These say themselves whom they are for.
  page(
    '/analytics',
    lazyPage(async () => (await import('#client/features/analytics/AnalyticsPage.tsx')).AnalyticsPage),
  ),
  page(
    '/ai-monitor',
    lazyPage(async () => (await import('#client/features/monitor/AiMonitorPage.tsx')).AiMonitorPage),
  ),
  page(
    '/blog-admin',
    lazyPage(async () => (await import('#client/features/blog/editor/BlogAdminPage.tsx')).BlogAdminPage),
  ),
  {
    element: <RequireAdmin />,
    children: [
      page(
        '/admin',
        lazyPage(async () => (await import('#client/features/admin/dashboard/AdminPage.tsx')).AdminPage),
      ),
    ],
  },
]

const full: PageRoute[] = [
  {
    element: <RequireAccount />,
    children: [
      page(
        '/messages',
        lazyPage(async () => (await import('#client/features/messages/InboxPage.tsx')).InboxPage),
      ),
    ],
  },
]

const bare: PageRoute[] = [
  page(
    '/login',
    lazyPage(async () => (await import('#client/features/account/login/LoginPage.tsx')).LoginPage),
  ),
  page(
    '/register',
    lazyPage(async () => (await import('#client/features/account/login/RegisterPage.tsx')).RegisterPage),
  ),
  page(
    '/register/google',
    lazyPage(async () => (await import('#client/features/account/login/NewcomerPage.tsx')).NewcomerPage),
  ),
  page(
    '/forgot-password',
    lazyPage(
      async () =>
        (await import('#client/features/account/recovery/ForgotPasswordPage.tsx')).ForgotPasswordPage,
    ),
  ),
  page(
    '/reset-password',
    lazyPage(
      async () => (await import('#client/features/account/recovery/ResetPasswordPage.tsx')).ResetPasswordPage,
    ),
  ),
  page(
    '/forgot-username',
    lazyPage(
      async () =>
        (await import('#client/features/account/recovery/ForgotUsernamePage.tsx')).ForgotUsernamePage,
    ),
  ),
  page(
    '/confirm-email',
    lazyPage(
      async () =>
        (await import('#client/features/account/confirm-email/ConfirmEmailPage.tsx')).ConfirmEmailPage,
    ),
  ),
  page(
    '/appeal/:caseId',
    lazyPage(async () => (await import('#client/features/moderation/appeal/AppealPage.tsx')).AppealPage),
  ),
  page(
    '/terms',
    lazyPage(async () => (await import('#client/features/site/legal/LegalPages.tsx')).TermsPage),
  ),
  page(
    '/privacy',
    lazyPage(async () => (await import('#client/features/site/legal/LegalPages.tsx')).PrivacyPage),
  ),
  page(
    '/guidelines',
    lazyPage(async () => (await import('#client/features/site/legal/LegalPages.tsx')).GuidelinesPage),
  ),
  page(
    '/cookies',
    lazyPage(async () => (await import('#client/features/site/legal/LegalPages.tsx')).CookiesPage),
  ),
  page(
    '/disclaimer',
    lazyPage(async () => (await import('#client/features/site/legal/LegalPages.tsx')).DisclaimerPage),
  ),
  page(
    '/founders',
    lazyPage(async () => (await import('#client/features/site/founders/FoundersPage.tsx')).FoundersPage),
  ),
  { path: '/post/:postId', element: <PostRedirect /> },
  { path: '/profile/:handle', element: <ProfileRedirect /> },
  page(
    '*',
    lazyPage(async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage),
  ),
]

/** Every screen (product section 2), by the frame around it. A feature joins with one line. */
export const ROUTES: PageRoute[] = [
  framed('column', inColumn),
  framed('wide', wide),
  framed('full', full),
  { element: <Frame />, children: bare },
]
