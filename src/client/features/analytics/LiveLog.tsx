import type { PageKind, RealtimeAnalyticsView } from '#contract/analytics.ts'
import { countryName } from '#client/features/analytics/AnalyticsPanels.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'

const READS: Record<PageKind, string> = {
  home: 'is at home',
  feed: 'reads the feed',
  post: 'reads a drop',
  profile: 'looks at a profile',
  decree: 'reads a decree',
  blog: 'browses the Royal Blog',
  search: 'looks for something',
  messages: 'is in the messages',
  legal: 'reads the small print',
  door: 'stands at the door',
  own: 'is in their own rooms',
  staff: 'is behind the scenes',
  other: 'has lost their way',
}

/** Live page views without identities: country and kind of page. */
export const LiveLog = ({ log }: Pick<RealtimeAnalyticsView, 'log'>) => (
  <Card title="Live Event Log">
    {log.length === 0 && <p className="text-sm text-ink-faint">No data yet</p>}
    <ol className="grid max-h-72 gap-2 overflow-y-auto text-sm" tabIndex={0} aria-label="Live Event Log">
      {log.map(({ at, country, kind }, place) => (
        <li key={`${at} ${log.length - place}`} className="flex items-baseline justify-between gap-3">
          <span>
            Somebody from {country === 'Unknown' ? 'somewhere' : countryName(country)} {READS[kind]}
          </span>
          <span className="shrink-0 text-ink-faint">
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ol>
  </Card>
)
