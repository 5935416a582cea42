import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConversationWith } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import type { FollowListItem, ProfileView, RelationStatusView, UserView } from '#contract/people.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const hide = (who: Person, whom: Person, kind: 'mute' | 'block') =>
  who.post<RelationStatusView>(`/users/${whom.id}/${kind}`)
const meet = (who: Person, whom: Person, kind: 'mute' | 'block') =>
  who.delete<RelationStatusView>(`/users/${whom.id}/${kind}`)
const profile = (viewer: Person, of: Person) => viewer.get<ProfileView>(`/users/${of.handle}`)
const pair = async (name: string) =>
  [await person(server, `${name}_a`), await person(server, `${name}_b`)] as const

describe('A mute', () => {
  test('is visible only to the person who mutes, and can be ended', async () => {
    const [ann, bob] = await pair('mute')
    await bob.post(`/users/${ann.id}/follow`)
    const recorded = await recordEvents('relation:changed')
    expect((await hide(ann, bob, 'mute')).body).toEqual({ muted: true, blocked: false })
    expect((await hide(ann, bob, 'mute')).body).toEqual({ muted: true, blocked: false })
    expect((await profile(ann, bob)).body.viewer).toMatchObject({
      muted: true,
      blocked: false,
      can: { follow: true, message: true },
    })
    expect((await profile(bob, ann)).body.viewer).toMatchObject({ muted: false, follows: true })
    expect((await meet(ann, bob, 'mute')).body).toEqual({ muted: false, blocked: false })
    expect((await meet(ann, bob, 'mute')).body).toEqual({ muted: false, blocked: false })
    expect((await profile(ann, bob)).body.viewer).toMatchObject({ muted: false })
    const pushed = { userId: ann.id, otherId: bob.id, kind: 'mute' }
    expect(recorded.stop().map(({ payload }) => payload)).toEqual([
      { ...pushed, hidden: true },
      { ...pushed, hidden: false },
    ])
  })

  test('suppresses notifications from the muted person', async () => {
    const [ann, bob] = await pair('quiet')
    await hide(ann, bob, 'mute')
    expect((await bob.post(`/users/${ann.id}/follow`)).status).toBe(200)
    expect((await ann.get('/notifications')).body).toEqual([])
  })
})

describe('The lists of muted and of blocked people', () => {
  const list = (who: Person, kind: 'muted' | 'blocked', query = '') =>
    who.get<FollowListItem[]>(`/users/me/${kind}${query}`)
  const handles = async (who: Person, kind: 'muted' | 'blocked') =>
    (await list(who, kind)).body.map(({ handle }) => handle)

  test('name them, newest first, for the person alone', async () => {
    const [ann, bob] = await pair('list')
    const cat = await person(server, 'list_cat')
    await hide(ann, bob, 'mute')
    await hide(ann, cat, 'mute')
    await hide(ann, cat, 'block')
    expect(await handles(ann, 'muted')).toEqual(['list_cat', 'list_b'])
    expect(await handles(ann, 'blocked')).toEqual(['list_cat'])
    expect(await handles(bob, 'muted')).toEqual([])
    expect((await visitor(server).get('/users/me/muted')).status).toBe(401)
    await meet(ann, cat, 'mute')
    expect(await handles(ann, 'muted')).toEqual(['list_b'])
  })

  test('leave out who blocks the person, until that block ends', async () => {
    const [ann, bob] = await pair('both')
    await hide(ann, bob, 'block')
    await hide(bob, ann, 'block')
    expect(await handles(ann, 'blocked')).toEqual([])
    await meet(bob, ann, 'block')
    expect(await handles(ann, 'blocked')).toEqual(['both_b'])
  })

  test('have pages, and each page is read from its index', async () => {
    const ann = await person(server, 'pages_a')
    const others = await Promise.all(
      Array.from({ length: 23 }, (_, at) => person(server, `pages_${String(at).padStart(2, '0')}`)),
    )
    for (const other of others) await hide(ann, other, 'mute')
    const first = (await list(ann, 'muted')).body
    expect(first).toHaveLength(20)
    const rest = await list(ann, 'muted', `?cursor=${first.at(-1)?.cursor}`)
    expect([...first, ...rest.body].map(({ id }) => id)).toEqual(others.map(({ id }) => id).toReversed())
    expectIndexed(await readsOf(() => list(ann, 'muted')))
  })
})

