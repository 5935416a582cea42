import { randomInt } from 'node:crypto'

/** A random generator that repeats for the same seed: `dice(n)` is a whole number from 0 to n - 1. */
export type Dice = (sides: number) => number

/** mulberry32: small, and good enough to choose the next step of a test. */
export function seeded(seed: number): Dice {
  let state = seed >>> 0
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

/** A new seed, or TEST_SEED, which repeats the choices of a run that failed. The messages of failures name it. */
export const newSeed = (): number => Number(process.env['TEST_SEED'] ?? randomInt(1_000_000))
