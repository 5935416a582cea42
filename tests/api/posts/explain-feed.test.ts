import { Types, trusted } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { expectIndexed, readsOf, type StoreRead } from '#tests/support/explain.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { insertFollows, insertPosts, strangers } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let few: Person
let many: Person
let commented: string

const DAY = Date.UTC(2026, 0, 1)
const later = (rows: number) => `cursor=${new Date(DAY - rows * 1000).toISOString()}`

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ann = await person(server, 'ann')
  ;[few, many] = await Promise.all([person(server, 'few'), person(server, 'many')])
  const authors = strangers(300)
  const text = (at: number) => `common words of all ${at % 10 === 0 ? '#tagged throne' : 'others'}`
  const ids = await insertPosts(
    Array.from({ length: 6000 }, (_, at) => ({
      authorId: at % 30 === 0 ? ann.id : authors[at % 300]!,
      at: DAY - at * 1000,
      text: text(at),
    })),
  )
  commented = ids[0]!
  await insertFollows([few.id], authors.slice(0, 150))
  await insertFollows([many.id], authors)
  const { CommentModel } = await import('#server/features/comments/comments.model.ts')
  const author = { displayName: 'x', handle: 'x', avatarUrl: null }
  const comment = (at: number) => ({
    postId: new Types.ObjectId(ids[at % 3]),
    authorId: new Types.ObjectId(),
    author,
    text: 'x',
    poos: at % 7,
    createdAt: new Date(DAY - at),
    updatedAt: new Date(DAY),
  })
  await CommentModel.insertMany(Array.from({ length: 600 }, (_, at) => comment(at)))
  const { ReactionModel } = await import('#server/features/posts/reactions/reactions.model.ts')
  const reaction = (at: number) => ({
    postId: new Types.ObjectId(ids[at % 5]),
    userId: at < 5 ? new Types.ObjectId(ann.id) : new Types.ObjectId(),
    emoji: '💩',
    postAt: new Date(DAY - (at % 5) * 1000),
    createdAt: new Date(DAY + at),
  })
  await ReactionModel.insertMany(Array.from({ length: 800 }, (_, at) => reaction(at)))
  const { recountPost } = await import('#server/features/admin/recount/counters.service.ts')
  for (const id of ids.slice(0, 5)) await recountPost(id)
})
afterAll(() => server.close())

beforeEach(async () => {
  const { forgetPages } = await import('#server/features/posts/feed/shared-pages.ts')
  forgetPages()
})

/** The reads of a page of posts, which must be full. */
async function readsOfPage(who: Caller, path: string): Promise<StoreRead[]> {
  // Cached reads (the viewer, the follows) do not belong to the list.
  await who.get(path)
  const { forgetPages } = await import('#server/features/posts/feed/shared-pages.ts')
  forgetPages()
  return readsOf(async () => {
    const { status, body } = await who.get<PostView[]>(path)
    expect([status, body.length >= 20]).toEqual([200, true])
  })
}

