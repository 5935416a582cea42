import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import type { FollowListItem, FollowStatusView, ProfileView } from '#contract/people.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { expectIndexed, fewestReadsOf, readsOf } from '#tests/support/explain.ts'
import { commandsOf } from '#tests/support/commands.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { newSeed, seeded } from '#tests/support/seeded.ts'
import { GROUP_SIZES, limitGroups } from '#tests/support/group-sizes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const follow = (follower: Caller, followee: Person) =>
  follower.post<FollowStatusView>(`/users/${followee.id}/follow`)
const unfollow = (follower: Caller, followee: Person) =>
  follower.delete<FollowStatusView>(`/users/${followee.id}/follow`)
const counts = async ({ handle }: Person) =>
  (await visitor(server).get<ProfileView>(`/users/${handle}`)).body._count
const collection = (name: string) => mongoose.connection.collection(name)
const rows = (follower: Person, followee: Person) =>
  collection('follows').countDocuments({
    followerId: new Types.ObjectId(follower.id),
    followeeId: new Types.ObjectId(followee.id),
  })

describe('Following', () => {
  test('counts on both sides, notifies the followed person, emits its event, and answers the new count', async () => {
    const ann = await person(server, 'ann')
    const bob = await person(server, 'bob')
    const recorded = await recordEvents('user:followed')
    expect(await follow(ann, bob)).toMatchObject({
      status: 200,
      body: { isFollowing: true, _count: { followers: 1 }, rev: 2 },
    })
    expect(recorded.stop()).toEqual([
      { name: 'user:followed', payload: { followerId: ann.id, followeeId: bob.id } },
    ])
    expect(await counts(bob)).toMatchObject({ followers: 1, following: 0 })
    expect(await counts(ann)).toMatchObject({ followers: 0, following: 1 })
    expect((await ann.get(`/users/${bob.id}/is-following`)).body).toEqual({
      isFollowing: true,
      _count: { followers: 1 },
      rev: 2,
    })
    expect((await bob.get(`/users/${ann.id}/is-following`)).body).toMatchObject({ isFollowing: false })
    expect((await visitor(server).get(`/users/${bob.id}/is-following`)).body).toMatchObject({
      isFollowing: false,
      _count: { followers: 1 },
    })
    expect((await ann.get<ProfileView>('/users/bob')).body).toMatchObject({
      isFollowing: true,
      viewer: { follows: true, followsYou: false },
    })
    expect((await bob.get<ProfileView>('/users/ann')).body).toMatchObject({
      isFollowing: false,
      viewer: { follows: false, followsYou: true },
    })
    const [notification] = (await bob.get<NotificationView[]>('/notifications')).body
    expect(notification).toMatchObject({
      type: 'FOLLOW',
      read: false,
      message: 'ann started following you',
      actor: { id: ann.id, handle: 'ann' },
      data: { followerDisplayName: 'ann', followerHandle: 'ann' },
    })
  })

  test('changes nothing when repeated, and neither does unfollowing', async () => {
    const carl = await person(server, 'carl')
    const dora = await person(server, 'dora')
    await follow(carl, dora)
    expect((await follow(carl, dora)).body).toMatchObject({ isFollowing: true, _count: { followers: 1 } })
    const recorded = await recordEvents('user:unfollowed')
    expect((await unfollow(carl, dora)).body).toMatchObject({ isFollowing: false, _count: { followers: 0 } })
    expect((await unfollow(carl, dora)).body).toMatchObject({ isFollowing: false, _count: { followers: 0 } })
    expect(recorded.stop()).toHaveLength(1)
    expect([await counts(carl), await counts(dora)]).toMatchObject([{ following: 0 }, { followers: 0 }])
  })

  test('[L67] and unfollowing ten times creates one notification, which is there while the follow lasts', async () => {
    const eve = await person(server, 'eve')
    const fay = await person(server, 'fay')
    const notices = async () =>
      (await fay.get<NotificationView[]>('/notifications')).body.map(({ seq }) => seq)
    for (let time = 0; time < 10; time++) {
      await follow(eve, fay)
      expect(await notices()).toEqual([1])
      await unfollow(eve, fay)
    }
    expect(await notices()).toEqual([])
  })

  test('twenty times at the same moment by one person is one follow', async () => {
    const gus = await person(server, 'gus')
    const hal = await person(server, 'hal')
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(gus, hal)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await rows(gus, hal)).toBe(1)
    expect([await counts(gus), await counts(hal)]).toMatchObject([{ following: 1 }, { followers: 1 }])
  })

  test('by many people at the same moment is counted completely, and switching by one ends with counts that match the rows', async () => {
    const star = await person(server, 'star')
    const fans: Person[] = []
    for (let at = 0; at < 12; at++) fans.push(await person(server, `fan_${at}`))
    await Promise.all(fans.map((fan) => follow(fan, star)))
    expect(await counts(star)).toMatchObject({ followers: 12 })
    await Promise.all(fans.flatMap((fan) => [unfollow(fan, star), follow(fan, star), unfollow(fan, star)]))
    const left = await collection('follows').countDocuments({ followeeId: new Types.ObjectId(star.id) })
    expect(await counts(star)).toMatchObject({ followers: left })
  })

  test.each(GROUP_SIZES)(
    'and unfollowing by many people in any order, committed %s, leaves counts that match the rows',
    async (_, max) => {
      await limitGroups(max)
      const seed = newSeed()
      const dice = seeded(seed)
      const people = await Promise.all(
        Array.from({ length: 6 }, (_person, at) => person(server, `any${max}_${at}`)),
      )
      const stars = await Promise.all([0, 1].map((at) => person(server, `star${max}_${at}`)))
      const wanted = new Map<string, boolean>()
      for (let round = 0; round < 12; round++)
        await Promise.all(
          people.map(async (one) => {
            const [star, follows] = [stars[dice(2)]!, dice(3) > 0]
            const { status, body } = await (follows ? follow : unfollow)(one, star)
            expect([status, body.isFollowing], `seed ${seed}`).toEqual([200, follows])
            wanted.set(`${one.id}:${star.id}`, follows)
          }),
        )
      const { recountPerson } = await import('#server/features/admin/recount/counters.service.ts')
      for (const star of stars) {
        for (const one of people)
          expect((await rows(one, star)) === 1, `seed ${seed}`).toBe(
            wanted.get(`${one.id}:${star.id}`) ?? false,
          )
        expect(await recountPerson(star.id), `seed ${seed}`).toBe(false)
      }
      for (const one of people) expect(await recountPerson(one.id), `seed ${seed}`).toBe(false)
    },
  )

  test('by people who cannot follow fails for them alone', async () => {
    const star = await person(server, 'alone_star')
    const names = ['blocked', 'blocking', 'full', 'fine', 'also_fine']
    const [blocked, blocking, full, ...fine] = await Promise.all(
      names.map((name) => person(server, `alone_${name}`)),
    )
    await star.post(`/users/${blocked!.id}/block`)
    await blocking!.post(`/users/${star.id}/block`)
    await collection('users').updateOne(
      { _id: new Types.ObjectId(full!.id) },
      { $set: { followingCount: 5_000 } },
    )
    const answers = await Promise.all([blocked, blocking, full, ...fine].map((one) => follow(one!, star)))
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 400, 200, 200])
    expect(await counts(star)).toMatchObject({ followers: 2 })
  })

  test('oneself, an unknown person, or without a session is refused with its message', async () => {
    const ida = await person(server, 'ida')
    expect(await follow(ida, ida)).toMatchObject({ status: 400, text: 'You cannot follow yourself' })
    for (const id of ['0'.repeat(24), 'zzz', '%00', '..%2f..', '%7B%7D']) {
      expect(await ida.post(`/users/${id}/follow`)).toMatchObject({ status: 404, text: 'User not found' })
      expect(await ida.delete(`/users/${id}/follow`)).toMatchObject({ status: 404, text: 'User not found' })
      expect(await ida.get(`/users/${id}/is-following`)).toMatchObject({
        status: 404,
        text: 'User not found',
      })
      expect(await ida.get(`/users/${id}/followers`)).toMatchObject({ status: 404, text: 'User not found' })
    }
    expect(await follow(visitor(server), ida)).toMatchObject({
      status: 401,
      text: 'Please log in to continue.',
    })
  })

  test('ends at five thousand people', async () => {
    const jo = await person(server, 'jo_many')
    const kim = await person(server, 'kim')
    await collection('users').updateOne({ handle: 'jo_many' }, { $set: { followingCount: 4999 } })
    expect((await follow(jo, kim)).status).toBe(200)
    expect(await follow(jo, await person(server, 'one_more'))).toMatchObject({
      status: 400,
      text: 'You have reached the limit of people you can follow.',
    })
    expect(await counts(await person(server, 'one_more'))).toMatchObject({ followers: 0 })
    expect((await unfollow(jo, kim)).status).toBe(200)
  })
})

