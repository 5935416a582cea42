import { useDeferredValue } from 'react'
import type { ServerMapTimelineView } from '#contract/monitor.server-map.ts'
import { Button } from '#client/ui/Button.tsx'
import { dateFormat } from '#client/ui/locale.ts'

type Minute = ServerMapTimelineView['minutes'][number]

const MINUTE = 60_000
const SPAN = 24 * 60
const clock = dateFormat({ dateStyle: 'short', timeStyle: 'short' })

interface TimeLineProps {
  minutes: readonly Minute[]
  /** The minute that is shown, ISO; null: now. */
  past: string | null
  onChange: (past: string | null) => void
}

/** Goes back 24 hours, a minute a step. The curve is the number of sockets. */
export const TimeLine = ({ minutes, past, onChange }: TimeLineProps) => {
  const drawn = useDeferredValue(minutes)
  // The newest minute that has been written.
  const last = minutes.at(-1)
  if (!last) return <p className="text-sm text-ink-soft">The time line begins after the first full minute.</p>
  const end = Date.parse(last.at)
  const ago = past === null ? 0 : Math.round((end - Date.parse(past)) / MINUTE) + 1
  const move = (value: number) =>
    onChange(value >= SPAN ? null : new Date(end - (SPAN - value - 1) * MINUTE).toISOString())
  return (
    <section aria-label="Time line" className="grid gap-1 border-t border-hairline pt-4">
      <Curve minutes={drawn} end={end} />
      <div className="flex items-center gap-4">
        <input
          type="range"
          className="s-sewer-time min-w-0 flex-1"
          aria-label="Minute"
          aria-valuetext={past === null ? 'Now' : clock(new Date(past))}
          min={1}
          max={SPAN}
          value={Math.max(1, SPAN - ago)}
          onChange={({ target }) => move(Number(target.value))}
        />
        <Button
          size="sm"
          {...(past !== null && { variant: 'primary' })}
          disabled={past === null}
          onClick={() => onChange(null)}
        >
          Live
        </Button>
      </div>
      <p className="flex justify-between text-sm text-ink-soft">
        <span>24 hours ago</span>
        <span>now</span>
      </p>
    </section>
  )
}

/** Height of the curve; its width is a unit a minute. */
const HEIGHT = 60

const Curve = ({ minutes, end }: { minutes: readonly Minute[]; end: number }) => {
  const most = Math.max(1, ...minutes.map(({ sockets }) => sockets))
  const bars = minutes.map(({ at, sockets }) => {
    const x = SPAN - (end - Date.parse(at)) / MINUTE
    return `M${x} ${HEIGHT}v-${Math.max(1, (sockets / most) * HEIGHT).toFixed(1)}`
  })
  return (
    <svg viewBox={`0 0 ${SPAN} ${HEIGHT}`} preserveAspectRatio="none" className="h-12 w-full" aria-hidden>
      <path d={bars.join('')} className="fill-none stroke-live/70" strokeWidth="1.2" />
    </svg>
  )
}
