import { busy } from '#server/platform/errors.ts'

interface Limits {
  /** Works at once: of all, and of one person. */
  readonly atOnce: number
  readonly atOnceOfOne: number
  /** Works that wait, of all and of one person: above these the answer is 503. */
  readonly waiting: number
  readonly waitingOfOne: number
}

/**
 * A queue in which people take turns, so that a person with much or heavy work keeps nobody waiting. The function
 * that it returns does a person's work when it is their turn, and throws 503 when too much waits.
 */
export function createTurns({ atOnce, atOnceOfOne, waiting: most, waitingOfOne }: Limits) {
  /** Who waits, the person who is next first. */
  const waiting = new Map<string, (() => void)[]>()
  /** Whose work is done: one entry for each work. */
  const atWork: string[] = []

  const mayBegin = (personId: string): boolean =>
    atWork.length < atOnce && atWork.filter((one) => one === personId).length < atOnceOfOne

  async function turnOf(personId: string): Promise<void> {
    if (!mayBegin(personId)) {
      const line = waiting.get(personId) ?? []
      const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
      if (all >= most || line.length >= waitingOfOne) throw busy()
      waiting.set(personId, line)
      return new Promise<void>((go) => line.push(go))
    }
    atWork.push(personId)
  }

  function callNext(): void {
    const next = [...waiting].find(([personId]) => mayBegin(personId))
    if (!next) return
    const [personId, line] = next
    waiting.delete(personId)
    atWork.push(personId)
    line.shift()!()
    // Behind everybody else.
    if (line.length > 0) waiting.set(personId, line)
  }

  return async <T>(personId: string, work: () => Promise<T>): Promise<T> => {
    await turnOf(personId)
    try {
      return await work()
    } finally {
      atWork.splice(atWork.indexOf(personId), 1)
      callNext()
    }
  }
}