test('A crowd that follows one person at the same moment costs some commands of the store, not some for each', async () => {
  const star = await person(server, 'star_of_crowds')
  const fans = await Promise.all(Array.from({ length: 30 }, (_, at) => person(server, `fan_in_crowd_${at}`)))
  const names = await commandsOf(async () => {
    await Promise.all(fans.map((fan) => follow(fan, star)))
    const { bus } = await import('#server/platform/bus.ts')
    await bus.settled()
  })
  expect(await counts(star)).toMatchObject({ followers: 30 })
  const afterwards = ['find follows', 'find conversations', 'find timelines']
  expect(names.filter((name) => afterwards.includes(name)).length, names.join()).toBeLessThan(20)
})

describe('The lists', () => {
  let crowd: Person[]
  let star: Person
  beforeAll(async () => {
    star = await person(server, 'the_star')
    crowd = []
    for (let at = 0; at < 45; at++) {
      const fan = await person(server, `crowd_${at}`)
      await follow(fan, star)
      crowd.push(fan)
    }
    for (const fan of crowd.slice(0, 25)) await follow(star, fan)
  })

  const page = async (caller: Caller, side: 'followers' | 'following', cursor?: string) =>
    (await caller.get<FollowListItem[]>(`/users/${star.id}/${side}${cursor ? `?cursor=${cursor}` : ''}`)).body

  async function whole(
    caller: Caller,
    side: 'followers' | 'following',
    between?: () => Promise<unknown>,
  ): Promise<{ handles: string[]; sizes: number[] }> {
    const handles: string[] = []
    const sizes: number[] = []
    for (let cursor: string | undefined; ;) {
      const items = await page(caller, side, cursor)
      sizes.push(items.length)
      if (items.length === 0) return { handles, sizes }
      handles.push(...items.map(({ handle }) => handle))
      cursor = items.at(-1)!.cursor
      await between?.()
    }
  }

  const newestFirst = () => crowd.map(({ handle }) => handle).reverse()

  test('are newest first, twenty a page, for visitors too', async () => {
    expect(await whole(visitor(server), 'followers')).toEqual({
      handles: newestFirst(),
      sizes: [20, 20, 5, 0],
    })
    expect(await whole(visitor(server), 'following')).toEqual({
      handles: newestFirst().slice(20),
      sizes: [20, 5, 0],
    })
  })

  test('show whom the viewer follows', async () => {
    const items = await page(star, 'followers')
    expect(items.every(({ isFollowing }) => !isFollowing)).toBe(true)
    expect((await page(star, 'following')).every(({ isFollowing }) => isFollowing)).toBe(true)
    expect(items[0]).toEqual({
      id: crowd[44]!.id,
      handle: 'crowd_44',
      displayName: 'crowd_44',
      avatarUrl: null,
      bio: '',
      isAdmin: false,
      isFollowing: false,
      rev: 2,
      cursor: items[0]!.cursor,
    })
  })

  test('have no gaps or duplicates while follows begin and end, not even when the last one shown ends', async () => {
    const latecomers = ['late_1', 'late_2', 'late_3']
    const { handles } = await whole(visitor(server), 'followers', async () => {
      const late = latecomers.shift()
      if (late) await follow(await person(server, late), star)
      // The last of the page, the cursor's own row.
      if (late === 'late_1') await unfollow(crowd[25]!, star)
    })
    expect(handles).toEqual(newestFirst())
    await follow(crowd[25]!, star)
  })

  test('leave out people across a block, and still have full pages', async () => {
    const reader = await person(server, 'reader')
    for (const fan of crowd.slice(26, 44)) await fan.post(`/users/${reader.id}/block`)
    const { handles, sizes } = await whole(reader, 'followers')
    expect(sizes.slice(0, -2)).toEqual(sizes.slice(0, -2).map(() => 20))
    expect(handles).not.toEqual(expect.arrayContaining(['crowd_30']))
    expect(handles).toHaveLength(48 - 18)
  })

  test.each(['zzz', '', '0', '%00', `${'0'.repeat(24)}&cursor=${'1'.repeat(24)}`, '%7B%22$gt%22:1%7D'])(
    'refuse the cursor %j',
    async (cursor) => {
      expect((await visitor(server).get(`/users/${star.id}/followers?cursor=${cursor}`)).status).toBe(400)
    },
  )

  test.each(['followers', 'following'] as const)('%s: each read is one range of an index', async (side) => {
    const reads = await fewestReadsOf(() => visitor(server).get(`/users/${star.id}/${side}`))
    expect(reads.map(({ collection: name }) => name)).toEqual(['users', 'follows', 'users'])
    expectIndexed(reads)
    expectIndexed(await readsOf(() => star.get(`/users/${star.id}/${side}`)))
  })

  test('give other features all followees, and followers in pages', async () => {
    const { followeeIds, followerIdsPage } =
      await import('#server/features/people/follows/follow-graph.service.ts')
    expect(new Set(await followeeIds(star.id))).toEqual(new Set(crowd.slice(0, 25).map(({ id }) => id)))
    await unfollow(star, crowd[0]!)
    expect(await followeeIds(star.id)).toHaveLength(24)
    expectIndexed(await readsOf(() => followerIdsPage(star.id, null, 30)))
    const first = await followerIdsPage(star.id, null, 30)
    const second = await followerIdsPage(star.id, first.next, 30)
    expect([first.ids.length, second.ids.length, second.next]).toEqual([30, 18, null])
    expect(new Set([...first.ids, ...second.ids]).size).toBe(48)
    const { forgetFollowees } = await import('#server/features/people/follows/follow-graph.service.ts')
    forgetFollowees(star.id)
    const [read] = await readsOf(() => followeeIds(star.id))
    expect(read).toMatchObject({
      plan: 'IXSCAN { followerId: 1, followeeId: 1 }',
      docsExamined: 0,
      returned: 24,
    })
  })
})
