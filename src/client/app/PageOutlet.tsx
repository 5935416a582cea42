import { Fragment, Suspense } from 'react'
import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { PageBoundary } from './PageBoundary.tsx'

/** Renders the page of the path; a new path is a new page. `fallback` is shown while its code is loading. */
export const PageOutlet = ({ fallback }: { fallback: ReactNode }) => (
  <PageBoundary key={useLocation().pathname}>
    <Suspense fallback={fallback}>
      <Outlet />
    </Suspense>
  </PageBoundary>
)

/**
 * After a log-in or log-out the page is mounted again, so that it keeps nothing of the other account. Inside
 * the guards, which remember the account.
 */
export const ForViewer = ({ children }: { children: ReactNode }) => (
  <Fragment key={useViewer()?.id ?? 'visitor'}>{children}</Fragment>
)
