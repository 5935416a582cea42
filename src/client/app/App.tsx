import { useEffect } from 'react'
import { useRoutes } from 'react-router-dom'
import { useViewerLoading } from '#client/entities/viewer/viewer.store.ts'
import { Shortcuts } from '#client/features/shortcuts/Shortcuts.tsx'
import { startLive } from '#client/live/start.ts'
import { OverlayHost } from '#client/ui/OverlayHost.tsx'
import { AppLoading } from './AppLoading.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { ROUTES } from './routes.tsx'
import { useArrival } from './useArrival.ts'
import { usePreload } from './usePreload.ts'
import { useScrollMemory } from './useScrollMemory.ts'
import { useSessionNotice } from './useSessionNotice.ts'

/** The screens, what floats above all of them, and what listens to the device and the route. */
export const App = () => {
  const loading = useViewerLoading()
  const screen = useRoutes(ROUTES)
  useEffect(startLive, [])
  useArrival()
  useScrollMemory()
  useSessionNotice()
  usePreload()
  return (
    <>
      {loading ? <AppLoading account /> : screen}
      <ConnectionBanner />
      <OverlayHost />
      <Shortcuts />
    </>
  )
}
