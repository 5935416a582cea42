import { Navigate, useParams, useRoutes } from 'react-router-dom'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import type { Room } from './layout/Shell.tsx'
import { Frame, page, type PageRoute } from './PageOutlet.tsx'
import { RequireAccount, RequireStaff } from './guards.tsx'

export { seedOf } from './first-page/page-seeds.ts'

const shell = lazyComponent<{ room: Room }>(async () => (await import('./layout/Shell.tsx')).Shell)

const framed = (room: Room, children: PageRoute[]): PageRoute => ({
  element: <shell.Component room={room} />,
  preload: shell.preload,
  children,
})

/** Redirects share links that are no routes (DECISIONS row 2). */
const PostRedirect = () => <Navigate to={`/p/${useParams()['postId'] ?? ''}`} replace />
const ProfileRedirect = () => <Navigate to={`/u/${useParams()['handle'] ?? ''}`} replace />

const inColumn: PageRoute[] = [
  page('/', async () => (await import('#client/features/posts/feed/HomePage.tsx')).HomePage),
  page('/feed', async () => (await import('#client/features/posts/feed/FeedPage.tsx')).FeedPage),
  page('/p/:postId', async () => (await import('#client/features/posts/detail/PostPage.tsx')).PostPage),
  page('/u/:handle', async () => (await import('#client/app/pages/profile/ProfilePage.tsx')).ProfilePage),
  page('/search', async () => (await import('#client/features/posts/search/SearchPage.tsx')).SearchPage),
  page('/blog', async () => (await import('#client/features/blog/BlogPage.tsx')).BlogPage),
  {
    element: <RequireAccount />,
    children: [
      page(
        '/profile',
        async () => (await import('#client/app/pages/profile/ProfilePage.tsx')).OwnProfilePage,
      ),
      page(
        '/bookmarks',
        async () => (await import('#client/features/posts/bookmarks/BookmarksPage.tsx')).BookmarksPage,
      ),
      page(
        '/notifications',
        async () => (await import('#client/features/notifications/NotificationsPage.tsx')).NotificationsPage,
      ),
      page(
        '/activity',
        async () => (await import('#client/features/site/activity/ActivityPage.tsx')).ActivityPage,
      ),
      page(
        '/pipe-tracker',
        async () => (await import('#client/features/moderation/tracker/PipeTrackerPage.tsx')).PipeTrackerPage,
      ),
      page('/settings', async () => (await import('#client/app/pages/SettingsPage.tsx')).SettingsPage),
      page(
        '/compose',
        async () => (await import('#client/features/posts/composer/ComposePage.tsx')).ComposePage,
      ),
      page(
        '/privacy-settings',
        async () => (await import('#client/features/account/privacy/PrivacyPage.tsx')).PrivacyPage,
      ),
    ],
  },
]

const reading: PageRoute[] = [
  page('/blog/:slug', async () => (await import('#client/features/blog/ArticlePage.tsx')).ArticlePage),
]

const wide: PageRoute[] = [
  // These routes have their own guards.
  page(
    '/analytics',
    async () => (await import('#client/features/analytics/AnalyticsPage.tsx')).AnalyticsPage,
  ),
  page(
    '/shared-figures',
    async () => (await import('#client/features/analytics/SharedFiguresPage.tsx')).SharedFiguresPage,
  ),
  page('/ai-monitor', async () => (await import('#client/features/monitor/AiMonitorPage.tsx')).AiMonitorPage),
  page(
    '/sewer-map',
    async () => (await import('#client/features/monitor/server-map/SewerMapPage.tsx')).SewerMapPage,
  ),
  page(
    '/blog-admin',
    async () => (await import('#client/features/blog/editor/BlogAdminPage.tsx')).BlogAdminPage,
  ),
  page(
    '/blog-admin/decree',
    async () => (await import('#client/features/blog/editor/ArticleEditorPage.tsx')).ArticleEditorPage,
  ),
  {
    element: <RequireStaff />,
    children: [
      page('/admin', async () => (await import('#client/features/admin/dashboard/AdminPage.tsx')).AdminPage),
    ],
  },
]

const full: PageRoute[] = [
  {
    element: <RequireAccount />,
    children: [
      page('/messages', async () => (await import('#client/features/messages/InboxPage.tsx')).InboxPage),
    ],
  },
]

const elsewhere: PageRoute[] = [
  { path: '/post/:postId', element: <PostRedirect /> },
  { path: '/profile/:handle', element: <ProfileRedirect /> },
  page('*', async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage),
]

/** The screens inside the layout, by the space they take in it; and what leads to them or nowhere. */
export const SHELL_ROUTES: PageRoute[] = [
  framed('column', inColumn),
  framed('reading', reading),
  framed('wide', wide),
  framed('full', full),
  { element: <Frame />, children: elsewhere },
]

export const ShellPages = () => useRoutes(SHELL_ROUTES)
