import mongoose from 'mongoose'
import { Gauge } from 'prom-client'
import { clockDifference, compareClocks } from '../clock.ts'
import { setCondition } from '../conditions.ts'
import { metrics } from '../metrics.ts'

/** Clocks that differ by less agree: NTP keeps them within milliseconds. */
export const CLOCK_TOLERANCE_MS = 5_000

/** Asks the store for its time. Rejects when it does not answer. */
export async function askStoreClock(timeoutMS: number): Promise<void> {
  await compareClocks(async () => {
    const hello = await mongoose.connection.db!.admin().command({ hello: 1 }, { timeoutMS })
    return (hello['localTime'] as Date).getTime()
  })
  const difference = clockDifference()
  setCondition(
    'clock',
    Math.abs(difference) > CLOCK_TOLERANCE_MS,
    `${Math.round(Math.abs(difference) / 1000)} s ${difference < 0 ? 'ahead' : 'behind'}`,
  )
}

metrics.registerMetric(
  new Gauge({
    name: 'store_clock_difference_seconds',
    help: 'How far the clock of this machine is behind that of the store; negative when it is ahead.',
    registers: [],
    collect() {
      this.set(clockDifference() / 1000)
    },
  }),
)
