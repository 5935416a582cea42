import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PAGE } from '#contract/limits.ts'
import type { TrendingTagView } from '#contract/posts.ts'
import { clock } from '#server/platform/clock.ts'
import { readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { insertPosts } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let nobody: Caller
let ann: Person

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ann = await person(server, 'ann')
})
afterAll(() => server.close())

const trending = async () => (await nobody.get<TrendingTagView[]>('/trending')).body
const { now } = clock
let ahead = 0

/**
 * The trending list after its cache of five seconds: the server's clock is moved forward.
 */
async function trendingWith(tag: string, count: number): Promise<TrendingTagView[]> {
  ahead += 5_001
  vi.spyOn(clock, 'now').mockImplementation(() => now() + ahead)
  await until(`#${tag} is counted ${count} times`, async () =>
    (await trending()).some((one) => one.tag === tag && one.count === count),
  )
  return trending()
}

describe('The trending list', () => {
  it('is the fixed list while nobody has used a hashtag', async () => {
    const tags = await trending()
    expect(tags).toHaveLength(PAGE.trending)
    expect(new Set(tags.map(({ tag }) => tag)).size).toBe(PAGE.trending)
    expect(tags.every(({ count }) => count === 0)).toBe(true)
  })

  it('is counted from the posts of the last 24 hours, most used first, and completed from a fixed list', async () => {
    const now = Date.now()
    const hour = 3600_000
    await insertPosts([
      ...[1, 2, 3].map((ago) => ({ authorId: ann.id, at: now - ago * hour, text: 'again #Drains #drains' })),
      { authorId: ann.id, at: now - 23 * hour, text: '#brush and #drains' },
      ...[25, 26, 27, 28, 29].map((ago) => ({
        authorId: ann.id,
        at: now - ago * hour,
        text: 'old #yesterday',
      })),
    ])
    const tags = await trendingWith('drains', 4)
    expect(tags).toHaveLength(PAGE.trending)
    expect(tags.slice(0, 2)).toEqual([
      { tag: 'drains', count: 4 },
      { tag: 'brush', count: 1 },
    ])
    expect(tags.map(({ tag }) => tag)).not.toContain('yesterday')
  })

  it('changes with new and deleted posts', async () => {
    const { body } = await ann.post<{ id: string }>('/posts', { text: 'hear hear #brush' })
    await trendingWith('brush', 2)
    await ann.delete(`/posts/${body.id}`)
    await trendingWith('brush', 1)
  })

  it('takes one read of one index, for any number of requests', async () => {
    await insertPosts(
      Array.from({ length: 3000 }, (_, at) => ({
        authorId: ann.id,
        at: Date.now() - at,
        text: at % 10 === 0 ? '#busy' : 'nothing',
      })),
    )
    await trendingWith('busy', 300)
    const { countTags } = await import('#server/features/posts/trending/trending.service.ts')
    const reads = await readsOf(() => countTags(new Date(Date.now() - 24 * 3600_000), PAGE.trending))
    // A job of the text search may read its own collection meanwhile.
    const [read, ...others] = reads.filter(({ collection }) => collection !== 'word_blocks')
    expect(others).toEqual([])
    expect(read?.plan).toContain('IXSCAN { createdAt: -1 }')
    // Posts without a hashtag are not read.
    expect(read?.docsExamined).toBeLessThan(320)
    const burst = await readsOf(() => Promise.all(Array.from({ length: 20 }, trending)))
    expect(burst.filter(({ collection }) => collection === 'posts').length).toBeLessThanOrEqual(1)
  })

  it('is searched by the start of a tag, also beyond the first ten', async () => {
    await insertPosts(
      Array.from({ length: 30 }, (_, at) => ({
        authorId: ann.id,
        at: Date.now() - at,
        text: `#wig${at} #wig${at % 20}`,
      })),
    )
    await trendingWith('wig0', 2)
    const from = async (q: string) =>
      (await nobody.get<TrendingTagView[]>(`/trending?q=${encodeURIComponent(q)}`)).body
    expect(await from('#Wig29')).toEqual([{ tag: 'wig29', count: 1 }])
    expect((await from('wig')).map(({ count }) => count)).toEqual(Array.from({ length: 10 }, () => 2))
    expect(await from('rubberd')).toEqual([{ tag: 'rubberduck', count: 0 }])
    expect(await from('nobodywrotethis')).toEqual([])
  })
})
