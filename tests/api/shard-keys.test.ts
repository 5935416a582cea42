import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { done } from '#tests/support/full-account.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { accountFor } from '#tests/support/sign-up.ts'
import { unshardedQueriesOf } from '#tests/support/unsharded-queries.ts'

/** What asks every shard, each with the reason why it may. */
const ALLOWED: Record<string, string> = {
  'find comments: _id': 'the address of a comment has no post: a change or a poo looks it up once',
  'find conversations: people request.from': 'the list of a person, in the order of the newest messages',
  'find memberships: conversationId': 'both people of a conversation, or all members of a group',
  'find memberships: conversationId readSeq': 'the members of a group who have something unread',
  'find memberships: conversationId userId': 'memberships of several conversations in one command',
  'find posts: ': 'For you: the newest posts of everybody',
  'find posts: _id': 'the address of a post has no author',
  'find sessions: session.passport.user expires':
    'the sessions of a person, looked at by hand or after a log-in',
  'findAndModify posts: _id': 'the counters of a post: its address has no author',
  'lookup follows: followeeId': 'who follows a person: the rows are with those who follow',
  'union relations: otherId kind': 'who blocks a person: the rows are with those who block',
}

let server: TestServer
let [ann, bob]: Person[] = []
let post: PostView
let comment: CommentView
let message: MessageView
let group: ConversationView
beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = [await person(server, 'ann'), await person(server, 'bob')]
  post = await done(ann.post<PostView>('/posts', { text: 'Hello #all, @bob' }))
  comment = await done(bob.post<CommentView>(`/posts/${post.id}/comments`, { text: 'Hello @ann' }))
  message = await done(ann.post<MessageView>('/messages', { receiverId: bob.id, content: 'Hello' }))
  await done(bob.post<MessageView>('/messages', { receiverId: ann.id, content: 'Hello' }))
  group = await done(ann.post<ConversationView>('/messages/groups', { name: 'All', memberIds: [bob.id] }))
})
afterAll(() => server.close())

const clientId = () => crypto.randomUUID()
const acts: Record<string, () => Promise<unknown>> = {
  'a message': () =>
    done(ann!.post('/messages', { receiverId: bob!.id, content: 'Once more', clientId: clientId() })),
  'a message to a group': () =>
    done(ann!.post('/messages', { receiverId: group.id, content: 'All', clientId: clientId() })),
  'a message to a stranger': async () => {
    const one = await person(server, `stranger_${clientId().slice(0, 8)}`)
    await done(one.post('/messages', { receiverId: bob!.id, content: 'Hello', clientId: clientId() }))
  },
  'a registration, and a log-in': async () => {
    await done(visitor(server).post('/auth/register', accountFor('newcomer')))
    await person(server, 'newcomer')
  },
  'a thread': async () => {
    await done(bob!.get('/messages/conversations'))
    await done(bob!.get(`/messages/with/${ann!.id}`))
    await done(bob!.get(`/messages/${message.conversationId}`))
    await done(bob!.post(`/messages/${message.conversationId}/read`, { seq: 3 }))
  },
  'a message that is changed': async () => {
    const path = `/messages/${message.conversationId}/${message.id}`
    await done(ann!.patch(path, { content: 'Hello, Bob' }))
    await done(bob!.put(`${path}/reaction`, { emoji: '🪠' }))
    await done(ann!.delete(path))
  },
  'a post': () => done(ann!.post('/posts', { text: 'One more, @bob', clientId: clientId() })),
  'a comment': () =>
    done(bob!.post(`/posts/${post.id}/comments`, { text: 'One more', clientId: clientId() })),
  'a reaction': () => done(bob!.post(`/posts/${post.id}/react`, { emoji: '💩' })),
  'a comment that is changed': async () => {
    const { id } = await done(bob!.post<CommentView>(`/posts/${post.id}/comments`, { text: 'For a while' }))
    await done(bob!.patch(`/comments/${id}`, { text: 'For a moment' }))
    await done(bob!.delete(`/comments/${id}`))
  },
  'a poo': () => done(ann!.put(`/comments/${comment.id}/poo`)),
  'a follow': async () => {
    await done(bob!.post(`/users/${ann!.id}/follow`))
    await done(bob!.delete(`/users/${ann!.id}/follow`))
  },
  'a bookmark': () => done(bob!.put(`/posts/${post.id}/bookmark`)),
  reading: async () => {
    for (const path of [
      '/posts',
      '/posts?feed=following',
      `/posts/${post.id}`,
      `/posts/${post.id}/comments`,
      `/posts/${post.id}/reactions`,
      '/users/ann',
      '/notifications',
      '/notifications/unread-count',
      '/auth/me',
    ])
      await bob!.get(path)
    await done(visitor(server).get('/posts'))
  },
}

test('what people do all day names the shard key of each collection, but for these', async () => {
  const { bus } = await import('#server/platform/bus.ts')
  const found = new Set<string>()
  for (const act of Object.values(acts)) {
    const queries = await unshardedQueriesOf(async () => {
      await act()
      // What follows the answer: the fan-out of a post, the list of sessions.
      await bus.settled()
    })
    for (const one of queries) found.add(one)
  }
  expect([...found].sort()).toEqual(Object.keys(ALLOWED).sort())
})
