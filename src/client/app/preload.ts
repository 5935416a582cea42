import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { landing, preloadMatches } from './ShellFrame.tsx'
import { ROUTES } from './routes.tsx'

/**
 * Loads the code of the page at a path before it is shown. Resolves when it is loaded or has failed. '/' is
 * another page for visitors.
 */
export const preloadPage = (pathname: string, isVisitor = currentViewer() === null): Promise<void> =>
  pathname === '/' && isVisitor ? landing.preload() : preloadMatches(ROUTES, pathname)
