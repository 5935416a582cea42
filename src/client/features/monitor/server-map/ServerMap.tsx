import { clsx } from 'clsx'
import type { PipeView, QueueView, ServerMapView } from '#contract/monitor.server-map.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { inFull } from '#client/ui/Num.tsx'
import { Pipe, inMs, isLate } from './Pipe.tsx'
import { WorldMap } from './WorldMap.tsx'

/** What the server map shows of one moment. */
export const ServerMap = ({ serverMap: { pipes, queue, openAlerts } }: { serverMap: ServerMapView }) => (
  <>
    <Totals pipes={pipes} queue={queue} openAlerts={openAlerts} />
    {pipes.length === 0 && (
      <EmptyState mascot="jester" title="No pipe left a trace">
        There are no figures for this minute.
      </EmptyState>
    )}
    <ul className="grid gap-4" aria-label="Server processes">
      {pipes.map((pipe) => (
        <li key={pipe.id}>
          <Pipe pipe={pipe} />
        </li>
      ))}
    </ul>
    <div className="grid items-start gap-5 xl:grid-cols-[7fr_2fr] *:min-w-0">
      <WorldMap countries={addedUp(pipes)} />
      <Queue queue={queue} />
    </div>
  </>
)

/** The countries of all processes together. */
function addedUp(pipes: readonly PipeView[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { countries } of pipes)
    for (const [country, pages] of Object.entries(countries))
      sums.set(country, (sums.get(country) ?? 0) + pages)
  return sums
}

const Totals = ({ pipes, queue, openAlerts }: Omit<ServerMapView, 'at'>) => {
  const sum = (pick: (pipe: PipeView) => number) => pipes.reduce((total, pipe) => total + pick(pipe), 0)
  const slowest = Math.max(0, ...pipes.map(({ delivery }) => delivery?.p95 ?? 0))
  const oldest = queue?.kinds[0]?.oldest ?? 0
  return (
    <dl className="s-server-map-totals gap-x-6 gap-y-4 border-b border-hairline pb-5">
      <Total name="Sockets" value={inFull(sum(({ sockets }) => sockets))} />
      <Total name="Pushes a second" value={inFull(Math.round(sum(({ pushes }) => pushes)))} />
      <Total
        name="Slowest delivery, p95"
        value={slowest === 0 ? '–' : inMs(slowest)}
        alarm={isLate(slowest)}
      />
      <Total name="Oldest due job" value={queue ? seconds(oldest) : '–'} alarm={oldest >= LATE_JOB} />
      <Total name="Failed jobs" value={queue ? inFull(queue.failed) : '–'} alarm={(queue?.failed ?? 0) > 0} />
      <Total name="Open alerts" value={inFull(openAlerts)} alarm={openAlerts > 0} />
    </dl>
  )
}

/** Seconds after which a job that is due is late. */
const LATE_JOB = 60

const seconds = (value: number): string => {
  if (value >= 7200) return `${inFull(Math.round(value / 3600))} h`
  return value >= 120 ? `${Math.round(value / 60)} min` : `${Math.round(value)} s`
}

const Total = ({ name, value, alarm = false }: { name: string; value: string; alarm?: boolean }) => (
  <div className="flex min-w-0 flex-col-reverse justify-end">
    <dt className="text-base text-ink-soft">{name}</dt>
    <dd className={clsx('tabular text-4xl font-bold wrap-anywhere', alarm && 'text-danger-ink')}>{value}</dd>
  </div>
)

const Queue = ({ queue }: { queue: QueueView | null }) => (
  <section aria-labelledby="server-map-queue">
    <h2 id="server-map-queue" className="pb-2 text-xl">
      The queue of jobs
    </h2>
    {!queue && <p className="text-ink-soft">There are no figures for this minute.</p>}
    {queue && (
      <p className="tabular text-lg">
        {`${inFull(queue.waiting)} waiting, ${inFull(queue.running)} running, ${inFull(queue.failed)} failed`}
      </p>
    )}
    {queue?.kinds.length === 0 && <p className="text-ink-soft">Nothing is due.</p>}
    <ul className="grid gap-2 pt-2 *:min-w-0">
      {queue?.kinds.map(({ kind, due, oldest }) => (
        <li key={kind} className="flex flex-wrap items-baseline justify-end gap-x-3 text-lg">
          <span className="one-line me-auto font-mono text-base">{kind}</span>
          <span className="tabular">{inFull(due)}</span>
          <span className={oldest >= LATE_JOB ? 'tabular text-danger-ink' : 'tabular text-ink-soft'}>
            {seconds(oldest)}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
