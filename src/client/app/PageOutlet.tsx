import { Fragment, Suspense } from 'react'
import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { PageBoundary } from './PageBoundary.tsx'

/** Where the page goes; a new path is a new page. `fallback` stands in at once while its code is fetched. */
export const PageOutlet = ({ fallback }: { fallback: ReactNode }) => (
  <PageBoundary key={useLocation().pathname}>
    <Suspense fallback={fallback}>
      <Outlet />
    </Suspense>
  </PageBoundary>
)

/**
 * Whoever comes or goes meets a page that holds nothing of the other. Inside the guards, which remember who
 * came in.
 */
export const ForViewer = ({ children }: { children: ReactNode }) => (
  <Fragment key={useViewer()?.id ?? 'visitor'}>{children}</Fragment>
)
