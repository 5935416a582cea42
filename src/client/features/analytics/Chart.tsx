import { Skeleton } from '#client/ui/Skeleton.tsx'
import { Cell, HeadCell, Table } from '#client/ui/Table.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'

export interface ChartProps {
  /** Description of the chart. */
  label: string
  kind: 'bars' | 'lines'
  /** Labels from left to right. */
  labels: readonly string[]
  /** At most two; the second one is dashed. */
  series: readonly { name: string; values: readonly number[] }[]
}

/** The chart library is large, so it is loaded when a chart is on screen. */
const drawn = lazyComponent<ChartProps>(async () => (await import('./UplotChart.tsx')).UplotChart)

/** A chart with its legend, and the same figures as a table. */
export const Chart = (props: ChartProps) => {
  const Drawn = useLazy(drawn, true)
  return (
    <figure>
      {Drawn ? <Drawn {...props} /> : <Skeleton shape="block" height={200} />}
      {props.series.length > 1 && <Legend names={props.series.map(({ name }) => name)} />}
      <details className="pt-2 text-sm">
        <summary className="w-fit cursor-pointer rounded-xs text-ink-soft">Show the figures</summary>
        <div className="max-h-72 overflow-y-auto pt-2">
          <Figures {...props} />
        </div>
      </details>
    </figure>
  )
}

const STROKES = ['border-chart-1', 'border-chart-2 border-dashed'] as const

const Legend = ({ names }: { names: readonly string[] }) => (
  <figcaption className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-sm text-ink-soft">
    {names.map((name, at) => (
      <span key={name} className="inline-flex items-center gap-2">
        <span className={`w-6 border-t-2 ${STROKES[at]}`} />
        {name}
      </span>
    ))}
  </figcaption>
)

const Figures = ({ label, labels, series }: ChartProps) => (
  <Table label={label}>
    <thead>
      <tr>
        <HeadCell>Time</HeadCell>
        {series.map(({ name }) => (
          <HeadCell key={name} numeric>
            {name}
          </HeadCell>
        ))}
      </tr>
    </thead>
    <tbody>
      {labels.map((time, at) => (
        <tr key={time}>
          <th scope="row" className="text-start font-normal">
            {time}
          </th>
          {series.map(({ name, values }) => (
            <Cell key={name} numeric>
              {values[at] ?? '–'}
            </Cell>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
)