describe('Every list takes one indexed read and one read of its posts', () => {
  it.each([
    ['For you', 'posts', () => '/posts'],
    ['the second page of For you', 'posts', () => `/posts?${later(100)}`],
    ['a hashtag', 'posts', () => '/posts?tag=tagged'],
    ['the second page of a hashtag', 'posts', () => `/posts?tag=tagged&${later(1000)}`],
    ['a search for a common word', 'posts', () => '/posts?q=common'],
    ['a search for a rarer word', 'posts', () => `/posts?q=throne&${later(1000)}`],
    ["a person's posts", 'posts', () => '/users/ann/posts'],
    ["the second page of a person's posts", 'posts', () => `/users/ann/posts?${later(1000)}`],
  ])('%s, for visitors', async (_, collection, path) => {
    const reads = (await readsOfPage(nobody, path())).filter((read) => read.collection === collection)
    expectIndexed(reads)
    expect(reads.map(({ docsExamined }) => docsExamined > 0)).toEqual([false, true])
  })

  it('For you, for a signed-in viewer, with their own reactions on posts with more than a hundred', async () => {
    const reads = await readsOfPage(ann, '/posts')
    expectIndexed(reads)
    const { ownReactions } = await import('#server/features/posts/reactions/own-reactions.service.ts')
    const hit = { id: commented, listed: new Map(), reactionTotal: 160 }
    const own = await readsOf(async () => expect((await ownReactions(few.id, [hit])).size).toBe(0))
    expect(own).toMatchObject([
      { collection: 'reactions', sortsInMemory: false, docsExamined: 0, returned: 0 },
    ])
    const mine = (await ann.get<PostView[]>('/posts')).body.filter(({ viewer }) => viewer.reaction)
    expect(mine).toHaveLength(5)
  })

  it('the own reactions of people who ask for the same posts at the same moment, by one read', async () => {
    const { ownReactions } = await import('#server/features/posts/reactions/own-reactions.service.ts')
    const { ReactionModel } = await import('#server/features/posts/reactions/reactions.model.ts')
    const given = await ReactionModel.find({ postId: commented }).sort({ createdAt: -1 }).limit(3)
    const people = [...given.map(({ userId }) => userId.toHexString()), ...strangers(1)]
    const hit = { id: commented, listed: new Map(), reactionTotal: 160 }
    const reads = await readsOf(async () => {
      const own = await Promise.all(people.map((id) => ownReactions(id, [hit])))
      expect(own.map((one) => one.get(commented))).toEqual(['💩', '💩', '💩', undefined])
    })
    expectIndexed(reads)
    expect(reads).toHaveLength(1)
  })

  it.each([
    ['few', 'posts'],
    ['many', 'timeline_rows'],
  ])('Following, of %s, from %s', async (handle, skeleton) => {
    const who = handle === 'few' ? few : many
    for (const path of ['/posts?type=following', `/posts?type=following&${later(200)}`]) {
      // The viewer, the follows and the celebrities are cached for a few seconds.
      const reads = (await readsOfPage(who, path)).filter(
        ({ collection }) => collection === skeleton || collection === 'posts',
      )
      expectIndexed(reads)
      expect(reads.map(({ collection }) => collection)).toEqual([skeleton, 'posts'])
    }
  })

  it('comments', async () => {
    const cursor = `cursor=${new Date(DAY - 200).toISOString()}`
    const [{ id: last }] = (await nobody.get<[CommentView]>(`/posts/${commented}/comments?sort=most`)).body
    const byPoos = `sort=most&cursor=1-${last}`
    for (const query of ['', cursor, 'sort=first', `sort=first&${cursor}`, 'sort=most', byPoos])
      expectIndexed(await readsOfPage(nobody, `/posts/${commented}/comments?${query}`))
    expectIndexed(await readsOf(() => nobody.get(`/posts/${commented}/roast`)))
  })

  it('and one post', async () => {
    const reads = await readsOf(() => nobody.get(`/posts/${commented}`))
    expectIndexed(reads)
    expect(reads).toHaveLength(1)
  })
})

describe('Jobs', () => {
  it('read through an index: unfinished deletions and timelines, an author’s posts, a recount', async () => {
    const { postsUnderWay } = await import('#server/features/posts/posts.store.ts')
    const { PostModel, PostTombstoneModel } = await import('#server/features/posts/posts.model.ts')
    await PostModel.updateOne({ _id: commented }, { $set: { fanOut: 'pending' } })
    await PostTombstoneModel.collection.insertMany([
      { authorId: new Types.ObjectId(), rev: 1, deletedAt: new Date(), remains: true },
      ...Array.from({ length: 50 }, () => ({
        authorId: new Types.ObjectId(),
        rev: 1,
        deletedAt: new Date(),
      })),
    ] as never)
    const { recountPost } = await import('#server/features/admin/recount/counters.service.ts')
    const { removeFromTimelines } = await import('#server/features/posts/feed/timelines.store.ts')
    const reads = await readsOf(async () => {
      expect(await postsUnderWay(new Date())).toHaveLength(1)
      expect(
        await PostTombstoneModel.find(
          { remains: true, deletedAt: trusted({ $lte: new Date() }) },
          { _id: 1 },
        ).lean(),
      ).toHaveLength(1)
      await recountPost(commented)
      await removeFromTimelines(commented)
      await ann.patch('/users/me', { displayName: 'Ann of Drains' })
    })
    for (const read of reads) {
      expect(read.plan, JSON.stringify(read)).not.toContain('COLLSCAN')
      expect(read.sortsInMemory, JSON.stringify(read)).toBe(false)
    }
  })
})
