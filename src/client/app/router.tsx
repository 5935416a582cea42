import { createBrowserRouter } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { ProfileRedirect, PostRedirect } from './Redirects.tsx'
import { RequireAccount, RequireAdmin } from './guards.tsx'
import { AppLoading } from './AppLoading.tsx'
import { RouteError } from './RouteError.tsx'
import { Root } from './Root.tsx'
import { Shell } from './layout/Shell.tsx'
import { HomeRoute } from './HomeRoute.tsx'
import type { RouteHandle } from './layout/handle.ts'

/** A page in a chunk of its own, named by its exported component. */
const page = <M extends Record<N, React.ComponentType>, N extends string>(load: () => Promise<M>, name: N) => ({
  lazy: async () => ({ Component: (await load())[name] }),
})

const full: RouteHandle = { room: 'full' }
const wide: RouteHandle = { room: 'wide' }

/** Rooms that are not open yet; each line goes when its page comes. */
const rooms = (names: Readonly<Record<string, string>>): RouteObject[] =>
  Object.entries(names).map(([path, name]) => ({ path, handle: { name }, lazy: async () => ({ Component: (await import('./pages/TilingPage.tsx')).TilingPage }) }))

const forMembers: RouteObject[] = [
  { path: '/profile', ...page(() => import('#client/features/profile/ProfilePage.tsx'), 'OwnProfilePage') },
  { path: '/messages', handle: full, ...page(() => import('#client/features/inbox/InboxPage.tsx'), 'InboxPage') },
  { path: '/notifications', ...page(() => import('#client/features/notifications/NotificationsPage.tsx'), 'NotificationsPage') },
  ...rooms({ '/activity': 'Activity', '/settings': 'Settings', '/compose': 'Compose', '/privacy-settings': 'Privacy settings' }),
]

const forAdmins: RouteObject[] = [
  { path: '/admin', handle: wide, ...page(() => import('#client/features/admin/AdminPage.tsx'), 'AdminPage') },
  ...rooms({ '/analytics': 'Analytics', '/blog-admin': 'Royal archives', '/ai-monitor': 'AI Monitor' }),
]

const forEveryone: RouteObject[] = [
  { path: '/u/:handle', ...page(() => import('#client/features/profile/ProfilePage.tsx'), 'ProfilePage') },
  ...rooms({ '/search': 'Search', '/blog': 'Royal Blog', '/blog/:slug': 'Royal Blog' }),
]

/** Every screen (product section 2). Pages are lazy; a feature joins with one line. */
export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <AppLoading />,
    children: [
      { path: '/login', ...page(() => import('#client/features/auth/LoginPage.tsx'), 'LoginPage') },
      { path: '/register', ...page(() => import('#client/features/auth/RegisterPage.tsx'), 'RegisterPage') },
      { path: '/post/:postId', element: <PostRedirect /> },
      { path: '/profile/:handle', element: <ProfileRedirect /> },
      {
        element: <Shell />,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              { index: true, element: <HomeRoute /> },
              { element: <RequireAccount />, children: forMembers },
              { element: <RequireAdmin />, children: forAdmins },
              ...forEveryone,
            ],
          },
        ],
      },
      ...rooms({
        '/forgot-password': 'Forgotten passwords',
        '/reset-password': 'New passwords',
        '/forgot-username': 'Forgotten names',
        '/terms': 'Terms',
        '/privacy': 'Privacy',
        '/guidelines': 'Guidelines',
        '/cookies': 'Cookies',
        '/disclaimer': 'Disclaimer',
        '/founders': 'Founder',
      }),
      { path: '*', ...page(() => import('./pages/NotFoundPage.tsx'), 'NotFoundPage') },
    ],
  },
])
