import { useEffect, useLayoutEffect } from 'react'
import { useRoutes } from 'react-router-dom'
import { useViewerLoading } from '#client/features/account/data/viewer/viewer.store.ts'
import { importUntilHere, lazyComponent } from '#client/ui/lazy-component.ts'
import { AppLoading } from './AppLoading.tsx'
import { PageBoundary, SideBoundary } from './PageBoundary.tsx'
import { ROUTES } from './routes.tsx'
import { useArrival } from './useArrival.ts'
import { usePreload, usePressedLink } from './link-hooks.ts'
import { useScrollMemory } from './useScrollMemory.ts'

/** Loaded after the page, which is drawn and hydrated without it. */
const { Late: Afterwards } = lazyComponent(
  async () => (await importUntilHere(() => import('./Afterwards.tsx'))).Afterwards,
)

/** From here on buttons work (base.css). */
const becomeInteractive = () => void delete document.documentElement.dataset['hydrating']

const loadHandlers = async () => (await import('./live-handlers.ts')).liveHandlers

/**
 * Connects the page. The code is fetched after it: nothing that is drawn first needs it. Returns the way to
 * stop.
 */
function connect(): () => void {
  const stop = new AbortController()
  void importUntilHere(() => import('#client/live/start.ts')).then(({ startLive }) => {
    if (!stop.signal.aborted) stop.signal.addEventListener('abort', startLive(loadHandlers))
  })
  return () => stop.abort()
}

/** The screens, and the listeners of the route. */
export const App = () => {
  const loading = useViewerLoading()
  const screen = useRoutes(ROUTES)
  useLayoutEffect(becomeInteractive, [])
  useEffect(connect, [])
  useArrival()
  useScrollMemory()
  usePreload()
  usePressedLink()
  return (
    <>
      <PageBoundary>{loading ? <AppLoading account /> : screen}</PageBoundary>
      <SideBoundary>
        <Afterwards />
      </SideBoundary>
    </>
  )
}
