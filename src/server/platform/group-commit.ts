import { setTimeout as pause } from 'node:timers/promises'
import { busy, HttpError } from './errors.ts'
import { inTime } from './in-time.ts'
import { oneAtATime, underAll } from './keyed-lock.ts'
import { isStoreOutage } from './mongo/store-outage.ts'
import { transact, type Transaction } from './mongo/transaction.ts'

/** Entries in one group. */
const MAX_ENTRIES = 200
let maxEntries = MAX_ENTRIES
/** How many entries may wait for one key, and how long, ms. */
const MAX_WAITING = 5_000
const TIMEOUT_MS = 10_000
/** How long a group may take to be written, ms: longer than a transaction. The store's answer may be lost. */
const WRITE_MS = 15_000
/** Without a lock: how long a group holds up the next one, ms, and how many may be under way. */
const PATIENCE_MS = 500
const LANES = 8

/**
 * Limits the entries in one group; without a number, to the usual limit. No result depends on it: tests
 * compare groups with single commits.
 */
export const limitGroupSize = (max: number = MAX_ENTRIES): void => void (maxEntries = max)

/** What one caller gets: a result, or an error that concerns no other entry of the group. */
export type WriteOutcome<Result> = { readonly result: Result } | { readonly error: Error }

/** An outcome that is known later: the next group does not wait for it. */
interface Later<Result> {
  readonly later: Promise<Result>
}

interface Group<Entry> {
  /**
   * The lock of the document, which other writes to it take as well (see oneAtATime). Without it the entries write
   * different documents, and a group that takes long does not hold up the next one.
   */
  lockOf?(key: string): string
  /**
   * Two entries of one owner are never in the same group, so that each sees what the one before it wrote.
   * Without it, any entries may be together.
   */
  ownerOf?(entry: Entry): string
}

interface Writes<Entry, Result> extends Group<Entry> {
  /** Writes all entries. Returns one outcome for each, in their order. When it throws, all get the error. */
  write(key: string, entries: readonly Entry[]): Promise<readonly (WriteOutcome<Result> | Later<Result>)[]>
}

interface Commits<Entry, Result> extends Group<Entry> {
  /** The same, in one transaction. */
  commit(tx: Transaction, key: string, entries: readonly Entry[]): Promise<readonly WriteOutcome<Result>[]>
  /**
   * The entries write different documents. So those of a group that fails, or that conflicts with other
   * writers, are written at the same time, and the next group does not wait for them.
   */
  areIndependent?: boolean
  /**
   * Locks of further documents that the entry changes, such as accounts. Groups of different keys that write to
   * the same document take turns, and do not conflict and start again.
   */
  alsoLocks?(entry: Entry, key: string): readonly string[]
}

interface Waiting<Entry, Result> {
  readonly entry: Entry
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
  isOver: boolean
}

/**
 * Group commit for hot documents: the first entry of a key is written at once; the entries that arrive during
 * that write are written together by the next one. Each caller is answered after the majority write, with its
 * own outcome. Throws 503 when too many entries wait for the key, when an entry waits too long, or in an
 * outage of the store; an entry that waited too long is not written, one whose write took too long may be.
 */
