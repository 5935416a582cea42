const underWay = new Map<string, Set<Promise<void>>>()

/** Remembers, until it is done, that a post of this author is on its way to timelines. */
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
 * Waits for posts of these people that are on their way: whoever has heard of a post (`post:created`) finds
 * it in the feed (LIVE L1). Mostly there is nothing to wait for.
 */
export async function pendingFanOuts(authors: { has(id: string): boolean }): Promise<void> {
  const awaited = [...underWay].flatMap(([authorId, works]) => (authors.has(authorId) ? [...works] : []))
  if (awaited.length > 0) await Promise.allSettled(awaited)
}
