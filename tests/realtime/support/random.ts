export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  chance(probability: number): boolean
  /** A new clientId. */
  uuid(): string
}

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (from) => from[below(from.length)]!,
    chance: (probability) => next() < probability,
    uuid: () => {
      const digits = Array.from({ length: 30 }, () => below(16).toString(16)).join('')
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`
    },
  }
}