export function groupWrites<Entry, Result>({ lockOf, ownerOf, write }: Writes<Entry, Result>) {
  const queues = new Map<string, Waiting<Entry, Result>[]>()
  const underWay = new Set<Promise<void>>()

  function submit(key: string, entry: Entry): Promise<Result> {
    const queue = queues.get(key)
    if (queue && queue.length >= MAX_WAITING) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const waiting: Waiting<Entry, Result> = {
        entry,
        resolve,
        reject,
        isOver: false,
        timer: setTimeout(() => {
          waiting.isOver = true
          reject(busy())
        }, TIMEOUT_MS),
      }
      if (queue) return void queue.push(waiting)
      const begun = [waiting]
      queues.set(key, begun)
      void writeAll(key, begun)
    })
  }

  /**
   * Writes group after group until nothing waits. Never rejects. A key without entries is forgotten (L17).
   */
  async function writeAll(key: string, queue: Waiting<Entry, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const group = nextGroup(queue, ownerOf)
      if (group.length === 0) continue
      const writing = writeGroup(key, group)
      await (lockOf ? writing : beside(writing))
    }
    queues.delete(key)
  }

  /** Resolves when the next group may begin. */
  async function beside(writing: Promise<void>): Promise<void> {
    underWay.add(writing)
    void writing.then(() => underWay.delete(writing))
    const late = new AbortController()
    await Promise.race([writing, pause(PATIENCE_MS, undefined, late).catch(() => undefined)])
    late.abort()
    while (underWay.size >= LANES) await Promise.race(underWay)
  }

  async function writeGroup(key: string, group: readonly Waiting<Entry, Result>[]): Promise<void> {
    try {
      const entries = group.map(({ entry }) => entry)
      const written = () => inTime(WRITE_MS, write(key, entries), busy)
      const outcomes = await (lockOf ? oneAtATime(lockOf(key), written) : written())
      for (const [at, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[at]!
        if ('error' in outcome) reject(outcome.error)
        else if ('later' in outcome) outcome.later.then(resolve, reject)
        else resolve(outcome.result)
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return submit
}

/** How often the transaction of a group with independent entries is tried. */
const GROUP_ATTEMPTS = 2

/**
 * Group commit with one transaction for each group. When the transaction fails for another reason than the
 * store, its entries are tried again one by one, so that a bad entry fails alone.
 */
export function groupCommits<Entry, Result>({
  commit,
  areIndependent = false,
  alsoLocks = () => [],
  ...group
}: Commits<Entry, Result>) {
  const commitAll = (key: string, entries: readonly Entry[], attempts?: number) =>
    underAll(
      entries.flatMap((entry) => alsoLocks(entry, key)),
      () => transact((tx) => commit(tx, key, entries), attempts),
    )

  const alone = (key: string, entry: Entry) => commitAll(key, [entry])

  async function aloneLater(key: string, entry: Entry): Promise<Result> {
    const [outcome] = await alone(key, entry)
    if ('error' in outcome!) throw outcome.error
    return outcome!.result
  }

  async function write(key: string, entries: readonly Entry[]) {
    if (entries.length === 1) return alone(key, entries[0]!)
    try {
      return await commitAll(key, entries, areIndependent ? GROUP_ATTEMPTS : undefined)
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (areIndependent) return entries.map((entry) => ({ later: aloneLater(key, entry) }))
      return oneByOne(entries, (entry) => alone(key, entry))
    }
  }
  return groupWrites({ ...group, write })
}

/** An outage ends it: the entries after it get the same error. */
async function oneByOne<Entry, Result>(
  entries: readonly Entry[],
  write: (entry: Entry) => Promise<readonly WriteOutcome<Result>[]>,
): Promise<WriteOutcome<Result>[]> {
  const outcomes: WriteOutcome<Result>[] = []
  let outage: Error | null = null
  for (const entry of entries) {
    const own: readonly WriteOutcome<Result>[] = outage
      ? [{ error: outage }]
      : await write(entry).catch((error: Error) => [{ error }])
    outcomes.push(...own)
    for (const outcome of own) if ('error' in outcome && isUnavailable(outcome.error)) outage = outcome.error
  }
  return outcomes
}

/** Removes the next group from the queue: the oldest entry of each owner, as many as fit. */
function nextGroup<Entry, Result>(
  queue: Waiting<Entry, Result>[],
  ownerOf: ((entry: Entry) => string) | undefined,
): Waiting<Entry, Result>[] {
  const owners = new Set<string | undefined>()
  const [group, rest]: Waiting<Entry, Result>[][] = [[], []]
  for (const waiting of queue) {
    if (waiting.isOver) continue
    const owner = ownerOf?.(waiting.entry)
    if (group!.length >= maxEntries || owners.has(owner)) rest!.push(waiting)
    else {
      clearTimeout(waiting.timer)
      group!.push(waiting)
    }
    if (owner !== undefined) owners.add(owner)
  }
  queue.splice(0, queue.length, ...rest!)
  return group!
}

/** Whether the store is the reason: the other entries would fail as well. */
export const isUnavailable = (error: unknown): boolean =>
  isStoreOutage(error) || (error instanceof HttpError && error.status === 503)
