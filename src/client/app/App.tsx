import { useEffect, useLayoutEffect } from 'react'
import { useRoutes } from 'react-router-dom'
import { useViewerLoading } from '#client/features/account/data/viewer/viewer.store.ts'
import { Shortcuts } from '#client/features/site/shortcuts/Shortcuts.tsx'
import { OverlayHost } from '#client/ui/OverlayHost.tsx'
import { importUntilHere, lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { AppLoading } from './AppLoading.tsx'
import { ROUTES } from './routes.tsx'
import { useArrival } from './useArrival.ts'
import { usePreload, usePressedLink } from './link-hooks.ts'
import { useScrollMemory } from './useScrollMemory.ts'
import { useSessionNotice } from './useSessionNotice.ts'

/** Loaded after the page: none of it can appear in the first 3 s. */
const afterwards = lazyComponent<object>(async () => (await import('./Afterwards.tsx')).Afterwards)

const AfterPage = () => {
  const Afterwards = useLazy(afterwards, true)
  return Afterwards && <Afterwards />
}

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

/** The screens, the overlays, and the listeners of the device and the route. */
export const App = () => {
  const loading = useViewerLoading()
  const screen = useRoutes(ROUTES)
  useLayoutEffect(becomeInteractive, [])
  useEffect(connect, [])
  useArrival()
  useScrollMemory()
  useSessionNotice()
  usePreload()
  usePressedLink()
  return (
    <>
      {loading ? <AppLoading account /> : screen}
      <AfterPage />
      <OverlayHost />
      <Shortcuts />
    </>
  )
}
