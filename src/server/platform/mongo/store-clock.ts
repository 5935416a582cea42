import mongoose from 'mongoose'
import { Gauge } from 'prom-client'
import { noteCondition } from '../conditions.ts'
import { metrics } from '../metrics.ts'

/** Clocks that differ by less agree: NTP keeps them within milliseconds. */
export const CLOCK_TOLERANCE_MS = 5_000

let difference = 0

/** Asks the store for its time. Rejects when it does not answer. */
export async function readStoreClock(timeoutMS: number): Promise<void> {
  const asked = Date.now()
  const hello = await mongoose.connection.db!.admin().command({ hello: 1 }, { timeoutMS })
  const answered = Date.now()
  // Neither a slow answer nor a clock that was set meanwhile tells anything.
  if (Math.abs(answered - asked) > CLOCK_TOLERANCE_MS / 2) return
  difference = (hello['localTime'] as Date).getTime() - (asked + answered) / 2
  const isWrong = Math.abs(difference) > CLOCK_TOLERANCE_MS
  noteCondition(
    'clock',
    isWrong,
    `${Math.round(Math.abs(difference) / 1000)} s ${difference < 0 ? 'ahead' : 'behind'}`,
  )
}

/** How far this machine's clock is behind the store's, ms; negative when it is ahead. */
export const clockDifference = (): number => difference

/**
 * Now, for times by which people see things in order. It is the store's time when this machine's clock is wrong: a
 * process that is an hour ahead must not keep its posts on top of everybody's feed.
 */
export const storeTime = (): Date =>
  new Date(Date.now() + (Math.abs(difference) > CLOCK_TOLERANCE_MS ? Math.round(difference) : 0))

metrics.registerMetric(
  new Gauge({
    name: 'store_clock_difference_seconds',
    help: 'How far the clock of this machine is behind that of the store; negative when it is ahead.',
    registers: [],
    collect() {
      this.set(difference / 1000)
    },
  }),
)
