import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import type { PipeView } from '#contract/monitor.server-map.ts'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { inFull } from '#client/ui/Num.tsx'

/** From here on a figure is shown as an alarm; the alerts have thresholds of their own. */
const LATE = { delivery: 1000, loop: 100, cpu: 90, store: 250 } as const

/** Whether a delivery of so many ms is late. */
export const isLate = (ms: number): boolean => ms >= LATE.delivery

/** A duration in ms, as it is shown. */
export const inMs = (ms: number): string => `${inFull(Math.round(ms))} ms`

/** A server process as a pipe: the faster it pushes, the faster the water runs. */
export const Pipe = ({ pipe }: { pipe: PipeView }) => {
  const { name, startedAt, sockets, pushes, delivery, eventLoop, cpu, memory, store } = pipe
  return (
    <article className="s-pipe rounded-lg border border-hairline bg-surface" data-testid="pipe">
      <div className="flex flex-wrap items-baseline gap-x-4 px-5 pt-4">
        <h2 className="min-w-0 font-mono text-lg font-semibold wrap-anywhere">{name}</h2>
        <span className="ms-auto text-base text-ink-soft">
          running since <RelativeTime at={startedAt} />
        </span>
      </div>
      <Water pushes={pushes} />
      <dl className="s-pipe-figures gap-x-4 gap-y-3 px-5 pb-4">
        <Figure name="Sockets" value={inFull(sockets)} />
        <Figure name="Pushes a second" value={pushes < 10 ? String(pushes) : inFull(Math.round(pushes))} />
        <Figure
          name="Delivery p50"
          value={delivery ? inMs(delivery.p50) : '–'}
          alarm={isLate(delivery?.p50 ?? 0)}
        />
        <Figure
          name="Delivery p95 / p99"
          value={delivery ? `${inFull(Math.round(delivery.p95))} / ${inMs(delivery.p99)}` : '–'}
          alarm={isLate(delivery?.p95 ?? 0)}
        />
        <Figure name="Event loop" value={inMs(eventLoop)} alarm={eventLoop >= LATE.loop} />
        <Figure name="Core" value={`${Math.round(cpu)} %`} alarm={cpu >= LATE.cpu} />
        <Figure name="Memory" value={`${inFull(memory)} MB`} />
        <Figure name="Store" value={inMs(store)} alarm={store >= LATE.store} />
      </dl>
    </article>
  )
}

/** Seconds that a drop takes through the pipe: 12 without a push, 1 from a hundred pushes a second on. */
const duration = (pushes: number): number => Math.max(1, 12 / (1 + pushes / 10))

const Water = ({ pushes }: { pushes: number }) => (
  <div
    aria-hidden
    className="s-water mx-5 my-3"
    // Steps: a new duration would let the water jump each second.
    style={{ '--flow': `${Math.round(duration(pushes))}s` } as CSSProperties}
  />
)

interface FigureProps {
  name: string
  value: string
  alarm?: boolean
}
const Figure = ({ name, value, alarm = false }: FigureProps) => (
  <div className="flex min-w-0 flex-col-reverse justify-end">
    <dt className="text-sm text-ink-soft">{name}</dt>
    <dd className={clsx('tabular text-2xl font-semibold wrap-anywhere', alarm && 'text-danger-ink')}>
      {value}
    </dd>
  </div>
)
