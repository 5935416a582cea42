import type { CheckView, MonitorErrorView } from '#contract/monitor.ts'
import { counted } from '#contract/plural.ts'
import { setResolved } from '#client/features/monitor/data/monitor.actions.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import type { FailedQuery } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'

interface RecentErrorsProps {
  /** Null: they could not be loaded. */
  errors: readonly MonitorErrorView[] | null
  query: FailedQuery
}

/** The newest groups of errors, with the repairs that were tried. */
export const RecentErrors = ({ errors, query }: RecentErrorsProps) => {
  if (!errors) return <ErrorState title="The monitor does not answer." query={query} />
  if (errors.length === 0) {
    return (
      <EmptyState mascot="king" title="No errors recorded">
        The pipes are quiet. Enjoy it while it lasts.
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-3 pt-4">
      {errors.map((error) => (
        <li key={error.id}>
          <ErrorCard error={error} />
        </li>
      ))}
    </ul>
  )
}

const ErrorCard = ({ error }: { error: MonitorErrorView }) => (
  <article className="rounded-lg border border-hairline bg-surface p-4" data-testid="monitor-error">
    <div className="flex flex-wrap items-center gap-2 pb-2">
      <Badge tone={error.severity === 'CRITICAL' || error.severity === 'HIGH' ? 'danger' : 'neutral'}>
        {error.severity}
      </Badge>
      <Badge>{error.type}</Badge>
      <Badge>{error.source}</Badge>
      {error.test && <Badge tone="royal">Test</Badge>}
      {error.regression && !error.resolved && <Badge tone="danger">Regression</Badge>}
      {error.resolved && <Badge tone="live">Resolved</Badge>}
      <span className="ms-auto text-sm text-ink-faint">
        {error.count > 1 && `${error.count} times, last `}
        <RelativeTime at={error.timestamp} />
      </span>
    </div>
    <p className="written font-mono text-sm">{error.message}</p>
    <p className="pt-1 text-sm text-ink-soft [overflow-wrap:anywhere]">
      {[error.during, error.where].filter(Boolean).join(' · ')}
    </p>
    <div className="flex flex-wrap items-end gap-3 pt-3">
      <p className="me-auto min-w-0 flex-1 basis-60 text-sm text-ink-soft">
        {attempts(error.fixAttempts, error.lastFix)}
      </p>
      <ResolveButton error={error} />
    </div>
  </article>
)

const OUTCOMES = { mended: 'It worked', well: 'Nothing was wrong there', failed: 'It did not work' } as const

function attempts(many: number, last: CheckView | null): string {
  if (!last) return 'No fix attempts.'
  return `${counted(many, 'fix attempt')}. ${OUTCOMES[last.outcome]}: ${last.detail}`
}

const ResolveButton = ({ error: { id, resolved } }: { error: MonitorErrorView }) => (
  <WriteButton size="sm" does={{ write: () => setResolved(id, !resolved), failed: 'Error' }}>
    {resolved ? 'Reopen' : 'Resolve'}
  </WriteButton>
)
