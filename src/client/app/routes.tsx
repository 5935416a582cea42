import type { RouteObject } from 'react-router-dom'
import { Frame } from './Frame.tsx'
import { ForViewer } from './PageOutlet.tsx'
import { PostRedirect, ProfileRedirect } from './Redirects.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import type { Room } from './ShellFrame.tsx'
import { RequireAccount, RequireStaff } from './guards.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import type { LazyComponent } from '#client/ui/lazy-component.ts'

/** The route of a page also knows how to load its code early. */
export type PageRoute = RouteObject & { preload?: () => Promise<void> }

const page = (path: string, { Component, preload }: LazyComponent<object>): PageRoute => ({
  path,
  preload,
  element: (
    <ForViewer>
      <Component />
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
    lazyComponent(async () => (await import('#client/features/posts/feed/HomePage.tsx')).HomePage),
  ),
  page(
    '/feed',
    lazyComponent(async () => (await import('#client/features/posts/feed/FeedPage.tsx')).FeedPage),
  ),
  page(
    '/p/:postId',
    lazyComponent(async () => (await import('#client/features/posts/detail/PostPage.tsx')).PostPage),
  ),
  page(
    '/u/:handle',
    lazyComponent(async () => (await import('#client/features/people/profile/ProfilePage.tsx')).ProfilePage),
  ),
  page(
    '/search',
    lazyComponent(async () => (await import('#client/features/posts/search/SearchPage.tsx')).SearchPage),
  ),
  page(
    '/blog',
    lazyComponent(async () => (await import('#client/features/blog/BlogPage.tsx')).BlogPage),
  ),
  page(
    '/blog/:slug',
    lazyComponent(async () => (await import('#client/features/blog/DecreePage.tsx')).DecreePage),
  ),
  {
    element: <RequireAccount />,
    children: [
      page(
        '/profile',
        lazyComponent(
          async () => (await import('#client/features/people/profile/ProfilePage.tsx')).OwnProfilePage,
        ),
      ),
      page(
        '/bookmarks',
        lazyComponent(
          async () => (await import('#client/features/posts/bookmarks/BookmarksPage.tsx')).BookmarksPage,
        ),
      ),
      page(
        '/notifications',
        lazyComponent(
          async () =>
            (await import('#client/features/notifications/NotificationsPage.tsx')).NotificationsPage,
        ),
      ),
      page(
        '/activity',
        lazyComponent(
          async () => (await import('#client/features/site/activity/ActivityPage.tsx')).ActivityPage,
        ),
      ),
      page(
        '/pipe-tracker',
        lazyComponent(
          async () =>
            (await import('#client/features/moderation/tracker/PipeTrackerPage.tsx')).PipeTrackerPage,
        ),
      ),
      page(
        '/settings',
        lazyComponent(
          async () => (await import('#client/features/account/settings/SettingsPage.tsx')).SettingsPage,
        ),
      ),
      page(
        '/compose',
        lazyComponent(
          async () => (await import('#client/features/posts/composer/ComposePage.tsx')).ComposePage,
        ),
      ),
      page(
        '/privacy-settings',
        lazyComponent(
          async () => (await import('#client/features/account/privacy/PrivacyPage.tsx')).PrivacyPage,
        ),
      ),
    ],
  },
]

const wide: PageRoute[] = [
  // These routes have their own guards.
  page(
    '/analytics',
    lazyComponent(async () => (await import('#client/features/analytics/AnalyticsPage.tsx')).AnalyticsPage),
  ),
  page(
    '/ai-monitor',
    lazyComponent(async () => (await import('#client/features/monitor/AiMonitorPage.tsx')).AiMonitorPage),
  ),
  page(
    '/sewer-map',
    lazyComponent(async () => (await import('#client/features/monitor/wall/SewerMapPage.tsx')).SewerMapPage),
  ),
  page(
    '/blog-admin',
    lazyComponent(async () => (await import('#client/features/blog/editor/BlogAdminPage.tsx')).BlogAdminPage),
  ),
  page(
    '/blog-admin/decree',
    lazyComponent(
      async () => (await import('#client/features/blog/editor/DecreeEditorPage.tsx')).DecreeEditorPage,
    ),
  ),
  {
    element: <RequireStaff />,
    children: [
      page(
        '/admin',
        lazyComponent(async () => (await import('#client/features/admin/dashboard/AdminPage.tsx')).AdminPage),
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
        lazyComponent(async () => (await import('#client/features/messages/InboxPage.tsx')).InboxPage),
      ),
    ],
  },
]

const bare: PageRoute[] = [
  page(
    '/login',
    lazyComponent(async () => (await import('#client/features/account/login/LoginPage.tsx')).LoginPage),
  ),
  page(
    '/register',
    lazyComponent(async () => (await import('#client/features/account/login/RegisterPage.tsx')).RegisterPage),
  ),
  page(
    '/register/google',
    lazyComponent(async () => (await import('#client/features/account/login/NewcomerPage.tsx')).NewcomerPage),
  ),
  page(
    '/forgot-password',
    lazyComponent(
      async () =>
        (await import('#client/features/account/recovery/ForgotPasswordPage.tsx')).ForgotPasswordPage,
    ),
  ),
  page(
    '/reset-password',
    lazyComponent(
      async () => (await import('#client/features/account/recovery/ResetPasswordPage.tsx')).ResetPasswordPage,
    ),
  ),
  page(
    '/forgot-username',
    lazyComponent(
      async () =>
        (await import('#client/features/account/recovery/ForgotUsernamePage.tsx')).ForgotUsernamePage,
    ),
  ),
  page(
    '/confirm-email',
    lazyComponent(
      async () =>
        (await import('#client/features/account/confirm-email/ConfirmEmailPage.tsx')).ConfirmEmailPage,
    ),
  ),
  page(
    '/blog-mail',
    lazyComponent(async () => (await import('#client/features/blog/mails/BlogMailPage.tsx')).BlogMailPage),
  ),
  page(
    '/appeal/:caseId',
    lazyComponent(async () => (await import('#client/features/moderation/appeal/AppealPage.tsx')).AppealPage),
  ),
  page(
    '/shared-figures',
    lazyComponent(
      async () => (await import('#client/features/analytics/SharedFiguresPage.tsx')).SharedFiguresPage,
    ),
  ),
  page(
    '/terms',
    lazyComponent(async () => (await import('#client/features/site/legal/LegalPages.tsx')).TermsPage),
  ),
  page(
    '/privacy',
    lazyComponent(async () => (await import('#client/features/site/legal/LegalPages.tsx')).PrivacyPage),
  ),
  page(
    '/guidelines',
    lazyComponent(async () => (await import('#client/features/site/legal/LegalPages.tsx')).GuidelinesPage),
  ),
  page(
    '/cookies',
    lazyComponent(async () => (await import('#client/features/site/legal/LegalPages.tsx')).CookiesPage),
  ),
  page(
    '/disclaimer',
    lazyComponent(async () => (await import('#client/features/site/legal/LegalPages.tsx')).DisclaimerPage),
  ),
  page(
    '/founders',
    lazyComponent(async () => (await import('#client/features/site/founders/FoundersPage.tsx')).FoundersPage),
  ),
  { path: '/post/:postId', element: <PostRedirect /> },
  { path: '/profile/:handle', element: <ProfileRedirect /> },
  page(
    '*',
    lazyComponent(async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage),
  ),
]

/** Every screen (product section 2), by the frame around it. A feature joins with one line. */
export const ROUTES: PageRoute[] = [
  framed('column', inColumn),
  framed('wide', wide),
  framed('full', full),
  { element: <Frame />, children: bare },
]