describe('A block', () => {
  test('ends both follows and their counts in the same write', async () => {
    const [ann, bob] = await pair('end')
    await ann.post(`/users/${bob.id}/follow`)
    await bob.post(`/users/${ann.id}/follow`)
    const recorded = await recordEvents('relation:changed', 'user:unfollowed')
    expect((await hide(ann, bob, 'block')).body).toEqual({ muted: false, blocked: true })
    expect(recorded.stop().map(({ name }) => name)).toEqual([
      'relation:changed',
      'user:unfollowed',
      'user:unfollowed',
    ])
    for (const somebody of [ann, bob])
      expect((await profile(somebody, somebody)).body._count).toMatchObject({ followers: 0, following: 0 })
    await meet(ann, bob, 'block')
    expect((await ann.get(`/users/${bob.id}/is-following`)).body).toMatchObject({ isFollowing: false })
  })

  test('is told to both by a read, as by the push, until it ends', async () => {
    const [ann, bob] = await pair('read')
    const pushed = async (viewer: typeof ann, other: typeof ann) =>
      (await viewer.get(`/users/${other.id}/relation`)).body
    await ann.post(`/users/${bob.id}/follow`)
    await hide(ann, bob, 'mute')
    expect(await pushed(ann, bob)).toEqual({ muted: true, blocked: false, follows: true })
    expect(await pushed(bob, ann)).toEqual({ muted: false, blocked: false, follows: false })
    await hide(bob, ann, 'block')
    expect(await pushed(ann, bob)).toEqual({ muted: true, blocked: true, follows: false })
    expect(await pushed(bob, ann)).toEqual({ muted: false, blocked: true, follows: false })
    await meet(bob, ann, 'block')
    expect(await pushed(bob, ann)).toEqual({ muted: false, blocked: false, follows: false })
  })

  test('hides the blocker from the blocked person at once: profile, lists, search, follow', async () => {
    const [ann, bob] = await pair('gone')
    expect((await profile(bob, ann)).status).toBe(200)
    await hide(ann, bob, 'block')
    for (const call of [
      `/users/${ann.handle}`,
      `/users/${ann.id}/followers`,
      `/users/${ann.id}/following`,
      `/users/${ann.id}/is-following`,
      `/messages/with/${ann.id}`,
    ]) {
      expect(await bob.get(call)).toMatchObject({ status: 404, text: 'User not found' })
    }
    expect(await bob.post(`/users/${ann.id}/follow`)).toMatchObject({ status: 404, text: 'User not found' })
    expect((await bob.get<UserView[]>('/users/search?q=gone')).body.map(({ handle }) => handle)).toEqual([
      'gone_b',
    ])
    expect((await visitor(server).get<UserView[]>('/users/search?q=gone')).body).toHaveLength(2)
  })

  test('leaves their thread readable, but closed for new messages', async () => {
    const [ann, bob] = await pair('thread')
    await ann.post('/messages', { receiverId: bob.id, content: 'Before' })
    await hide(ann, bob, 'block')
    for (const [who, whom] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const { status, body } = await who.get<ConversationWith>(`/messages/with/${whom.id}`)
      expect([status, body.conversation?.lastSeq, body.can]).toEqual([200, 1, { send: false }])
    }
  })

  test('suppresses notifications about things that the blocked person could not open', async () => {
    const [ann, bob] = await pair('call')
    const cat = await person(server, 'call_cat')
    await hide(ann, bob, 'block')
    const post = (await ann.post<PostView>('/posts', { text: 'Not for bob' })).body
    await cat.post(`/posts/${post.id}/comments`, { text: 'Look, @call_b' })
    expect((await bob.get('/notifications')).body).toEqual([])
    const own = (await cat.post<PostView>('/posts', { text: 'For @call_b' })).body
    expect((await bob.get<NotificationView[]>('/notifications')).body.map(({ data }) => data)).toEqual([
      expect.objectContaining({ postId: own.id }),
    ])
  })

  test('leaves the blocker a profile page to end it on, without a way to follow', async () => {
    const [ann, bob] = await pair('back')
    await hide(ann, bob, 'block')
    expect((await profile(ann, bob)).body.viewer).toMatchObject({
      blocked: true,
      can: { follow: false, message: false },
    })
    expect(await ann.post(`/users/${bob.id}/follow`)).toMatchObject({
      status: 403,
      text: 'You cannot reach this person.',
    })
    expect((await meet(ann, bob, 'block')).body).toEqual({ muted: false, blocked: false })
    expect((await profile(bob, ann)).status).toBe(200)
    expect((await bob.post(`/users/${ann.id}/follow`)).status).toBe(200)
  })

  test('in both directions is ended by each person separately', async () => {
    const [ann, bob] = await pair('both')
    await hide(ann, bob, 'block')
    await hide(bob, ann, 'block')
    await meet(ann, bob, 'block')
    expect((await profile(ann, bob)).status).toBe(404)
    expect((await profile(bob, ann)).body.viewer.blocked).toBe(true)
  })

  test('and a follow at the same moment never both succeed', async () => {
    for (let round = 0; round < 15; round++) {
      const [ann, bob] = await pair(`race${round}`)
      await Promise.all([bob.post(`/users/${ann.id}/follow`), hide(ann, bob, 'block')])
      const follows = await mongoose.connection
        .collection('follows')
        .countDocuments({ followerId: new Types.ObjectId(bob.id) })
      expect(follows).toBe(0)
      expect((await profile(ann, ann)).body._count).toMatchObject({ followers: 0 })
    }
  })

  test('made ten times at the same moment is one row', async () => {
    const [ann, bob] = await pair('once')
    await Promise.all(Array.from({ length: 10 }, () => hide(ann, bob, 'block')))
    expect(
      await mongoose.connection
        .collection('relations')
        .countDocuments({ userId: new Types.ObjectId(ann.id) }),
    ).toBe(1)
  })

  test('removes both from the reaction lists that the other reads, and keeps the counts', async () => {
    const [ann, bob] = await pair('reactors')
    const cat = await person(server, 'reactors_c')
    const { id } = (await cat.post<PostView>('/posts', { text: 'who reacts' })).body
    for (const who of [ann, bob, cat]) await who.post(`/posts/${id}/react`, { emoji: '👍' })
    await cat.post(`/posts/${id}/comments`, { text: 'here' })
    const reads = async (who: Person) => {
      const single = await who.get<PostView>(`/posts/${id}`)
      const lists = await Promise.all(
        ['/posts', `/users/${cat.handle}/posts`, `/users/${cat.handle}/likes`].map((path) =>
          who.get<PostView[]>(path),
        ),
      )
      const seen = [single.body, ...lists.map(({ body }) => body.find((one) => one.id === id)!)]
      return {
        etag: single.headers.get('etag'),
        counts: seen.map(({ _count }) => _count.reactions),
        reactors: seen.map(({ reactions }) => new Set(reactions.map(({ userId }) => userId))),
      }
    }
    const fourTimes = (people: Set<string>) => [people, people, people, people]
    const before = await reads(bob)
    expect(before.reactors).toEqual(fourTimes(new Set([ann.id, bob.id, cat.id])))
    await hide(ann, bob, 'block')
    expect((await reads(ann)).reactors).toEqual(fourTimes(new Set([ann.id, cat.id])))
    const after = await reads(bob)
    expect(after.reactors).toEqual(fourTimes(new Set([bob.id, cat.id])))
    expect(after.counts).toEqual([3, 3, 3, 3])
    expect(after.etag).not.toBe(before.etag)
    expect((await reads(cat)).reactors).toEqual(before.reactors)
    const answer = await bob.post<PostView>(`/posts/${id}/react`, { emoji: '😂' })
    expect(answer.body.reactions.map(({ userId }) => userId)).not.toContain(ann.id)
    await meet(ann, bob, 'block')
    expect((await reads(bob)).reactors).toEqual(before.reactors)
  })
})

