import { Outlet, ScrollRestoration } from 'react-router-dom'
import { useViewerLoading } from '#client/entities/viewer/viewer.store.ts'
import { OverlayHost } from '#client/ui/OverlayHost.tsx'
import { AppLoading } from './AppLoading.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { RouteProgress } from './RouteProgress.tsx'
import { useArrival } from './useArrival.ts'
import { useSessionNotice } from './useSessionNotice.ts'

/** Around every screen: what floats, what listens to the route, and the wait for who is here. */
export const Root = () => {
  const loading = useViewerLoading()
  useArrival()
  useSessionNotice()
  return (
    <>
      <RouteProgress />
      {loading ? <AppLoading /> : <Outlet />}
      <ConnectionBanner />
      <OverlayHost />
      <ScrollRestoration />
    </>
  )
}
