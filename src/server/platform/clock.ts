import { Types, type mongo } from 'mongoose'

/** How often the clocks are compared, ms. */
const COMPARE_MS = 10_000

/** How far the store's clock is ahead of this process's, ms. */
let ahead = 0
let timer: NodeJS.Timeout | undefined

/**
 * The store's time. The clocks of the processes may differ, and what one stores another one compares: nothing else on
 * the server reads the clock of its process. For a duration there is `performance.now()`.
 */
export const clock = {
  /** Epoch ms. */
  now: (): number => Date.now() + ahead,
  date: (): Date => new Date(clock.now()),
  /** A new id: it begins with its time. */
  id: (): Types.ObjectId => new Types.ObjectId(Types.ObjectId.generate(Math.floor(clock.now() / 1000))),
}

/** Compares the clocks now and from time to time, until `stopClock`. */
export async function startClock(db: mongo.Db): Promise<void> {
  stopClock()
  ahead = 0
  await compare(db)
  // Without the store nothing is stored and compared: the next round comes.
  timer = setInterval(() => void compare(db).catch(() => undefined), COMPARE_MS).unref()
}

export function stopClock(): void {
  clearInterval(timer)
}

async function compare(db: mongo.Db): Promise<void> {
  const asked = Date.now()
  const { localTime } = await db.admin().command({ hello: 1 })
  ahead = narrowed(ahead, (localTime as Date).getTime(), asked, Date.now())
}

/**
 * How far a clock is ahead that showed `theirs` at a moment between `asked` and `answered`. What was known stays when
 * it is possible: a slow answer does not move the time.
 */
export const narrowed = (known: number, theirs: number, asked: number, answered: number): number =>
  Math.min(Math.max(known, theirs - answered), theirs + 1 - asked)
