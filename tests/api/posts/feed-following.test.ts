import { trusted } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { fewestOf } from '#tests/support/commands.ts'
import { readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { insertFollows, insertPosts, strangers } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let reader: Person
let readers = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  reader = await person(server, `reader${readers++}`)
})

const DAY = Date.UTC(2026, 0, 1)
const following = async (query = '') => {
  const reply = await reader.get<PostView[]>(`/posts?type=following${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const ids = (posts: readonly PostView[]) => posts.map(({ id }) => id)

async function everyPage(): Promise<PostView[][]> {
  const pages: PostView[][] = []
  for (let cursor = ''; ; cursor = `&cursor=${pages.at(-1)!.at(-1)!.createdAt}`) {
    const posts = await following(cursor)
    if (posts.length === 0) return pages
    pages.push(posts)
  }
}

/**
 * People to follow, with alternating posts a second apart, some of them in one millisecond.
 */
async function world(people: number, posts: number): Promise<{ authors: string[]; posts: string[] }> {
  const authors = strangers(people)
  await insertFollows([reader.id], authors)
  const all = await insertPosts(
    Array.from({ length: posts }, (_, place) => ({
      authorId: authors[place % people]!,
      at: DAY - Math.floor(place / 3) * 1000,
    })),
  )
  // Another person's post, which must never be shown.
  await insertPosts(strangers(50).map((authorId, place) => ({ authorId, at: DAY - place })))
  return { authors, posts: all }
}

const models = () => import('#server/features/posts/feed/timelines.model.ts')
const rowsOf = async (userId: string) =>
  (await models()).TimelineRowModel.find({ owner: `in:${userId}` }).lean()
const settled = async () => {
  const { PostModel } = await import('#server/features/posts/posts.model.ts')
  await until('posts have arrived in timelines', async () => !(await PostModel.exists({ fanOut: 'pending' })))
}

describe('Following', () => {
  it('needs a session', async () => {
    const refused = await visitor(server).get('/posts?type=following')
    expect([refused.status, refused.text]).toEqual([401, 'Please log in to continue.'])
  })

  it('is empty for a person who follows nobody', async () => {
    await insertPosts(strangers(3).map((authorId) => ({ authorId, at: DAY })))
    expect(await following()).toEqual([])
  })

  it.each([
    [1, 60],
    [150, 160],
    [151, 160],
    [201, 210],
    [420, 430],
  ])(
    'of %i people shows each of their %i posts once, newest first, and nobody else’s',
    async (people, count) => {
      const { posts } = await world(people, count)
      const pages = await everyPage()
      const collected = pages.flatMap(ids)
      expect([collected.length, new Set(collected)]).toEqual([count, new Set(posts)])
      const times = pages.flat().map(({ createdAt }) => createdAt)
      expect(times).toEqual(times.toSorted().toReversed())
      expect(pages.slice(0, -1).every(({ length }) => length >= 20)).toBe(true)
    },
  )

  it('continues below the end of the stored timeline without a gap', async () => {
    const { posts } = await world(160, 1000)
    const pages = await everyPage()
    expect([pages.flat().length, new Set(pages.flatMap(ids))]).toEqual([1000, new Set(posts)])
    expect((await rowsOf(reader.id)).length).toBe(800)
  })
})

describe.each([
  ['by pull', 3],
  ['by timeline', 160],
])('Following, %s,', (_, people) => {
  it('shows a new post at once, and removes it when it is deleted', async () => {
    const author = await person(server, `author${readers}`)
    await world(people, 10)
    await reader.post(`/users/${author.id}/follow`)
    await following()
    for (let round = 0; round < 5; round++) {
      const { id } = (await author.post<PostView>('/posts', { text: `Round ${round}` })).body
      expect(ids(await following())[0]).toBe(id)
      await author.delete(`/posts/${id}`)
      expect(ids(await following())).not.toContain(id)
    }
    await settled()
    const { TimelineRowModel } = await models()
    await until(
      'no row of a deleted post is left',
      async () => (await TimelineRowModel.countDocuments({ authorId: author.id })) === 0,
    )
  })

  it('adds and removes old posts with a follow, a mute and a block', async () => {
    const author = await person(server, `author${readers}`)
    await world(people, 10)
    await following()
    const { id } = (await author.post<PostView>('/posts', { text: 'From before' })).body
    expect(ids(await following())).not.toContain(id)
    await reader.post(`/users/${author.id}/follow`)
    expect(ids(await following())[0]).toBe(id)
    await reader.delete(`/users/${author.id}/follow`)
    expect(ids(await following())).not.toContain(id)
    await reader.post(`/users/${author.id}/follow`)
    await reader.post(`/users/${author.id}/mute`)
    expect(ids(await following())).not.toContain(id)
    await reader.delete(`/users/${author.id}/mute`)
    expect(ids(await following())).toContain(id)
    await author.post(`/users/${reader.id}/block`)
    expect(ids(await following())).not.toContain(id)
    await author.delete(`/users/${reader.id}/block`)
    // A block ends the follow.
    expect(ids(await following())).not.toContain(id)
  })
})

describe('A timeline', () => {
  it('stays correct under many simultaneous follows and unfollows', async () => {
    const authors = await Promise.all(
      Array.from({ length: 6 }, (_, at) => person(server, `storm${readers}_${at}`)),
    )
    const { posts } = await world(155, 30)
    const theirs = new Map<string, string>()
    for (const author of authors)
      theirs.set(author.id, (await author.post<PostView>('/posts', { text: 'Mine' })).body.id)
    await following()
    await Promise.all(authors.map(({ id }) => reader.post(`/users/${id}/follow`)))
    await Promise.all([
      ...authors.slice(0, 3).map(({ id }) => reader.delete(`/users/${id}/follow`)),
      following(),
      following(),
    ])
    const expected = new Set([...posts, ...authors.slice(3).map(({ id }) => theirs.get(id)!)])
    expect(new Set((await everyPage()).flatMap(ids))).toEqual(expected)
  })

  it.each([
    ['a follow', 1],
    ['an unfollow', -1],
  ] as const)('is correct after %s whose process stopped before it changed the timeline', async (_, by) => {
    const { authors, posts } = await world(160, 200)
    await following()
    const { FollowModel } = await import('#server/features/people/follows/follows.model.ts')
    const { forgetFollowees } = await import('#server/features/people/follows/follow-graph.service.ts')
    const added = strangers(1)
    const theirs = await insertPosts([{ authorId: added[0]!, at: DAY + 5000 }])
    const removed = await import('#server/features/posts/posts.model.ts').then(({ PostModel }) =>
      PostModel.find({ authorId: authors[0]! }, { _id: 1 }).lean(),
    )
    // The commit without its events.
    if (by === 1) await insertFollows([reader.id], added)
    else await FollowModel.deleteOne({ followerId: reader.id, followeeId: authors[0]! })
    forgetFollowees(reader.id)
    const expected = new Set(by === 1 ? [...theirs, ...posts] : posts)
    if (by === -1) for (const { _id } of removed) expected.delete(_id.toHexString())
    expect(new Set((await everyPage()).flatMap(ids))).toEqual(expected)
  })

  it('is correct after an unfollow whose process stopped while it changed the timeline, and a new follow', async () => {
    const author = await person(server, `author${readers}`)
    const { posts } = await world(160, 10)
    const { id } = (await author.post<PostView>('/posts', { text: 'Still here' })).body
    await reader.post(`/users/${author.id}/follow`)
    await following()
    const { TimelineRowModel, TimelineModel } = await models()
    // The process removes the rows and stops.
    const isRemoved = async () => !(await rowsOf(reader.id)).some(({ postId }) => postId.equals(id))
    const updateOne = TimelineModel.updateOne.bind(TimelineModel)
    const stopped = vi.spyOn(TimelineModel, 'updateOne').mockImplementation((...given) => {
      const update = updateOne(...given)
      const run = update.exec.bind(update)
      update.exec = async () => {
        if (await isRemoved()) throw new Error('The process has stopped')
        return run()
      }
      return update
    })
    onTestFinished(() => stopped.mockRestore())
    await reader.delete(`/users/${author.id}/follow`)
    await until('the rows are removed', isRemoved)
    const { bus } = await import('#server/platform/bus.ts')
    await bus.settled()
    stopped.mockRestore()
    await reader.post(`/users/${author.id}/follow`)
    expect(new Set((await everyPage()).flatMap(ids))).toEqual(new Set([id, ...posts]))
    expect(await TimelineRowModel.countDocuments({ owner: `in:${reader.id}`, authorId: author.id })).toBe(1)
  })

  it('is complete while another process builds it again', async () => {
    const { posts } = await world(160, 30)
    await following()
    const { TimelineRowModel, TimelineModel } = await models()
    // What another process has done half-way through: registered the timeline, and removed its rows.
    await TimelineModel.updateOne({ _id: reader.id }, { $set: { ready: false, floor: null } })
    await TimelineRowModel.deleteMany({ owner: `in:${reader.id}` })
    expect(new Set((await everyPage()).flatMap(ids))).toEqual(new Set(posts))
  })

  it('is read again after a follow that another process committed', async () => {
    const { authors, posts } = await world(160, 60)
    await following()
    const { TimelineRowModel, TimelineModel } = await models()
    const [authorId] = authors
    // The other process removed an author's rows for an unfollow, and stopped before it ended the new follow.
    await TimelineRowModel.deleteMany({ owner: `in:${reader.id}`, authorId })
    await TimelineModel.updateOne({ _id: reader.id }, { $set: { print: 'changing:there' } })
    const { bus } = await import('#server/platform/bus.ts')
    for (const event of ['user:unfollowed', 'user:followed'] as const)
      bus.receiveRemote(event, { followerId: reader.id, followeeId: authorId! })
    expect(new Set((await everyPage()).flatMap(ids))).toEqual(new Set(posts))
  })

  it('is filled for people who have read it within seven days, and rebuilt for people who come back later', async () => {
    const author = await person(server, `author${readers}`)
    await world(160, 10)
    await reader.post(`/users/${author.id}/follow`)
    const { TimelineModel } = await models()
    const { followeesOf } = await import('#server/features/posts/feed/followees.ts')
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
    // A timeline that another process wrote eight days ago.
    const { print } = await followeesOf(reader.id)
    await TimelineModel.insertMany([
      { _id: reader.id, activeAt: daysAgo(8), ready: true, print, floor: null },
    ])
    const has = async (id: string) =>
      (await rowsOf(reader.id)).some(({ postId }) => postId.toHexString() === id)
    const write = async (text: string) => {
      const { id } = (await author.post<PostView>('/posts', { text })).body
      await settled()
      return id
    }
    const missed = await write('While you were out')
    expect(await has(missed)).toBe(false)
    await TimelineModel.updateOne({ _id: reader.id }, { $set: { activeAt: daysAgo(6) } })
    const pushed = await write('Welcome back, nearly')
    expect(await has(pushed)).toBe(true)
    await TimelineModel.updateOne({ _id: reader.id }, { $set: { activeAt: daysAgo(8) } })
    expect(ids(await following()).slice(0, 2)).toEqual([pushed, missed])
    expect(await has(missed)).toBe(true)
    expect((await TimelineModel.findById(reader.id).lean())!.activeAt.getTime()).toBeGreaterThan(
      Date.now() - 60_000,
    )
  })

  it('gets a post wherever its owner is among the followers, of several authors at the same moment', async () => {
    const { TimelineModel } = await models()
    const authors = strangers(3)
    const followers = authors.map((_, at) => strangers(at === 0 ? 2_500 : 3))
    for (const [at, author] of authors.entries()) await insertFollows(followers[at]!, [author])
    const readsNow = (userId: string) => ({
      _id: userId,
      activeAt: new Date(),
      ready: true,
      print: '0:0:0',
      floor: null,
    })
    // On each page of the followers of the first author, and one of the second.
    const active = [...[0, 1_200, 2_499].map((at) => followers[0]![at]!), followers[1]![2]!]
    await TimelineModel.insertMany(active.map(readsNow))
    const written = await insertPosts(authors.map((authorId) => ({ authorId, at: DAY })))
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    await PostModel.updateMany({ _id: trusted({ $in: written }) }, { $set: { fanOut: 'pending' } })
    const { reconcileFanOuts } = await import('#server/features/posts/feed/fan-out.ts')
    await reconcileFanOuts(new Date())
    const { TimelineRowModel } = await models()
    const rows = await TimelineRowModel.find({ postId: trusted({ $in: written }) }).lean()
    expect(rows.map(({ owner, postId }) => [owner, String(postId)]).toSorted()).toEqual(
      active.map((id, at) => [`in:${id}`, written[at < 3 ? 0 : 1]]).toSorted(),
    )
  })

  it('is trimmed to eight hundred rows while posts are added to it, and loses nothing', async () => {
    const { authors, posts } = await world(160, 790)
    await following()
    const { bus } = await import('#server/platform/bus.ts')
    const { presentPublicPost } = await import('#server/features/posts/posts.present.ts')
    const { recordsOf } = await import('#server/features/posts/posts.store.ts')
    const fresh = await insertPosts(
      Array.from({ length: 300 }, (_, place) => ({ authorId: authors[place % 7]!, at: DAY + 1000 + place })),
    )
    for (const record of await recordsOf(fresh)) bus.emit('post:created', { post: presentPublicPost(record) })
    expect(new Set((await everyPage()).flatMap(ids))).toEqual(new Set([...posts, ...fresh]))
    const rows = (await rowsOf(reader.id)).length
    expect(rows).toBeGreaterThanOrEqual(800)
    expect(rows).toBeLessThanOrEqual(900)
  })

  it('gets the posts whose fan-out a stopped process did not finish', async () => {
    const { authors } = await world(160, 10)
    await following()
    const [left] = await insertPosts([{ authorId: authors[0]!, at: DAY + 5000 }])
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    await PostModel.updateOne({ _id: left }, { $set: { fanOut: 'pending' } })
    const { reconcileFanOuts } = await import('#server/features/posts/feed/fan-out.ts')
    await reconcileFanOuts(new Date())
    await settled()
    expect(ids(await following())[0]).toBe(left)
  })
})

it('A timeline that another process has built after a follow is used, not built again for the older list', async () => {
  await world(160, 10)
  await following()
  const { followeesOf, hashAfter } = await import('#server/features/posts/feed/followees.ts')
  const { addRows, inboxOf } = await import('#server/features/posts/feed/timelines.store.ts')
  const { TimelineModel } = await models()
  const [author = ''] = strangers(1)
  const [id = ''] = await insertPosts([{ authorId: author, at: DAY + 1000 }])
  // As the other process does it; this one has not heard of it, and knows the older list.
  const print = hashAfter((await followeesOf(reader.id)).print, author, 1)
  await insertFollows([reader.id], [author])
  await addRows(inboxOf(reader.id), [{ id, authorId: author, at: DAY + 1000 }])
  await TimelineModel.updateOne({ _id: reader.id }, { $set: { print } })
  const built = await TimelineModel.findById(reader.id).lean()
  expect(ids(await following())).toContain(id)
  expect(await TimelineModel.findById(reader.id).lean()).toEqual(built)
})

describe('An author of more than ten thousand followers', () => {
  it('is not written to timelines but merged when they are read, without a gap at the switch', async () => {
    const star = await person(server, `star${readers}`)
    const old = (await star.post<PostView>('/posts', { text: 'Before the fame' })).body.id
    const { posts } = await world(160, 40)
    await reader.post(`/users/${star.id}/follow`)
    expect(ids(await following())[0]).toBe(old)
    await insertFollows(strangers(10_001), [star.id])
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    await UserModel.updateOne({ _id: star.id }, { $set: { followerCount: 10_002 } })

    const risen = (await star.post<PostView>('/posts', { text: 'Thank you all' })).body.id
    expect(ids(await following()).slice(0, 2)).toEqual([risen, old])
    await settled()
    const { CelebrityModel, TimelineRowModel } = await models()
    expect(await TimelineRowModel.countDocuments({ owner: `out:${star.id}` })).toBe(2)

    // For a minute posts are written to both; after it only to the author's own timeline.
    await CelebrityModel.updateOne({ _id: star.id }, { $set: { readyAt: new Date(Date.now() - 120_000) } })
    const next = (await star.post<PostView>('/posts', { text: 'Merged' })).body.id
    expect(ids(await following()).slice(0, 3)).toEqual([next, risen, old])
    expect((await rowsOf(reader.id)).some(({ postId }) => postId.toHexString() === next)).toBe(false)
    expect(new Set((await everyPage()).flatMap(ids))).toEqual(new Set([...posts, old, risen, next]))

    const newcomer = reader
    reader = await person(server, `reader${readers++}`)
    await insertFollows([reader.id], strangers(160))
    expect(ids(await following())).toEqual([])
    await reader.post(`/users/${star.id}/follow`)
    expect(ids(await following())).toEqual([next, risen, old])
    await reader.delete(`/users/${star.id}/follow`)
    expect(ids(await following())).toEqual([])
    reader = newcomer
    await star.delete(`/posts/${risen}`)
    expect(ids(await following()).slice(0, 2)).toEqual([next, old])
  })
})

/** The reads of posts and timelines by a page; follows are cached for a few seconds. */
const listReads = async (query = '') =>
  (await readsOf(() => following(query))).filter(
    ({ collection }) => collection === 'posts' || collection === 'timeline_rows',
  )

describe('The database cost of a page of Following', () => {
  it.each([
    [50, 250],
    [150, 250],
    [201, 100],
    [500, 100],
  ])(
    'with %i followees: at most %i keys and documents, and two commands with the session',
    async (people, most) => {
      await world(people, 2000)
      const cold = await listReads()
      await following()
      const { forgetPages } = await import('#server/features/posts/feed/shared-pages.ts')
      forgetPages()
      const warm = await listReads(`&cursor=${new Date(DAY - 60_000).toISOString()}`)
      for (const read of [...warm, ...cold]) {
        expect(read.plan).not.toContain('COLLSCAN')
        expect(read.sortsInMemory, JSON.stringify(read)).toBe(false)
      }
      const examined = warm.reduce(
        (sum, { keysExamined, docsExamined }) => sum + keysExamined + docsExamined,
        0,
      )
      expect(examined, JSON.stringify(warm)).toBeLessThanOrEqual(most)
      expect(examined).toBeGreaterThan(0)
      // Session, positions and posts; the posts are cached by then.
      const commands = await fewestOf(following)
      expect(commands.length, commands.join()).toBeLessThanOrEqual(2)
    },
  )

  it('is the same when the followees have not posted for long', async () => {
    const { authors } = await world(500, 0)
    await insertPosts(
      Array.from({ length: 1500 }, (_, place) => ({
        authorId: authors[place % 500]!,
        at: DAY - 400 * 86_400_000 - place * 1000,
      })),
    )
    await insertPosts(strangers(3000).map((authorId, place) => ({ authorId, at: DAY - place * 10 })))
    await following()
    const reads = await listReads()
    expect(
      reads.reduce((sum, { keysExamined, docsExamined }) => sum + keysExamined + docsExamined, 0),
    ).toBeLessThanOrEqual(100)
  })
})
