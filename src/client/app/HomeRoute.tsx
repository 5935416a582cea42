import { Suspense, lazy } from 'react'
import { useIsSignedIn } from '#client/entities/viewer/viewer.store.ts'
import { AppLoading } from './AppLoading.tsx'

const Landing = lazy(async () => ({ default: (await import('#client/features/landing/LandingPage.tsx')).LandingPage }))

/** '/' is the landing page for visitors and the Home feed for the signed-in (product section 2). */
export const HomeRoute = () => {
  const signedIn = useIsSignedIn()
  return <Suspense fallback={<AppLoading />}>{signedIn ? null : <Landing />}</Suspense>
}
