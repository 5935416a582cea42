import { useCallback, useState } from 'react'
import type { AdminReportView } from '#contract/moderation.ts'
import { fetchReports, reportRows } from '#client/features/admin/data/reports-rows.ts'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { useRows } from '#client/live/use-rows.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Segmented } from '#client/ui/Segmented.tsx'
import { Appeals } from './Appeals.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { ReportsTable } from './ReportsTable.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'

type View = 'all' | 'pending' | 'appeals'

const viewsOf = (waiting: number): { value: View; label: string }[] => [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'appeals', label: waiting > 0 ? `Appeals (${waiting})` : 'Appeals' },
]

/**
 * Reports and appeals (product section 2, Reports tab).
 */
export const ReportsTab = () => {
  const [view, setView] = useState<View>('all')
  const appeals = useViewerStore(({ pending }) => pending?.appeals ?? 0)
  return (
    <div className="pt-4">
      <div className="flex flex-wrap items-center gap-3 pb-4">
        <p className="me-auto text-sm text-ink-soft">We review reports within 24 hours.</p>
        <Segmented label="Which" options={viewsOf(appeals)} value={view} onChange={setView} />
      </div>
      {view === 'appeals' ? <Appeals /> : <Reports key={view} pendingOnly={view === 'pending'} />}
    </div>
  )
}

const reportedAt = ({ createdAt }: AdminReportView) => createdAt

const Reports = ({ pendingOnly }: { pendingOnly: boolean }) => {
  const { list, loading, empty, failed, readAgain, next } = useRows(reportRows, {
    key: ['reports', pendingOnly ? 'pending' : 'all'],
    fetch: (cursor, signal) => fetchReports(pendingOnly ? 'pending' : undefined, cursor, signal),
    cursorOf: reportedAt,
    placeOf: reportedAt,
    fits: useCallback(({ status }: AdminReportView) => !pendingOnly || status === 'pending', [pendingOnly]),
  })
  if (loading) return <RowsSkeleton label="Loading reports..." />
  if (failed) return <ErrorState title="Failed to load reports" onRetry={readAgain} />
  if (empty) {
    return (
      <EmptyState mascot="guard" title="No reports">
        {pendingOnly
          ? 'Nothing waits. The guards may sit down.'
          : 'Nobody has complained about anything yet.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ReportsTable reports={list} />
      <MoreRows {...next} />
    </>
  )
}
