import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '#client/ui/theme.ts'
import type { ChartProps, ChartSeries } from './Chart.tsx'

const HEIGHT = 200

/** The chart as a picture; the table below it has the same figures for screen readers. */
export const UplotChart = ({ labels, series, kind, label }: ChartProps) => {
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(null)
  const look = useLook()
  const names = series.map(({ name }) => name).join('|')
  // Created again only for other colours or series, not for new figures.
  const latest = useRef({ labels, series })
  useLayoutEffect(() => void (latest.current = { labels, series }))
  useEffect(() => {
    const place = host.current!
    const made = new uPlot(
      optionsOf(place, kind, latest),
      dataOf(latest.current.labels, latest.current.series),
      place,
    )
    const observer = new ResizeObserver(() => made.setSize({ width: place.clientWidth, height: HEIGHT }))
    observer.observe(place)
    chart.current = made
    return () => {
      observer.disconnect()
      made.destroy()
    }
  }, [kind, names, look])
  useEffect(() => chart.current?.setData(dataOf(labels, series)), [labels, series])
  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      className="w-full min-w-0 overflow-hidden"
      style={{ height: HEIGHT }}
    />
  )
}

type Latest = { readonly current: Pick<ChartProps, 'labels' | 'series'> }

const dataOf = (labels: readonly string[], series: ChartProps['series']): uPlot.AlignedData => [
  labels.map((_, at) => at),
  ...series.map(({ values, growing }) =>
    valuesAt(labels, growing !== undefined ? values.slice(0, -1) : values),
  ),
  ...series.filter(isGrowing).map(({ values }) => lastAlone(labels, values)),
]

const isGrowing = ({ growing }: ChartSeries): boolean => growing !== undefined
const valuesAt = (labels: readonly string[], values: readonly number[]) =>
  labels.map((_label, at) => values[at] ?? null)
const lastAlone = (labels: readonly string[], values: readonly number[]) =>
  labels.map((_label, at) => (at === values.length - 1 ? values[at]! : null))

function optionsOf(place: HTMLElement, kind: ChartProps['kind'], latest: Latest): uPlot.Options {
  const [ink, line, ...colours] = [
    '--color-ink-soft',
    '--color-hairline',
    '--color-chart-1',
    '--color-chart-2',
  ].map((token) => colourOf(place, token)) as [string, string, string, string]
  const font = `12px ${getComputedStyle(place).fontFamily}`
  const axis: uPlot.Axis = { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { show: false } }
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    // The last label is as wide to the right of its point as to the left.
    padding: [8, 24, 0, 0],
    scales: {
      x: { time: false, ...(kind === 'bars' && { range: (_chart, min, max) => [min - 0.5, max + 0.5] }) },
      y: { range: (_chart, _min, max) => [0, Math.max(4, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        space: 56,
        values: (_chart, splits) => splits.map((at) => latest.current.labels[at] ?? ''),
      },
      { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6] },
    ],
    series: [
      {},
      ...latest.current.series.map((_, at): uPlot.Series => ({
        stroke: colours[at],
        width: kind === 'bars' ? 0 : 2,
        points: { show: false },
        ...(kind === 'bars'
          ? { fill: colours[at], paths: uPlot.paths.bars!({ size: [0.7, 24] }) }
          : at > 0 && { dash: [6, 4] }),
      })),
      ...latest.current.series.filter(isGrowing).map((): uPlot.Series => ({
        stroke: colours[0],
        points: { show: true, size: 8, fill: colours[0] },
      })),
    ],
  }
}

// A canvas does not support `light-dark()`, so the colour is read from an element.
function colourOf(place: HTMLElement, token: string): string {
  const probe = place.appendChild(document.createElement('span'))
  probe.style.color = `var(${token})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const onScheme = (changed: () => void) => {
  dark.addEventListener('change', changed)
  return () => dark.removeEventListener('change', changed)
}

/** Changes whenever the colours change. */
function useLook(): string {
  const theme = useTheme((state) => state.theme)
  return `${theme} ${useSyncExternalStore(onScheme, () => dark.matches)}`
}
