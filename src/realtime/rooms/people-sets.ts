/**
 * For each owner a set of people. Every id is kept once for all owners, under a number; a set is a sorted
 * list of numbers. So a person in a set costs four bytes, where a room for each would cost a few hundred.
 */
export class PeopleSets {
  readonly #numbers = new Map<string, number>()
  /** By number: the id, and how many sets hold it. */
  readonly #ids: string[] = []
  readonly #uses: number[] = []
  /** Numbers that may be given again. */
  readonly #free: number[] = []
  readonly #sets = new Map<string, Uint32Array>()

  has(owner: string, id: string): boolean {
    const set = this.#sets.get(owner)
    const number = this.#numbers.get(id)
    return set !== undefined && number !== undefined && placeOf(set, number) >= 0
  }

  /** Whether any set holds this person. Mostly none does, and nothing else has to be asked. */
  isKnown(id: string): boolean {
    return this.#numbers.has(id)
  }

  sizeOf(owner: string): number {
    return this.#sets.get(owner)?.length ?? 0
  }

  /** Adds people to an owner's set. */
  add(owner: string, ids: Iterable<string>): void {
    const set = this.#sets.get(owner) ?? new Uint32Array()
    const added = new Set<number>()
    for (const id of ids) {
      const known = this.#numbers.get(id)
      if (known !== undefined && (placeOf(set, known) >= 0 || added.has(known))) continue
      added.add(this.#hold(id))
    }
    if (added.size === 0) return
    const grown = new Uint32Array(set.length + added.size)
    grown.set(set)
    grown.set([...added], set.length)
    this.#sets.set(owner, grown.sort())
  }

  remove(owner: string, id: string): void {
    const set = this.#sets.get(owner)
    const number = this.#numbers.get(id)
    const place = set && number !== undefined ? placeOf(set, number) : -1
    if (!set || number === undefined || place < 0) return
    this.#release(number)
    if (set.length === 1) this.#sets.delete(owner)
    else
      this.#sets.set(
        owner,
        set.filter((_, at) => at !== place),
      )
  }

  /** Makes exactly these people an owner's set. */
  replace(owner: string, ids: Iterable<string>): void {
    const before = this.#sets.get(owner)
    this.#sets.delete(owner)
    this.add(owner, ids)
    before?.forEach((number) => this.#release(number))
  }

  /** Forgets an owner (LIVE L17). */
  drop(owner: string): void {
    this.replace(owner, [])
  }

  #hold(id: string): number {
    const number = this.#numbers.get(id) ?? this.#free.pop() ?? this.#ids.length
    this.#numbers.set(id, number)
    this.#ids[number] = id
    this.#uses[number] = (this.#uses[number] ?? 0) + 1
    return number
  }

  #release(number: number): void {
    this.#uses[number]! -= 1
    if (this.#uses[number]! > 0) return
    this.#numbers.delete(this.#ids[number]!)
    this.#ids[number] = ''
    this.#free.push(number)
  }
}

/** Where a sorted list holds a number; -1 where it does not. */
function placeOf(set: Uint32Array, number: number): number {
  let [low, high] = [0, set.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = set[middle]!
    if (found === number) return middle
    if (found < number) low = middle + 1
    else high = middle - 1
  }
  return -1
}
