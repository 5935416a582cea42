import { Fragment, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Outlet, useLocation, type RouteObject } from 'react-router-dom'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Announcement } from '#client/features/site/announcement/Announcement.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { AppLoading } from './AppLoading.tsx'
import { PageBoundary, SideBoundary } from './PageBoundary.tsx'

/** Renders the page of the path; a new path is a new page. `fallback` is shown while its code is loading. */
export const PageOutlet = ({ fallback }: { fallback: ReactNode }) => (
  <PageBoundary key={useLocation().pathname}>
    <Suspense fallback={fallback}>
      <Outlet />
    </Suspense>
  </PageBoundary>
)

/** Pages without the shared layout. */
export const Frame = () => (
  <>
    <SideBoundary>
      <Announcement />
    </SideBoundary>
    <PageOutlet fallback={<AppLoading />} />
  </>
)

/**
 * After a log-in or log-out the page is mounted again, so that it keeps nothing of the other account. Inside
 * the guards, which remember the account.
 */
const ForViewer = ({ children }: { children: ReactNode }) => (
  <Fragment key={useViewer()?.id ?? 'visitor'}>{children}</Fragment>
)

/** A route that knows how to load its code early. */
export type PageRoute = Omit<RouteObject, 'children' | 'index'> & {
  preload?: (pathname: string) => Promise<void>
  children?: PageRoute[]
}

/** A page whose code is fetched when it is opened, or preloaded. */
export const page = (path: string, fetchPage: () => Promise<ComponentType>): PageRoute => {
  const { Component, preload } = lazyComponent<object>(fetchPage)
  return {
    path,
    preload,
    element: (
      <ForViewer>
        <Component />
      </ForViewer>
    ),
  }
}
