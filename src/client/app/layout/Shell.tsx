import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useLocation, type Location } from 'react-router-dom'
import { hasStoredUploads, useUploadsFlag } from '#client/features/media/data/uploads-flag.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
// Not fetched later: it would push the page down.
import { ConfirmBanner } from '#client/features/account/confirm-email/ConfirmBanner.tsx'
import { Announcement } from '#client/features/site/announcement/Announcement.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { SideBoundary } from '../PageBoundary.tsx'
import { PageOutlet } from '../PageOutlet.tsx'
import { QueryScope } from '../QueryScope.tsx'
import { BottomBar } from './BottomBar.tsx'
import { PhoneHeader } from './PhoneHeader.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useHasRightColumn } from './useWindowWidth.ts'
import './Shell.css'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { useHouseName } from '#client/ui/house-name.ts'

/**
 * column: between sidebar and right column. reading: a longer text, without a column beside it. wide: over the right
 * column too. full: wide, and exactly as tall as the window.
 */
export type Room = 'column' | 'reading' | 'wide' | 'full'

/** The shared layout around the current page. */
export const Shell = ({ room }: { room: Room }) => (
  <QueryScope>
    <Layout room={room} page={<PageOutlet fallback={<PageSkeleton />} />} />
  </QueryScope>
)

/** Sidebar, page, right column; on a phone a header and the bottom bar (product section 2, LOOK). */
export const Layout = ({ room, page }: { room: Room; page: ReactNode }) => (
  <div className={clsx('s-shell', `s-shell-${room}`, looksAt(useLocation()))}>
    <a href="#main" className="s-skip">
      Skip to content
    </a>
    <SideBoundary>
      <Sidebar />
    </SideBoundary>
    <SideBoundary>
      <PhoneHeader />
    </SideBoundary>
    <main id="main" tabIndex={-1} className="s-shell-main">
      <SideBoundary>
        <Announcement />
        <Confirmation room={room} />
      </SideBoundary>
      {page}
    </main>
    <SideBoundary>{room === 'column' && <RightColumn />}</SideBoundary>
    <SideBoundary>
      <BottomBar />
    </SideBoundary>
    <SideBoundary>
      <Tray />
    </SideBoundary>
  </div>
)

/** The classes of the pages that the shell knows. */
const looksAt = (place: Location): string =>
  clsx(
    fillsPhone(place) && 's-shell-alone',
    // The buttons stay at the end of the window.
    place.pathname === '/blog-admin/decree' && 's-shell-foot',
  )

/** An open conversation, the composer and the blog's editor: a phone shows nothing else. */
const fillsPhone = ({ pathname, search }: Location): boolean => {
  if (pathname === '/compose' || pathname === '/blog-admin/decree') return true
  const params = new URLSearchParams(search)
  return pathname === '/messages' && Boolean(params.get('conversation') ?? params.get('user'))
}

/** For people who have to confirm their address. A page that fills the window has no space above it. */
const Confirmation = ({ room }: { room: Room }) => {
  const { pathname } = useLocation()
  return useViewer()?.mustConfirm === true && room !== 'full' ? <ConfirmBanner key={pathname} /> : null
}

const tray = lazyComponent<object>(
  async () => (await import('#client/features/media/UploadTray.tsx')).UploadTray,
)

/** Uploads that continue on other pages. */
const Tray = () => {
  const viewer = useViewer()
  const hasUploads = useUploadsFlag((state) => state.hasUploads)
  const UploadTray = useLazy(tray, viewer !== null && (hasUploads || hasStoredUploads(viewer.id)))
  return UploadTray && <UploadTray />
}

const { Late: Aside } = lazyComponent<object>(async () => (await import('./Aside.tsx')).Aside)

/** Shown where there is space beside the page. The page does not depend on it. */
const RightColumn = () => useHasRightColumn() && <Aside />

/** Shown while a page's code is loading: a heading and a few rows, the shape most pages have. */
const PageSkeleton = () => (
  <SkeletonGroup label={`Loading ${useHouseName()}…`} className="flex flex-col gap-6 p-4">
    <Skeleton width="40%" height="2rem" />
    {[72, 88, 60].map((width) => (
      <div key={width} className="flex gap-3">
        <Skeleton shape="circle" width={40} height={40} />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton width="35%" />
          <Skeleton width={`${width}%`} />
          <Skeleton width="90%" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)