describe('A mute or a block', () => {
  test.each([
    ['mute', 'You cannot mute yourself'],
    ['block', 'You cannot block yourself'],
  ] as const)(
    '%s: oneself, nobody and without a log-in is refused with its sentence',
    async (kind, sentence) => {
      const cora = await person(server, 'cora')
      expect(await hide(cora, cora, kind)).toMatchObject({ status: 400, text: sentence })
      for (const id of ['0'.repeat(24), 'zzz', '%00'])
        expect(await cora.post(`/users/${id}/${kind}`)).toMatchObject({ status: 404, text: 'User not found' })
      expect(await visitor(server).post(`/users/${cora.id}/${kind}`)).toMatchObject({ status: 401 })
    },
  )

  test('ends at five thousand people', async () => {
    const [dora, eve] = await pair('many')
    const others = Array.from({ length: 5000 }, () => ({
      userId: new Types.ObjectId(dora.id),
      otherId: new Types.ObjectId(),
      kind: 'mute',
      createdAt: new Date(),
    }))
    await mongoose.connection.collection('relations').insertMany(others)
    expect(await hide(dora, eve, 'mute')).toMatchObject({
      status: 400,
      text: 'You have reached the limit of people you can mute.',
    })
    expect((await hide(dora, eve, 'block')).status).toBe(200)
  })

  test("reads the viewer's sets from an index alone, and the next time from the cache", async () => {
    const [fay, gus] = await pair('sets')
    await hide(fay, gus, 'block')
    const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
    const first = () => {
      // A listener has read the sets after the block.
      forgetViewer(fay.id)
      return fay.get('/users/search?q=')
    }
    const [account, ...rest] = await readsOf(first)
    // The account itself is the one document; both sets come with it.
    expect(account).toMatchObject({ collection: 'users', docsExamined: 1 })
    expect(account!.keysExamined).toBeGreaterThan(1)
    expectIndexed([account!])
    expect(rest.map(({ collection }) => collection)).not.toContain('relations')
    expect(
      (await readsOf(() => fay.get('/users/search?q=sets'))).map(({ collection }) => collection),
    ).toEqual(['users', 'follows'])
  })
})
