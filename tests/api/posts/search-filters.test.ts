import { trusted } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { insertPosts, strangers } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person
/** Ids of the planted posts, newest first; one a day back from DAY. */
let all: string[]

const DAY = Date.UTC(2026, 2, 31, 12)
const ONE_DAY = 24 * 3_600_000
const COUNT = 90
const isByAnn = (at: number) => at % 3 === 0
const hasMedia = (at: number) => at % 4 === 0
const isPaper = (at: number) => at % 2 === 0

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
  all = await insertPosts(
    Array.from({ length: COUNT }, (_, at) => ({
      authorId: isByAnn(at) ? ann.id : bob.id,
      at: DAY - at * ONE_DAY,
      text: `planted ${isPaper(at) ? 'paper' : 'pipe'} c++`,
    })),
  )
  const { PostModel } = await import('#server/features/posts/posts.model.ts')
  await PostModel.updateMany(
    { _id: trusted({ $in: all.filter((_, at) => hasMedia(at)) }) },
    { $set: { mediaType: 'image' } },
  )
  const { rebuildPostWords } = await import('#server/features/posts/search/post-search.ts')
  await rebuildPostWords(null, new AbortController().signal)
  await insertPosts(
    strangers(300).map((authorId, at) => ({ authorId, at: DAY - at * ONE_DAY, text: 'else' })),
  )
})
afterAll(() => server.close())

const search = (q: string, viewer: Caller = nobody, more = '') =>
  viewer.get<PostView[]>(`/posts?q=${encodeURIComponent(q)}${more}`)

async function found(q: string, viewer: Caller = nobody): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await search(q, viewer, cursor && `&cursor=${cursor}`)
    if (body.length === 0) return ids
    ids.push(...body.map(({ id }) => id))
    cursor = body.at(-1)!.createdAt
  }
}
const planted = (fits: (at: number) => boolean) => all.filter((_, at) => fits(at))
const dayOf = (at: number) => new Date(DAY - at * ONE_DAY).toISOString().slice(0, 10)

describe('The filters of a search', () => {
  it('narrow it alone, together and with words, page by page', async () => {
    const within = (at: number) => at > 10 && at < 60
    const days = `before:${dayOf(10)} after:${dayOf(60)}`
    const rows: [string, (at: number) => boolean][] = [
      ['from:ann', isByAnn],
      ['from:@ANN', isByAnn],
      ['has:media', hasMedia],
      ['from:bob has:media', (at) => !isByAnn(at) && hasMedia(at)],
      ['paper from:ann', (at) => isPaper(at) && isByAnn(at)],
      ['planted paper has:media', (at) => isPaper(at) && hasMedia(at)],
      [`planted ${days}`, within],
      [`from:ann ${days}`, (at) => isByAnn(at) && within(at)],
      [`pipe from:bob ${days}`, (at) => !isPaper(at) && !isByAnn(at) && within(at)],
      [`paper has:media from:ann ${days}`, (at) => isPaper(at) && hasMedia(at) && isByAnn(at) && within(at)],
      ['c++ from:ann', isByAnn],
      ['from:ann nowhere', () => false],
      [`planted before:${dayOf(60)} after:${dayOf(10)}`, () => false],
    ]
    for (const [q, fits] of rows) expect(await found(q), q).toEqual(planted(fits))
  })

  it('take days alone', async () => {
    const ids = await found(`before:${dayOf(10)} after:${dayOf(13)}`)
    expect(planted((at) => at === 11 || at === 12).every((id) => ids.includes(id))).toBe(true)
    expect(ids).toHaveLength(4)
  })

  it('give the same posts by reactions', async () => {
    const liked = planted((at) => at === 6)[0]!
    await bob.post(`/posts/${liked}/react`, { emoji: '💩' })
    const { body } = await search('paper from:ann', nobody, '&sort=top')
    expect(body[0]!.id).toBe(liked)
    expect(body.map(({ id }) => id).toSorted()).toEqual(
      planted((at) => isPaper(at) && isByAnn(at)).toSorted(),
    )
  })

  it('find posts with media as soon as they are published, and after an edit', async () => {
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const { body } = await bob.post<PostView>('/posts', { text: 'Fresh picture' })
    expect(await found('fresh has:media')).toEqual([])
    const { wording } = await import('#server/features/posts/publish-post.ts')
    await PostModel.updateOne(
      { _id: body.id },
      { $set: { mediaType: 'video', ...wording('Fresh', 'video') } },
    )
    await bob.patch(`/posts/${body.id}`, { text: 'Fresh again' })
    expect(await found('again has:media')).toEqual([body.id])
  })

  it('find nothing of nobody, nor of people with a block between', async () => {
    expect(await found('from:nobody_at_all')).toEqual([])
    const cat = await person(server, 'cat')
    await ann.post(`/users/${cat.id}/block`)
    expect(await found('from:ann', cat)).toEqual([])
    await cat.post(`/users/${bob.id}/mute`)
    expect(await found('from:bob has:media', cat)).toEqual([])
  })

  it('answer a wrong one with a sentence', async () => {
    for (const [q, sentence] of [
      ['from:', 'Write a handle after from:, for example from:ann.'],
      ['x before:soon', 'Write a day after before:, for example before:2026-11-23.'],
      ['has:soap', 'After has: you can only write media, as in has:media.'],
    ] as const) {
      const { status, text } = await search(q)
      expect([status, text], q).toEqual([400, expect.stringContaining(sentence)])
    }
  })

  it('read one index each', async () => {
    const days = `before:${dayOf(10)} after:${dayOf(60)}`
    // A page that no other test has read.
    const unread = `&cursor=${new Date(DAY - 12 * ONE_DAY + 1).toISOString()}`
    for (const q of ['from:ann', 'has:media', 'paper from:ann', 'from:ann has:media', `paper ${days}`, days])
      expectIndexed(
        (await readsOf(() => search(q, nobody, unread))).filter(({ collection }) => collection === 'posts'),
      )
  })
})
