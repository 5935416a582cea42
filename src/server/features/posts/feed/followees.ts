import { followeeIds } from '#server/features/people/follows/follow-graph.service.ts'

/** The people that a person follows, in the form a following feed needs. */
export interface Followees {
  readonly ids: readonly string[]
  has(id: string): boolean
  /** The same for the same set of people in any order; a timeline stores the one it was built for. */
  readonly print: string
}

// The list is cached: what is derived from it lives as long.
const derived = new WeakMap<readonly string[], Followees>()

export async function followeesOf(userId: string): Promise<Followees> {
  const ids = await followeeIds(userId)
  const known = derived.get(ids)
  if (known) return known
  const set = new Set(ids)
  const followees: Followees = { ids, has: (id) => set.has(id), print: fingerprintOf(ids) }
  derived.set(ids, followees)
  return followees
}

/**
 * Fingerprint of a set of people: its size and two mixed numbers, so that one change can be applied to it.
 */
type Fingerprint = [count: number, one: number, other: number]

const fingerprintOf = (ids: readonly string[]): string =>
  ids.reduce<Fingerprint>((print, id) => mixed(print, id, 1), [0, 0, 0]).join(':')

/** The fingerprint after a person was added (`by` 1) or removed (-1). */
export function hashAfter(print: string, id: string, by: 1 | -1): string {
  const [count = 0, one = 0, other = 0] = print.split(':').map(Number)
  return mixed([count, one, other], id, by).join(':')
}

function mixed([count, one, other]: Fingerprint, id: string, by: 1 | -1): Fingerprint {
  const [a, b, c] = [0, 8, 16].map((start) => Number.parseInt(id.slice(start, start + 8), 16)) as [
    number,
    number,
    number,
  ]
  const member = scrambled(c ^ scrambled(b ^ scrambled(a)))
  return [count + by, (one ^ member) >>> 0, (other ^ scrambled(member + c)) >>> 0]
}

// murmur3's finaliser: similar ids give unrelated numbers.
function scrambled(value: number): number {
  let bits = value >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
