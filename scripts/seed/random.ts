/** All random numbers of the demo data come from here: the same seed gives the same data. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Whole number in [from, to]. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)]!
  }

  /** `count` different ones (fewer when the list is short). */
  sample<T>(list: readonly T[], count: number): T[] {
    const left = [...list]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.int(0, left.length - 1), 1)[0]!,
    )
  }

  /** Small numbers often, large ones rarely, as followers and likes are distributed. */
  powerLaw(most: number, steepness = 3): number {
    return Math.floor(most * this.next() ** steepness)
  }
}
