import { Types } from 'mongoose'

/** How far the store's clock is ahead of this process's, ms. */
let difference = 0

/**
 * The store's time. The clocks of the processes may differ, and what one stores another one compares: nothing else on
 * the server reads the clock of its process. For a duration there is `performance.now()`.
 */
export const clock = {
  /** Epoch ms. */
  now: (): number => Date.now() + difference,
  date: (): Date => new Date(clock.now()),
  /** A new id: it begins with its time. */
  id: (): Types.ObjectId => new Types.ObjectId(Types.ObjectId.generate(Math.floor(clock.now() / 1000))),
}

/** How far this process's clock is behind the store's, ms; negative when it is ahead. */
export const clockDifference = (): number => difference

/** Compares the clocks: `ask` answers the store's time, epoch ms. */
export async function compareClocks(ask: () => Promise<number>): Promise<void> {
  const asked = Date.now()
  const theirs = await ask()
  difference = narrowed(difference, theirs, asked, Date.now())
}

/**
 * How far a clock is ahead that showed `theirs` at a moment between `asked` and `answered`. What was known stays when
 * it is possible: a slow answer does not move the time.
 */
export const narrowed = (known: number, theirs: number, asked: number, answered: number): number =>
  Math.min(Math.max(known, theirs - answered), theirs + 1 - asked)
