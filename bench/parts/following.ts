import type { Bench } from '#bench/support/bench.ts'
import { callOnce } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { spreadOf } from '#bench/support/stats.ts'
import { READERS, readerId, type ReaderName } from '#bench/support/world.ts'
import { examined } from '#bench/support/profiler.ts'

const READS = 5
/** Up to this many followees the feed is read from the authors, above it from a stored timeline. */
const PULLED = 150

/**
 * Keys and documents that the database examines for one page of the following feed: exact figures, on every
 * machine.
 */
export async function following({ product, db }: Bench): Promise<Result[]> {
  const names = Object.keys(READERS) as ReaderName[]
  const cookies = await signIn(db, names.map(readerId))
  const results: Result[] = []
  for (const [at, name] of names.entries()) {
    const read = () =>
      callOnce<unknown[]>(product.port, { path: '/api/posts?type=following', cookie: cookies[at]! })
    const first = await examined(db, read)
    const pages = []
    for (let time = 0; time < READS; time += 1) pages.push(await examined(db, read))
    const rows = (await read()).length
    const value = spreadOf(pages.map(({ keys, documents }) => keys + documents))
    const kind = name === 'dormant' ? `${READERS[name]} dormant` : name
    const detail = { followees: READERS[name], rows, firstRead: first, reads: pages }
    results.push({
      measure: `keys + documents for 20 posts of ${kind} followees`,
      unit: 'examined',
      value,
      must: READERS[name] <= PULLED ? 250 : 100,
      detail,
    })
  }
  return results
}
