import { Suspense } from 'react'
import { matchRoutes, useLocation, type RouteObject } from 'react-router-dom'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { Announcement } from '#client/features/site/announcement/Announcement.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { AppLoading } from './AppLoading.tsx'
import { SideBoundary } from './PageBoundary.tsx'
import type { PageRoute } from './PageOutlet.tsx'

/** The table of the pages inside the layout, and how their documents are seeded. */
export const loadShellRoutes = () => import('./shell-routes.tsx')

export const shellPages = lazyComponent(async () => (await loadShellRoutes()).ShellPages)
export const landing = lazyComponent(async () => (await import('./LandingRoute.tsx')).LandingRoute)

/** The pages inside the layout; at '/' visitors stand before the landing page instead (product section 2). */
export const ShellFrame = () => {
  const signedIn = useIsSignedIn()
  const atTheDoor = useLocation().pathname === '/' && !signedIn
  return (
    <Suspense fallback={<AppLoading />}>
      {atTheDoor ? (
        <>
          <SideBoundary>
            <Announcement />
          </SideBoundary>
          <landing.Component />
        </>
      ) : (
        <shellPages.Component />
      )}
    </Suspense>
  )
}

/** Loads the code of the routes that match a path. */
export const preloadMatches = async (routes: PageRoute[], pathname: string): Promise<void> => {
  const matches = matchRoutes(routes as RouteObject[], pathname) ?? []
  await Promise.all(matches.flatMap(({ route }) => (route as PageRoute).preload?.(pathname) ?? []))
}

export async function preloadInShell(pathname: string): Promise<void> {
  // When it cannot be loaded, the page says so when it is opened.
  const table = await Promise.all([loadShellRoutes(), shellPages.load()]).catch(() => null)
  if (table) await preloadMatches(table[0].SHELL_ROUTES, pathname)
}
