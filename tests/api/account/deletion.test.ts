import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlogPostView } from '#contract/blog.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import { endErasure } from '#tests/support/due-jobs.ts'
import { PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive, type LiveClient } from '#tests/support/socket-client.ts'
import { personalDataLeft, untilNoDataLeft } from '#tests/support/personal-data.ts'
import { until } from '#tests/support/until.ts'
import { fillAccount, type AccountContent } from '#tests/support/full-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const leave = (who: Person) => who.delete('/user/delete-account')
const makeAdmin = async (who: Person, isAdmin = true) =>
  (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(who.id, isAdmin)

describe('DELETE /api/user/delete-account', () => {
  test('needs a session', async () => {
    const { status, text } = await visitor(server).delete('/user/delete-account')
    expect([status, text]).toEqual([401, 'Please log in to continue.'])
  })

  test('asks a person whose log-in is more than an hour old to log in again', async () => {
    const old = await person(server, 'old_session')
    const { default: mongoose } = await import('mongoose')
    await mongoose.connection
      .collection('sessions')
      .updateMany(
        { 'session.passport.user': old.id },
        { $set: { 'session.startedAt': Date.now() - 61 * 60_000 } },
      )
    const { status, text } = await leave(old)
    expect([status, text]).toEqual([403, 'Please log in again first: you have been signed in for a while.'])
    expect((await old.get('/auth/me')).status).toBe(200)
    expect((await leave(await person(server, 'old_session'))).status).toBe(204)
  })

  test('refuses the last admin, and deletes one of two', async () => {
    const [king, queen] = [await person(server, 'last_king'), await person(server, 'last_queen')]
    await makeAdmin(king)
    const refused = await leave(king)
    expect([refused.status, refused.text]).toEqual([409, 'The site needs at least one admin.'])
    expect((await king.get('/auth/me')).status).toBe(200)
    await makeAdmin(queen)
    const both = await Promise.all([leave(king), leave(queen)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  })
})

describe('A deleted account', () => {
  let pair: { people: Person[]; left(): Promise<number[]> }
  let lena: Person
  let bob: Person
  let life: AccountContent
  let lenasPage: LiveClient
  let bobsPage: LiveClient
  const words = () => [lena.id, lena.handle, lena.email]
  const folders = () => ['DATA_DIR', 'UPLOADS_DIR'].map((name) => path.resolve(process.env[name]!))
  const where = () => ({ storeUri: server.storeUri, folders: folders() })

  beforeAll(async () => {
    pair = await leavingPair()
    lena = await person(server, 'leaving_lena')
    bob = await person(server, 'staying_bob')
    const cat = await person(server, 'blocked_cat')
    await makeAdmin(lena)
    life = await fillAccount({ url: server.url, storeUri: server.storeUri }, lena, bob, cat)
    lenasPage = await connectLive(server, { cookie: lena.cookie() })
    bobsPage = await connectLive(server, { cookie: bob.cookie() })
    await bobsPage.send('watch', { topic: 'feed', profile: lena.id, posts: [life.othersPost.id] })
    expect((await personalDataLeft(words(), where())).length, 'the test finds what is there').toBeGreaterThan(
      25,
    )
    const { status } = await leave(lena)
    expect(status).toBe(204)
  }, 30_000)
  afterAll(() => [lenasPage, bobsPage].forEach((page) => page?.close()))

  test('cannot be used after the answer: session, socket and password are invalid', async () => {
    expect((await lena.get('/auth/me')).status).toBe(401)
    expect((await lenasPage.next('session:ended')).reason).toBe('deleted')
    await lenasPage.gone
    const login = await visitor(server).post('/auth/login', { email: lena.email, password: PASSWORD })
    expect([login.status, login.text]).toEqual([401, 'Invalid email or password'])
    expect((await bob.get(`/users/${lena.handle}`)).status).toBe(404)
  })

  test('disappears from open pages: posts, comment, profile, notifications, conversation', async () => {
    await bobsPage.next('profile:deleted', ({ id }) => id === lena.id)
    await bobsPage.next('post:deleted', ({ id }) => id === life.post.id)
    await bobsPage.next('comment:deleted', ({ postId }) => postId === life.othersPost.id)
    await bobsPage.next('notification:deleted')
    const { conversation } = await bobsPage.next(
      'conversation:updated',
      ({ conversation: one }) => one.participants[0]?.displayName === 'Deleted account',
    )
    expect(conversation).toMatchObject({
      participants: [{ handle: 'deleted', avatarUrl: null }, { id: bob.id }],
      lastMessage: { content: '', mediaType: null },
      unreadCount: 0,
      can: { send: false },
    })
  })

  test('leaves no id, address or handle in any collection or file', async () => {
    await endErasure(lena)
    await untilNoDataLeft(words(), where(), 30_000)
  }, 40_000)

  test("leaves other people's counts correct", async () => {
    const post = (await bob.get<PostView>(`/posts/${life.othersPost.id}`)).body
    expect(post).toMatchObject({
      reactionCounts: { '💩': 1 },
      reactions: [{ emoji: '💩', userId: bob.id }],
      _count: { comments: 1, reactions: 1 },
    })
    expect(
      (await bob.get<CommentView[]>(`/posts/${life.othersPost.id}/comments`)).body.map(({ text }) => text),
    ).toEqual(['Thanks'])
    expect((await bob.get<ProfileView>(`/users/${bob.handle}`)).body._count).toEqual({
      posts: 1,
      followers: 0,
      following: 0,
    })
    expect((await bob.get<NotificationView[]>('/notifications')).body).toEqual([])
    expect((await bob.get('/notifications/unread-count')).body).toMatchObject({ count: 0 })
    const { recountPeople } = await import('#server/features/admin/recount/counters.service.ts')
    expect((await recountPeople(null, new AbortController().signal)).changed).toBe(0)
  })

  test('is shown as a deleted account in conversations, without its messages', async () => {
    const conversation = (await bob.get<ConversationView[]>('/messages/conversations')).body.find(
      ({ id }) => id === life.conversationId,
    )
    expect(conversation).toMatchObject({
      id: life.conversationId,
      participants: [{ displayName: 'Deleted account', handle: 'deleted', avatarUrl: null }, { id: bob.id }],
    })
    const thread = (await bob.get<MessageView[]>(`/messages/${life.conversationId}`)).body
    expect(thread.map(({ content, deleted, mediaUrl }) => [content, deleted, mediaUrl])).toEqual([
      ['', true, null],
      ['Go on', false, null],
      ['', true, null],
    ])
    expect(thread.map(({ senderId }) => senderId === bob.id)).toEqual([false, true, false])
    expect(
      (await bob.post('/messages', { receiverId: conversation!.participants[0]!.id, content: 'Hello?' }))
        .status,
    ).toBe(404)
  })

  test('leaves its blog articles in place, with their picture and without an author', async () => {
    const article = (await visitor(server).get<BlogPostView>(`/blog/posts/${life.article.slug}`)).body
    expect(article.author).toBeNull()
    expect((await fetch(`${server.url}${article.featuredImage}`)).status).toBe(200)
  })

  test('releases its handle and address', async () => {
    expect((await person(server, 'leaving_lena')).id).not.toBe(lena.id)
  })

  test('leaves no conversation when the other person is deleted too', async () => {
    await Promise.all(pair.people.map(endErasure))
    await until(
      'the conversation is gone',
      async () => (await pair.left()).every((count) => count === 0),
      30_000,
    )
  }, 40_000)
})

/** Two people with a conversation whose accounts are deleted at the same moment; `left` counts what remains of it. */
async function leavingPair(): Promise<{ people: Person[]; left(): Promise<number[]> }> {
  const [one, other] = [await person(server, 'pair_one'), await person(server, 'pair_two')]
  await one.post('/messages', { receiverId: other.id, content: 'Both of us?' })
  await other.post('/messages', { receiverId: one.id, content: 'Both.' })
  const { ConversationModel, MessageModel } = await import('#server/features/messages/messages.model.ts')
  const { _id } = (await ConversationModel.findOne({ people: one.id }).lean())!
  await Promise.all([leave(one), leave(other)])
  return {
    people: [one, other],
    left: () =>
      Promise.all([
        ConversationModel.countDocuments({ _id }),
        MessageModel.countDocuments({ conversationId: _id }),
      ]),
  }
}
