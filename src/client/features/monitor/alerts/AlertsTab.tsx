import { useCallback } from 'react'
import type { AlertsView } from '#contract/monitor.alerts.ts'
import { alerts } from '#client/features/monitor/data/alerts.store.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { useWatchTopic } from '#client/live/watch.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { AlertCard } from './AlertCard.tsx'
import { AlertChannels } from './AlertChannels.tsx'
import { AlertRules } from './AlertRules.tsx'

/** Open alerts, their history, the rules, and where alerts are sent. */
export const AlertsTab = () => {
  const { query, value: view } = useSnapshot(alerts)
  const { refetch } = query
  // Fetched once more for changes between the first answer and the first push.
  useWatchTopic(
    'monitor',
    useCallback(() => void refetch(), [refetch]),
  )
  if (view) return <Loaded view={view} />
  if (query.isError) return <ErrorState title="The alerts did not load" query={query} />
  return <SkeletonGroup label="Loading the alerts..." className="grid gap-3 pt-4" blocks={[132, 320]} />
}

const Loaded = ({ view: { alerts: all, rules, channels } }: { view: AlertsView }) => {
  const open = all.filter(({ resolvedAt }) => resolvedAt === null)
  const over = all.filter(({ resolvedAt }) => resolvedAt !== null)
  const silencedUntil = (rule: string) => rules.find((one) => one.rule === rule)?.silencedUntil ?? null
  return (
    <div className="grid gap-6 pt-4">
      {open.length === 0 ? (
        <EmptyState mascot="king" title="No open alerts">
          There are no open alerts. Nobody has to get up.
        </EmptyState>
      ) : (
        <ul className="grid gap-3" aria-label="Open alerts">
          {open.map((alert) => (
            <li key={alert.id}>
              <AlertCard alert={alert} silencedUntil={silencedUntil(alert.rule)} />
            </li>
          ))}
        </ul>
      )}
      <AlertRules rules={rules} />
      <AlertChannels channels={channels} />
      <section aria-labelledby="alert-history">
        <h2 id="alert-history" className="pb-3 text-xl">
          The last 30 days
        </h2>
        {over.length === 0 && <p className="text-sm text-ink-faint">No alert was resolved yet.</p>}
        <ul className="grid gap-3">
          {over.map((alert) => (
            <li key={alert.id}>
              <AlertCard alert={alert} silencedUntil={null} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
