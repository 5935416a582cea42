import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import type { PostView, ReactionEmoji } from '#contract/posts.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { newSeed, seeded } from '#tests/support/seeded.ts'
import { GROUP_SIZES, limitGroups } from '#tests/support/group-sizes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person
const [POO, HEART, LAUGH] = REACTIONS.map(({ emoji }) => emoji) as [
  ReactionEmoji,
  ReactionEmoji,
  ReactionEmoji,
]

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const newPost = async (text = 'React to this') => (await ann.post<PostView>('/posts', { text })).body.id
const react = (who: Caller, id: string, emoji: string) => who.post<PostView>(`/posts/${id}/react`, { emoji })
const set = (who: Caller, id: string, emoji: unknown) => who.put<PostView>(`/posts/${id}/reaction`, { emoji })
const unset = (who: Caller, id: string) => who.delete<PostView>(`/posts/${id}/reaction`)
const read = async (who: Caller, id: string) => (await who.get<PostView>(`/posts/${id}`)).body
const notificationsOf = async (who: Person) => (await who.get<NotificationView[]>('/notifications')).body
const reactionNotices = async (who: Person, postId: string) =>
  (await notificationsOf(who)).filter((notice) => notice.type === 'REACTION' && notice.data.postId === postId)

async function rowsOf(postId: string) {
  const { ReactionModel } = await import('#server/features/posts/reactions/reactions.model.ts')
  return ReactionModel.find({ postId }).lean()
}

/** The post's counts match the stored reactions. */
async function expectTrue(postId: string): Promise<void> {
  const [post, rows] = [await read(nobody, postId), await rowsOf(postId)]
  const counts = Map.groupBy(rows, ({ emoji }) => emoji)
  expect(post.reactionCounts).toEqual(
    Object.fromEntries([...counts].map(([emoji, of]) => [emoji, of.length])),
  )
  expect(post._count.reactions).toBe(rows.length)
  const byPerson = new Map(rows.map(({ userId, emoji }) => [userId.toHexString(), emoji]))
  expect(post.reactions).toHaveLength(Math.min(100, rows.length))
  for (const { userId, emoji } of post.reactions) expect(byPerson.get(userId)).toBe(emoji)
  const { recountPost } = await import('#server/features/admin/recount/counters.service.ts')
  expect(await recountPost(postId), 'the recount found something wrong').toBe(false)
}

describe('A reaction', () => {
  it('is given, replaced by another emoji, and withdrawn by the same one', async () => {
    const id = await newPost()
    const given = await react(bob, id, POO)
    expect(given.status).toBe(200)
    expect(given.body).toMatchObject({
      reactions: [{ emoji: POO, userId: bob.id }],
      reactionCounts: { [POO]: 1 },
      _count: { reactions: 1 },
      viewer: { reaction: POO },
    })
    const replaced = await react(bob, id, HEART)
    expect(replaced.body).toMatchObject({
      reactions: [{ emoji: HEART, userId: bob.id }],
      _count: { reactions: 1 },
      viewer: { reaction: HEART },
    })
    expect(replaced.body.reactionCounts).toEqual({ [HEART]: 1 })
    expect(await read(ann, id)).toMatchObject({ reactionCounts: { [HEART]: 1 }, viewer: { reaction: null } })
    const taken = await react(bob, id, HEART)
    expect(taken.body).toMatchObject({
      reactions: [],
      reactionCounts: {},
      _count: { reactions: 0 },
      viewer: { reaction: null },
    })
    expect(taken.body.rev).toBe(given.body.rev + 2)
  })

  it('needs a session, and an existing post', async () => {
    const id = await newPost()
    expect((await react(nobody, id, POO)).status).toBe(401)
    expect((await react(bob, 'f'.repeat(24), POO)).status).toBe(404)
  })

  it("[L16] is pushed to everybody without the viewer's part, and to the person themselves", async () => {
    const id = await newPost()
    const recorded = await recordEvents('post:updated', 'post:reacted')
    const { body } = await react(bob, id, LAUGH)
    const [updated, reacted, ...more] = recorded.stop()
    expect(more).toEqual([])
    expect(updated).toEqual({
      name: 'post:updated',
      payload: { post: expect.objectContaining({ id, reactionCounts: { [LAUGH]: 1 }, rev: body.rev }) },
    })
    expect((updated!.payload as { post: object }).post).not.toHaveProperty('viewer')
    expect(reacted).toEqual({
      name: 'post:reacted',
      payload: { userId: bob.id, postId: id, emoji: LAUGH, rev: body.rev },
    })
  })

  it("notifies the post's author once, whatever the person changes afterwards, and never oneself", async () => {
    const id = await newPost()
    for (const emoji of [POO, POO, POO, HEART]) await react(bob, id, emoji)
    await react(ann, id, POO)
    const about = await reactionNotices(ann, id)
    expect(about).toHaveLength(1)
    expect(about[0]).toMatchObject({
      message: 'bob reacted 💩 to your post',
      actor: { id: bob.id, handle: 'bob' },
      data: { reactorDisplayName: 'bob', reactorHandle: 'bob', emoji: POO, postId: id },
    })
  })
})

