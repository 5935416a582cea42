import { performance } from 'node:perf_hooks'
import { Gauge, Histogram } from 'prom-client'
import { setCondition } from './conditions.ts'
import { config } from './config.ts'
import { metrics } from './metrics.ts'
import { askStoreClock } from './mongo/store-clock.ts'
import { attempted, sharedMemory } from './shared-memory.ts'
import { storage } from './storage/storage.ts'

const up = new Gauge({
  name: 'dependency_up',
  help: 'Whether a part that this process needs has answered its last check: store, redis, bucket.',
  labelNames: ['part'] as const,
  registers: [metrics],
})
const latency = new Histogram({
  name: 'dependency_check_seconds',
  help: 'How long the checks of a part took.',
  labelNames: ['part'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metrics],
})

/** A part outside of this process. */
interface Part {
  readonly name: 'store' | 'redis' | 'bucket'
  /** How often it is checked, ms. */
  readonly every: number
  /** Rejects when the part does not answer. */
  check(): Promise<unknown>
}

const CHECK_MS = 4_000
// An outage of the store is told by what fails (`store-outage.ts`).
const STORE: Part = { name: 'store', every: 5_000, check: () => askStoreClock(CHECK_MS) }
const BUCKET: Part = { name: 'bucket', every: 15_000, check: async () => (await storage()).check(CHECK_MS) }
const REDIS: Part = {
  name: 'redis',
  every: 2_000,
  async check() {
    await attempted(sharedMemory!)
    await sharedMemory!.ping()
  },
}

/** Checks the parts outside of this process, again and again. Resolves after the first check. Answers how to stop. */
export async function watchParts(): Promise<() => void> {
  const parts = [STORE, ...(sharedMemory ? [REDIS] : []), ...(config.S3_BUCKET ? [BUCKET] : [])]
  await Promise.all(parts.map(check))
  const timers = parts.map((part) => {
    let running = false
    return setInterval(() => {
      if (running) return
      running = true
      void check(part).finally(() => (running = false))
    }, part.every).unref()
  })
  return () => timers.forEach(clearInterval)
}

async function check({ name, check: ask }: Part): Promise<void> {
  const began = performance.now()
  const failure = await ask().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  up.set({ part: name }, failure === null ? 1 : 0)
  latency.observe({ part: name }, (performance.now() - began) / 1000)
  if (name !== 'store') setCondition(name, failure !== null, failure ?? '')
}
