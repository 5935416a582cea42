import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import type { PerformanceView, QuantilesView } from '#contract/analytics.ts'
import { pushes, sockets } from './metrics.ts'

/** The figures cover between one and two of these, ms. */
const WINDOW_MS = 5 * 60_000

/** Times of the last minutes, exact to a thousandth, in constant memory (LIVE L17). */
class RecentTimes {
  #current: RecordableHistogram = createHistogram()
  #before: RecordableHistogram | null = null
  #turnAt = performance.now() + WINDOW_MS

  /** Milliseconds. */
  record(ms: number): void {
    this.#turn()
    this.#current.record(Math.max(1, Math.round(ms * 1000)))
  }

  quantiles(): QuantilesView {
    const times = this.percentiles()
    return times && { p50: times.p50, p95: times.p95, count: times.count }
  }

  /** The same with the slowest of a hundred; null while nothing was measured. */
  percentiles(): { p50: number; p95: number; p99: number; count: number } | null {
    this.#turn()
    const all = createHistogram()
    for (const part of [this.#before, this.#current]) if (part) all.add(part)
    const [p50, p95, p99] = [50, 95, 99].map((share) => inMs(all.percentile(share))) as [
      number,
      number,
      number,
    ]
    return all.count === 0 ? null : { p50, p95, p99, count: all.count }
  }

  #turn(): void {
    const late = performance.now() - this.#turnAt
    if (late < 0) return
    this.#before = late < WINDOW_MS ? this.#current : null
    this.#current = createHistogram()
    this.#turnAt = performance.now() + WINDOW_MS
  }
}

const inMs = (microseconds: number): number => Math.round(microseconds / 100) / 10

/** From each request to the end of its response. */
export const responseTimes = new RecentTimes()
/** From a push to the page's answer. */
export const deliveryTimes = new RecentTimes()

// Started at the first read: without a reader it costs nothing.
let loop: { delay: ReturnType<typeof monitorEventLoopDelay>; since: number } | null = null

/** Delay of the event loop in the last minutes, 99th percentile, ms. */
export function eventLoopDelay(): number {
  if (!loop) {
    loop = { delay: monitorEventLoopDelay({ resolution: 20 }), since: performance.now() }
    loop.delay.enable()
  }
  const late = loop.delay.percentile(99) / 1e6
  if (performance.now() - loop.since > WINDOW_MS) {
    loop.delay.reset()
    loop.since = performance.now()
  }
  return Number.isFinite(late) ? Math.round(Math.max(0, late - 20) * 10) / 10 : 0
}

/** Measurements of this process. */
export async function measuredPerformance(): Promise<PerformanceView> {
  const { values } = await sockets.get()
  return {
    responses: responseTimes.quantiles(),
    delivery: deliveryTimes.quantiles(),
    eventLoop: eventLoopDelay(),
    sockets: values[0]?.value ?? 0,
    memory: Math.round(process.memoryUsage.rss() / 2 ** 20),
  }
}

/** Sockets connected to this process, and pushes since it began. */
export async function socketFigures(): Promise<{ sockets: number; pushes: number }> {
  const [connected, pushed] = await Promise.all([sockets.get(), pushes.get()])
  return {
    sockets: connected.values[0]?.value ?? 0,
    pushes: pushed.values.reduce((sum, { value }) => sum + value, 0),
  }
}

type Countries = Readonly<Record<string, number>>
let whereabouts: () => Countries = () => ({})

/** The realtime side tells how to count its sockets by country. */
export const countCountriesBy = (count: () => Countries): void => void (whereabouts = count)

/** How many of this process's sockets are in each country, of people who have agreed to be counted. */
export const socketCountries = (): Countries => whereabouts()
