import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useViewer } from '#client/entities/viewer/viewer.store.ts'
import { PageBoundary } from './PageBoundary.tsx'

/**
 * Where the page goes. `fallback` stands in at once while its code is fetched. A new path is a new page, and so is a new
 * viewer: whoever comes or goes meets nothing that was left by the other.
 */
export const PageOutlet = ({ fallback }: { fallback: ReactNode }) => {
  const viewer = useViewer()
  const { pathname } = useLocation()
  return (
    <PageBoundary key={`${viewer?.id ?? 'visitor'} ${pathname}`}>
      <Suspense fallback={fallback}>
        <Outlet />
      </Suspense>
    </PageBoundary>
  )
}
