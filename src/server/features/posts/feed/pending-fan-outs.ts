const underWay = new Map<string, Set<Promise<void>>>()

/** Remembers a running fan-out of this author's post until it is done. */
export function expectFanOut(authorId: string, work: Promise<void>): void {
  const works = underWay.get(authorId) ?? new Set()
  underWay.set(authorId, works.add(work))
  const finish = () => {
    works.delete(work)
    if (works.size === 0) underWay.delete(authorId)
  }
  work.then(finish, finish)
}

/**
 * Waits for running fan-outs of these people, so that a person who got `post:created` finds the post in the
 * feed (LIVE L1). Mostly there are none.
 */
export async function pendingFanOuts(authors: { has(id: string): boolean }): Promise<void> {
  const awaited = [...underWay].flatMap(([authorId, works]) => (authors.has(authorId) ? [...works] : []))
  if (awaited.length > 0) await Promise.allSettled(awaited)
}
