import { useQuery } from '@tanstack/react-query'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { RetentionView } from '#contract/analytics.retention.ts'
import { RETENTION_WEEKS } from '#contract/analytics.report.constants.ts'
import { fetchRetention, RETENTION_FILE } from '#client/features/analytics/data/report.actions.ts'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { mediumDate } from '#client/ui/locale.ts'
import { inFull } from '#client/ui/Num.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { Cell, EmptyRow, HeadCell, Table } from '#client/ui/Table.tsx'
import { FileLink } from './FileLink.tsx'
import { averageShares, wholePercent } from './shares.ts'
import { useRefetchAfterPush } from './useRefetchAfterPush.ts'

/** Fetched again after a push at most so often, ms. */
const REFRESH_MS = 5_000

interface RetentionProps {
  /** The live figures: whenever they change, the retention does. */
  live: RealtimeAnalyticsView | null
}

/** How many of the people whose account is from one week came back in the weeks after. */
export const Retention = ({ live }: RetentionProps) => {
  const query = useQuery({
    queryKey: ['/api/analytics/retention'],
    staleTime: 0,
    queryFn: ({ signal }) => fetchRetention(signal),
  })
  useRefetchAfterPush(query, live, REFRESH_MS)
  return (
    <Card title="Retention by Week" action={<FileLink href={RETENTION_FILE} label="Retention as CSV" />}>
      <p className="max-w-read pb-3 text-sm text-pretty text-ink-soft">
        Of the people whose account is from one week, the share that came back in each week after it. Counted
        are those who agreed to analytics and opened a page in the week of their account. A week begins on
        Monday, midnight UTC. Only sums are kept, of the last {RETENTION_WEEKS} weeks; an account knows the
        last week in which it was counted, and forgets it when its owner no longer agrees.
      </p>
      {query.isPending && <SkeletonGroup label="Loading retention..." blocks={[220]} />}
      {query.isError && !query.data && <ErrorState title="Failed to load the retention" query={query} />}
      {query.data && <Cohorts retention={query.data} />}
    </Card>
  )
}

const Cohorts = ({ retention: { cohorts, runningWeek } }: { retention: RetentionView }) => {
  const averages = averageShares(cohorts)
  const weeks = Math.max(0, ...cohorts.map(({ people }) => people.length - 1))
  const isEmpty = cohorts.every(({ people }) => people[0] === 0)
  return (
    <>
      <Table label="Retention by week">
        <thead>
          <tr>
            <HeadCell className={FIRST_COLUMN}>Accounts of</HeadCell>
            <HeadCell numeric>People</HeadCell>
            {Array.from({ length: weeks }, (_, at) => (
              <HeadCell key={at} numeric className="relative px-1.5">
                <span className={at > 0 ? 'sr-only' : undefined}>Week </span>
                {at + 1}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {isEmpty && <EmptyRow columns={weeks + 2}>No data yet</EmptyRow>}
          {!isEmpty && averages.length > 0 && (
            <tr className="font-semibold">
              <Cell className={FIRST_COLUMN}>All weeks</Cell>
              <Cell numeric>{inFull(cohorts.reduce((sum, { people }) => sum + (people[0] ?? 0), 0))}</Cell>
              {averages.map((share, at) => (
                <ShareCell key={at} share={share} />
              ))}
            </tr>
          )}
          {!isEmpty &&
            cohorts.map(({ week, people }) => (
              <tr key={week}>
                <Cell className={FIRST_COLUMN}>{mediumDate(Date.parse(week), 'UTC')}</Cell>
                <Cell numeric>
                  {inFull(people[0] ?? 0)}
                  {week === runningWeek && <SoFar />}
                </Cell>
                {people.slice(1).map((count, at) => (
                  <ShareCell
                    key={at}
                    share={people[0] ? count / people[0] : null}
                    count={count}
                    isRunning={at === people.length - 2}
                  />
                ))}
              </tr>
            ))}
        </tbody>
      </Table>
      {!isEmpty && (
        <p className="pt-3 text-sm text-pretty text-ink-soft">
          {weeks === 0
            ? 'The first shares appear next week.'
            : 'An asterisk marks the running week, which still grows. \u{2018}All weeks\u{2019} has only weeks that are over.'}
        </p>
      )}
    </>
  )
}

/** Stays in place while the weeks are scrolled. */
const FIRST_COLUMN = 'sticky start-0 z-1 bg-surface whitespace-nowrap'

const SoFar = () => (
  // What is only spoken stays inside the frame that scrolls.
  <span className="relative text-ink-soft">
    <span aria-hidden="true" className="absolute">
      *
    </span>
    <span className="sr-only"> so far</span>
  </span>
)

/** The deepest shade, in per cent of the colour: the figures stay readable on it in both themes. */
const DEEPEST = 40

const ShareCell = ({
  share,
  count,
  isRunning,
}: {
  /** Null where there is nobody to have a share of. */
  share: number | null
  count?: number
  isRunning?: boolean
}) => (
  <Cell
    numeric
    className="px-1.5 whitespace-nowrap"
    style={
      share === null
        ? undefined
        : { background: `color-mix(in srgb, var(--color-chart-1) ${share * DEEPEST}%, transparent)` }
    }
  >
    {share === null ? '\u{2013}' : wholePercent(share)}
    {isRunning && <SoFar />}
    {count !== undefined && <span className="block text-xs">{inFull(count)}</span>}
  </Cell>
)
