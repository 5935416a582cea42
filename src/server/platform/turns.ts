import { busy } from './errors.ts'

interface Limits {
  /** Works at once: of all, and of one person. */
  readonly atOnce: number
  readonly atOnceOfOne: number
  /** Works that wait, of all and of one person: above these a work is refused. */
  readonly waiting: number
  readonly waitingOfOne: number
  /** The error of a refused work. Default: 503. */
  readonly refuse?: () => Error
}

/**
 * A queue in which people take turns, so that a person with much or heavy work keeps nobody waiting. The function
 * that it returns does a person's work when it is their turn. Nobody is kept without work (LIVE L17).
 */
export function createTurns({ atOnce, atOnceOfOne, waiting: most, waitingOfOne, refuse = busy }: Limits) {
  /** Who waits, the person who is next first. */
  const waiting = new Map<string, (() => void)[]>()
  /** How many works of each person are done now, and of all. */
  const atWork = new Map<string, number>()
  let working = 0

  const mayBegin = (personId: string): boolean =>
    working < atOnce && (atWork.get(personId) ?? 0) < atOnceOfOne

  function count(personId: string, by: 1 | -1): void {
    const own = (atWork.get(personId) ?? 0) + by
    if (own > 0) atWork.set(personId, own)
    else atWork.delete(personId)
    working += by
  }

  async function turnOf(personId: string): Promise<void> {
    if (!mayBegin(personId)) {
      const line = waiting.get(personId) ?? []
      const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
      if (all >= most || line.length >= waitingOfOne) throw refuse()
      waiting.set(personId, line)
      return new Promise<void>((go) => line.push(go))
    }
    count(personId, 1)
  }

  function callNext(): void {
    const next = [...waiting].find(([personId]) => mayBegin(personId))
    if (!next) return
    const [personId, line] = next
    waiting.delete(personId)
    count(personId, 1)
    line.shift()!()
    // Behind everybody else.
    if (line.length > 0) waiting.set(personId, line)
  }

  return async <T>(personId: string, work: () => Promise<T>): Promise<T> => {
    await turnOf(personId)
    try {
      return await work()
    } finally {
      count(personId, -1)
      callNext()
    }
  }
}