describe('A reaction that is set (DECISIONS row 702)', () => {
  it('is the same as one that is toggled, and the same call again changes nothing and tells nobody', async () => {
    const id = await newPost()
    const { body: given } = await set(bob, id, POO)
    expect(given).toMatchObject({ reactionCounts: { [POO]: 1 }, viewer: { reaction: POO } })
    const recorded = await recordEvents('post:updated', 'post:reacted', 'notification:count')
    expect((await set(bob, id, POO)).body).toEqual(given)
    expect(recorded.stop()).toEqual([])
    const toggled = await newPost()
    const { body: same } = await react(bob, toggled, POO)
    const { id: _id, text: _text, createdAt: _at, updatedAt: _changed, ...rest } = given
    expect(same).toMatchObject(rest)
    expect(await reactionNotices(ann, id)).toHaveLength(1)
    await expectTrue(id)
  })

  it('replaces an earlier one, and is removed; without one the removal changes nothing', async () => {
    const id = await newPost()
    await react(bob, id, POO)
    const { body: replaced } = await set(bob, id, HEART)
    expect(replaced).toMatchObject({ reactionCounts: { [HEART]: 1 }, viewer: { reaction: HEART } })
    const recorded = await recordEvents('post:reacted')
    const { status, body: removed } = await unset(bob, id)
    expect(removed).toMatchObject({ reactionCounts: {}, viewer: { reaction: null }, rev: replaced.rev + 1 })
    expect([status, (await unset(bob, id)).body]).toEqual([200, removed])
    expect(recorded.stop().map(({ payload }) => payload)).toEqual([
      { userId: bob.id, postId: id, emoji: null, rev: removed.rev },
    ])
    expect(await reactionNotices(ann, id)).toEqual([])
    await expectTrue(id)
  })

  it('is refused as a toggled one is: of a visitor, an unknown emoji, a post that is not there, hidden or blocked', async () => {
    const id = await newPost()
    expect([(await set(nobody, id, POO)).status, (await unset(nobody, id)).status]).toEqual([401, 401])
    for (const emoji of ['🍕', '', null, undefined, { $ne: null }]) {
      const { status, text } = await set(bob, id, emoji)
      expect([status, text]).toEqual([400, 'That is not one of our reactions.'])
    }
    const bothRefused = async (who: Person, postId: string) => {
      const answers = [await react(who, postId, POO), await set(who, postId, POO), await unset(who, postId)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
    await bothRefused(bob, 'f'.repeat(24))
    await bothRefused(bob, 'zzz')
    await ann.put(`/posts/${id}/plunger`, { hours: 1 })
    await ann.put(`/posts/${id}/hidden`, { hidden: true })
    await bothRefused(bob, id)
    const carl = await person(server, 'carl')
    await ann.post(`/users/${carl.id}/block`)
    await bothRefused(carl, await newPost())
  })

  it('is the own one alone: two people at once, and one on many pages at once', async () => {
    const id = await newPost()
    const calls = [bob, ann].flatMap((who) => [
      ...Array.from({ length: 10 }, () => set(who, id, POO)),
      ...Array.from({ length: 10 }, () => unset(who, id)),
    ])
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
    await Promise.all([...Array.from({ length: 4 }, () => set(bob, id, HEART)), set(ann, id, LAUGH)])
    expect((await read(nobody, id)).reactionCounts).toEqual({ [HEART]: 1, [LAUGH]: 1 })
    await expectTrue(id)
  })
})

describe('Many simultaneous reactions', () => {
  it('of one person leave at most one row, and correct counts', async () => {
    const id = await newPost()
    const emojis = REACTIONS.map(({ emoji }) => emoji)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => react(bob, id, emojis[at % 5]!)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    // Each emoji differs from the previous one, so the last one stays.
    expect(await rowsOf(id)).toHaveLength(1)
    await expectTrue(id)
    const same = await newPost()
    await Promise.all(Array.from({ length: 21 }, () => react(bob, same, POO)))
    expect((await rowsOf(same)).length).toBe(1)
    await expectTrue(same)
  })

  it('of many people are all counted, beside comments and shares', async () => {
    const id = await newPost()
    const crowd = await Promise.all(Array.from({ length: 12 }, (_, at) => person(server, `crowd${at}`)))
    await Promise.all(
      crowd.flatMap((one) => [
        react(one, id, POO),
        one.post(`/posts/${id}/comments`, { text: 'Aye' }),
        one.post(`/posts/${id}/share`),
      ]),
    )
    expect(await read(nobody, id)).toMatchObject({
      reactionCounts: { [POO]: 12 },
      _count: { reactions: 12, comments: 12 },
      shareCount: 12,
    })
    await expectTrue(id)
  })

  it.each(GROUP_SIZES)(
    'in any order, committed %s, leave the counts of the stored reactions',
    async (_, max) => {
      await limitGroups(max)
      const seed = newSeed()
      const dice = seeded(seed)
      const people = await Promise.all(
        Array.from({ length: 6 }, (_, at) => person(server, `crowd${max}_${at}`)),
      )
      const ids = await Promise.all([newPost(), newPost()])
      const wanted = new Map<string, string | null>()
      for (let round = 0; round < 10; round++) {
        // Each person makes one call at a time; all people act at once.
        await Promise.all(
          people.map(async (one) => {
            const [id, { emoji }] = [ids[dice(2)]!, REACTIONS[dice(5)]!]
            const key = `${id}:${one.id}`
            const reply = await react(one, id, emoji)
            wanted.set(key, wanted.get(key) === emoji ? null : emoji)
            expect(reply.body.viewer.reaction, `seed ${seed}`).toBe(wanted.get(key))
          }),
        )
      }
      for (const id of ids) {
        await expectTrue(id)
        const rows = new Map(
          (await rowsOf(id)).map(({ userId, emoji }) => [userId.toHexString(), emoji as string]),
        )
        for (const one of people)
          expect(rows.get(one.id) ?? null, `seed ${seed}`).toBe(wanted.get(`${id}:${one.id}`) ?? null)
      }
    },
  )
})

describe('A post with more than a hundred reactions', () => {
  it("lists the newest hundred and always the viewer's own, with exact counts", async () => {
    const id = await newPost('A hit')
    await react(bob, id, HEART)
    await crowdOn(id, 150)
    const mine = await read(bob, id)
    expect([mine._count.reactions, mine.reactions.length, mine.viewer.reaction]).toEqual([151, 101, HEART])
    expect(mine.reactions.at(-1)).toEqual({ emoji: HEART, userId: bob.id })
    const others = await read(ann, id)
    expect([others.reactions.length, others.viewer.reaction, others.reactionCounts]).toEqual([
      100,
      null,
      { [HEART]: 1, [POO]: 150 },
    ])
    const inFeed = (await bob.get<PostView[]>('/posts')).body.find((post) => post.id === id)
    expect(inFeed).toEqual(mine)
    // The answers of writes agree.
    expect((await bob.post<PostView>(`/posts/${id}/share`)).body).toMatchObject({
      viewer: { reaction: HEART },
      reactions: expect.arrayContaining([{ emoji: HEART, userId: bob.id }]),
    })
    await expectTrue(id)
  })

  it('fills up its list when a listed one is withdrawn', async () => {
    const id = await newPost('Another hit')
    await crowdOn(id, 120)
    await react(bob, id, HEART)
    expect((await read(nobody, id)).reactions[0]).toEqual({ emoji: HEART, userId: bob.id })
    await react(bob, id, HEART)
    await expectTrue(id)
    expect((await read(bob, id)).viewer.reaction).toBeNull()
  })
})

/** Reactions written directly, by people without a session. */
async function crowdOn(postId: string, count: number): Promise<void> {
  const { ReactionModel } = await import('#server/features/posts/reactions/reactions.model.ts')
  const { recountPost } = await import('#server/features/admin/recount/counters.service.ts')
  const rows = Array.from({ length: count }, (_, at) => ({
    postId: new Types.ObjectId(postId),
    userId: new Types.ObjectId(),
    emoji: POO,
    postAt: new Date(),
    createdAt: new Date(Date.now() + at),
  }))
  await ReactionModel.insertMany(rows)
  expect(await recountPost(postId)).toBe(true)
}

describe('[L99] What other processes are told of reactions', () => {
  it('is one event for those that are written together, and a person’s own only where they have a page', async () => {
    const id = await newPost()
    const crowd = await Promise.all(Array.from({ length: 12 }, (_, at) => person(server, `crowd_${at}`)))
    const { bus } = await import('#server/platform/bus.ts')
    const recorded = await recordEvents('reactions:written', 'post:reacted')
    await Promise.all(crowd.map((one) => react(one, id, POO)))
    const heard = recorded.stop()
    const told = heard.flatMap(({ name, payload }) => (name === 'reactions:written' ? [payload] : []))
    const own = heard.flatMap(({ name, payload }) => (name === 'post:reacted' ? [payload] : []))
    expect(told.length).toBeLessThan(crowd.length)
    expect(told.every(({ postId }) => postId === id)).toBe(true)
    const all = crowd.map((one) => [one.id, POO])
    expect(told.flatMap(({ by }) => by).toSorted()).toEqual(all.toSorted())
    expect(own.map((payload) => bus.reachOf('post:reacted', payload)).toSorted(byRoom)).toEqual(
      crowd.map((one) => ({ rooms: [`user:${one.id}`], everywhere: false })).toSorted(byRoom),
    )
  })

  it('replaces what a process remembers of people who are in no list', async () => {
    const { ownReactions } = await import('#server/features/posts/reactions/own-reactions.service.ts')
    const { bus } = await import('#server/platform/bus.ts')
    const id = await newPost()
    const crowded = { id, listed: new Map(), reactionTotal: 200 }
    const remembered = async () => (await ownReactions(bob.id, [crowded])).get(id)
    expect(await remembered()).toBeUndefined()
    bus.receiveRemote('reactions:written', { postId: id, by: [[bob.id, HEART]] })
    expect(await remembered()).toBe(HEART)
    bus.receiveRemote('reactions:written', { postId: id, by: [[bob.id, null]] })
    expect(await remembered()).toBeUndefined()
  })
})

const byRoom = (one: { rooms: readonly string[] }, other: { rooms: readonly string[] }) =>
  one.rooms[0]!.localeCompare(other.rooms[0]!)

describe('A recount', () => {
  it('corrects wrong counts, raises the rev, pushes the post, and finds nothing the next time', async () => {
    const id = await newPost('Miscounted')
    await react(bob, id, POO)
    await bob.post(`/posts/${id}/comments`, { text: 'One' })
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    await PostModel.updateOne(
      { _id: id },
      { $set: { commentCount: 9, reactionTotal: -3, reactionCounts: {}, reactions: [] }, $inc: { rev: 1 } },
    )
    const recorded = await recordEvents('post:updated')
    const { recountPosts } = await import('#server/features/admin/recount/counters.service.ts')
    const recounted = () => recountPosts(null, new AbortController().signal)
    expect(await recounted()).toMatchObject({
      seen: await PostModel.countDocuments(),
      changed: 1,
      isEnd: true,
    })
    expect(recorded.stop()).toHaveLength(1)
    expect(await read(bob, id)).toMatchObject({
      _count: { comments: 1, reactions: 1 },
      reactionCounts: { [POO]: 1 },
      viewer: { reaction: POO },
    })
    expect((await recounted()).changed).toBe(0)
  })
})
