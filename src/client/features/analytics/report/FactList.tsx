import { useState } from 'react'
import type { ReportQuery } from '#contract/analytics.report.ts'
import type { Dimension } from '#contract/analytics.report.constants.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Num } from '#client/ui/Num.tsx'
import { factName } from './report-query.ts'

/** Filters by a row, or no longer. */
export type OnFilter = (dimension: Dimension, value: string) => void

interface FactListProps {
  title: string
  note?: string
  dimension: Dimension
  rows: readonly { value: string; count: number }[]
  query: ReportQuery
  onFilter?: OnFilter | undefined
}

/** Rows before all are asked for. */
const FIRST = 8

/** Sums by one fact, each bar scaled to the largest. A click on a row filters by it. */
export const FactList = ({ title, note = 'Page views', dimension, rows, query, onFilter }: FactListProps) => {
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <Card title={title}>
      <p className="pb-2 text-sm text-ink-soft">{note}</p>
      {rows.length === 0 && <p className="text-sm text-ink-faint">No data yet</p>}
      <ul className="-mx-2 grid *:min-w-0">
        {(isWhole ? rows : rows.slice(0, FIRST)).map(({ value, count }) => (
          <li key={value}>
            {onFilter ? (
              <button
                type="button"
                aria-pressed={query[dimension] === value}
                className="block min-h-11 w-full rounded-md px-2 text-start hover:bg-wash"
                onClick={() => onFilter(dimension, value)}
              >
                <Row name={factName(dimension, value)} count={count} share={count / most} />
              </button>
            ) : (
              <div className="px-2 py-1.5">
                <Row name={factName(dimension, value)} count={count} share={count / most} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {rows.length > FIRST && (
        <Button size="sm" variant="ghost" className="mt-2 -ml-1" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${rows.length}`}
        </Button>
      )}
    </Card>
  )
}

const Row = ({ name, count, share }: { name: string; count: number; share: number }) => (
  <>
    <span className="flex items-baseline justify-between gap-3 text-sm">
      <span className="one-line">{name}</span> <Num value={count} />
    </span>
    <span className="mt-1 block h-1.5 rounded-full bg-wash-strong">
      <span className="block h-full rounded-full bg-chart-1" style={{ width: `${share * 100}%` }} />
    </span>
  </>
)
