import { matchRoutes } from 'react-router-dom'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ROUTES } from './routes.tsx'
import type { PageRoute } from './routes.tsx'
import { landing, shell } from './ShellFrame.tsx'

/**
 * Loads the code of the page at a path before it is shown. Resolves when it is loaded or has failed. '/' is
 * another page for visitors.
 */
export async function preloadPage(pathname: string, isVisitor = currentViewer() === null): Promise<void> {
  if (pathname === '/' && isVisitor) return landing.preload()
  const matches = matchRoutes(ROUTES, pathname) ?? []
  const frame = matches.length > 1 && isFramed(matches[0]?.route) ? shell.preload() : undefined
  await Promise.all([frame, ...matches.map(({ route }) => route.preload?.())])
}

const isFramed = (route: PageRoute | undefined): boolean => route !== undefined && route !== ROUTES.at(-1)
