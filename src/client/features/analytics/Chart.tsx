import { Skeleton } from '#client/ui/Skeleton.tsx'
import { Cell, HeadCell, Table } from '#client/ui/Table.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'

export interface ChartProps {
  /** Description of the chart. */
  label: string
  kind: 'bars' | 'lines'
  /** Labels from left to right. */
  labels: readonly string[]
  /** At most two; the second one is dashed, and the first one may grow. */
  series: readonly ChartSeries[]
}

export interface ChartSeries {
  name: string
  values: readonly number[]
  /**
   * Name of the last value, which still grows: it is drawn as a point, because a line to it would look like a
   * fall.
   */
  growing?: string | undefined
}

/** The chart library is large, so it is loaded when a chart is on screen. */
const drawn = lazyComponent<ChartProps>(async () => (await import('./UplotChart.tsx')).UplotChart)

/** A chart with its legend, and the same figures as a table. */
export const Chart = (props: ChartProps) => {
  const Drawn = useLazy(drawn, true)
  return (
    <figure>
      {Drawn ? <Drawn {...props} /> : <Skeleton shape="block" height={200} />}
      {props.series.length > 1 && <Legend series={props.series} />}
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

const Legend = ({ series }: Pick<ChartProps, 'series'>) => (
  <figcaption className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-sm text-ink-soft">
    {series.map(({ name }, at) => (
      <span key={name} className="inline-flex items-center gap-2">
        <span className={`w-6 border-t-2 ${STROKES[at]}`} />
        {name}
      </span>
    ))}
    {series.map(
      ({ growing }) =>
        growing && (
          <span key={growing} className="inline-flex items-center gap-2">
            <span className="size-2 rounded-full bg-chart-1" />
            {growing}
          </span>
        ),
    )}
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
