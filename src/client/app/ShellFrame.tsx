import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { Announcement } from '#client/features/site/announcement/Announcement.tsx'
import { AppLoading } from './AppLoading.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'

/**
 * column: between sidebar and right column. wide: over the right column too. full: wide, and exactly as tall
 * as the window.
 */
export type Room = 'column' | 'wide' | 'full'

// The log-in needs neither, and the landing page has no shell.
export const shell = lazyComponent<{ room: Room }>(async () => (await import('./layout/Shell.tsx')).Shell)
export const landing = lazyComponent(async () => (await import('./LandingRoute.tsx')).LandingRoute)

/** The shared layout; at '/' visitors stand before the landing page instead (product section 2). */
export const ShellFrame = ({ room }: { room: Room }) => {
  const signedIn = useIsSignedIn()
  const atTheDoor = useLocation().pathname === '/' && !signedIn
  return (
    <Suspense fallback={<AppLoading />}>
      {atTheDoor ? (
        <>
          <Announcement />
          <landing.Component />
        </>
      ) : (
        <shell.Component room={room} />
      )}
    </Suspense>
  )
}
