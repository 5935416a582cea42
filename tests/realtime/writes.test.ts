import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { endErasure } from '#tests/support/due-jobs.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive, takenFor } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { comment, message, post, react, watching } from './support/scenes.ts'

let server: TestServer
let round = 0
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await people(server, ['ann', 'bob'], `_${round}`)
})

describe('A push', () => {
  it('[L2] has a higher rev with every change, so that order and duplicates do not matter', async () => {
    const subject = await post(ann, 'revised')
    const live = await watching(server, bob, { posts: [subject.id] })
    const truth: PostView[] = []
    for (const emoji of ['👍', '💩', '💩', '😂'] as const) truth.push(await react(bob, subject, emoji))
    await live.next('post:updated', (event) => event.post.rev === truth.at(-1)!.rev)
    expect(truth.map(({ rev }) => rev)).toEqual(
      [...new Set(truth.map(({ rev }) => rev))].sort((a, b) => a - b),
    )
    await ann.delete(`/posts/${subject.id}`)
    expect((await live.next('post:deleted')).rev).toBeGreaterThan(truth.at(-1)!.rev)
    live.close()
  })

  it("[L1] carries a new name to the comments and conversations on other people's pages", async () => {
    const subject = await post(ann, 'Commented')
    await comment(bob, subject, 'by my old name')
    await befriend(ann, bob)
    await message(bob, ann, 'Hello?')
    const live = await watching(server, ann, { posts: [subject.id] })
    await bob.patch('/users/me', { displayName: 'Bob the Second' })
    const comments = (await ann.get<CommentView[]>(`/posts/${subject.id}/comments`)).body
    const { comment: pushed } = await live.next('comment:updated')
    expect([pushed]).toEqual(
      comments.map(({ viewer: _, ...view }) => ({ ...view, author: pushed.author, rev: pushed.rev })),
    )
    expect(pushed.author.displayName).toBe('Bob the Second')
    const named = await live.next('conversation:updated', ({ conversation }) =>
      conversation.participants.some(({ displayName }) => displayName === 'Bob the Second'),
    )
    expect([named.conversation]).toEqual((await ann.get<ConversationView[]>('/messages/conversations')).body)
    live.close()
  })

  it('[L1] tells of words to a person whose account is erased what a read tells, also when they change later', async () => {
    await befriend(ann, bob)
    const { id, conversationId } = await message(ann, bob, 'Are you there?')
    await message(bob, ann, 'Not for long')
    const live = await connectLive(server, { cookie: ann.cookie() })
    const thread = async () => (await ann.get<MessageView[]>(`/messages/${conversationId}`)).body
    await bob.delete('/user/delete-account')
    await endErasure(bob)
    await until('nobody finds bob by his id', async () =>
      (await thread()).every(({ senderId, receiverId }) => ![senderId, receiverId].includes(bob.id)),
    )
    const isShown = async (read: MessageView) =>
      expect(
        (await live.next('message:updated', ({ message: { id, rev } }) => id === read.id && rev === read.rev))
          .message,
      ).toEqual(read)
    for (const read of await thread()) await isShown(read)
    await ann.delete(`/messages/${conversationId}/${id}`)
    await isShown((await thread())[0]!)
    live.close()
  })

  it('[L18] of lost events is made up by a read that remembers nothing from before', async () => {
    const [{ bus }, { RelationModel }] = await Promise.all([
      import('#server/platform/bus.ts'),
      import('#server/features/people/relations/relations.model.ts'),
    ])
    const { id } = await post(bob, 'muted elsewhere')
    const live = await connectLive(server, { cookie: ann.cookie() })
    const feed = async () => (await ann.get<PostView[]>('/posts')).body.map((one) => one.id)
    expect(await feed()).toContain(id)
    // As another process writes it.
    await RelationModel.create({ userId: ann.id, otherId: bob.id, kind: 'mute', createdAt: new Date() })
    bus.emit('changes:untold', { at: new Date().toISOString() })
    await live.next('ready')
    expect(await feed()).not.toContain(id)
    live.close()
  })

  it('[L3] arrives after its change is in the database', async () => {
    const live = await connectLive(server, { cookie: bob.cookie() })
    for (let n = 1; n <= 10; n++) {
      const [sent, { message: pushed }] = await Promise.all([
        message(ann, bob, `word ${n}`),
        live.next('message:created'),
      ])
      const { body } = await bob.get<MessageView[]>(`/messages/${pushed.conversationId}?after=${n - 1}`)
      expect(body).toEqual([pushed])
      expect(pushed).toEqual(sent)
    }
    live.close()
  })

  it('[L3] is not sent for a write that did not commit', async () => {
    const { transact } = await import('#server/platform/mongo/transaction.ts')
    const live = await connectLive(server, { cookie: bob.cookie() })
    await expect(
      transact(async (tx) => {
        tx.emit('notification:count', { userId: bob.id, count: 99, chats: 0, rev: 99 })
        throw new Error('not to be')
      }),
    ).rejects.toThrow('not to be')
    await message(ann, bob, 'fence')
    await live.next('message:created')
    expect(live.all('notification:count').map(({ count }) => count)).not.toContain(99)
    live.close()
  })

  it("[L5] carries a message once, however often it was sent, with the sender's clientId", async () => {
    const [annsPage, bobsPage] = await Promise.all(
      [ann, bob].map((who) => connectLive(server, { cookie: who.cookie() })),
    )
    const clientId = crypto.randomUUID()
    const sent = await Promise.all(Array.from({ length: 5 }, () => message(ann, bob, 'once', clientId)))
    await message(ann, bob, 'fence')
    for (const page of [annsPage!, bobsPage!]) {
      await page.next('message:created', (event) => event.message.content === 'fence')
      expect(page.all('message:created').filter((event) => event.message.content === 'once')).toEqual([
        { message: sent[0], clientId },
      ])
      page.close()
    }
  })

  it('[L8] can be replaced by REST while a page has no socket', async () => {
    await befriend(ann, bob)
    const bobsPage = await connectLive(server, { cookie: bob.cookie() })
    const sent = await message(ann, bob, 'for both kinds')
    const pushed = {
      message: (await bobsPage.next('message:created')).message,
      conversation: (await bobsPage.next('conversation:updated')).conversation,
      count: await bobsPage.next('notification:count'),
    }
    const [messages, [conversation], count] = await Promise.all([
      bob.get<MessageView[]>(`/messages/${sent.conversationId}`).then(({ body }) => body),
      bob.get<ConversationView[]>('/messages/conversations').then(({ body }) => body),
      bob.get('/notifications/unread-count').then(({ body }) => body),
    ])
    expect({ message: messages[0], conversation, count }).toEqual(pushed)
    bobsPage.close()
  })
})

describe('[L7 L9] Many pages that reconnect at once', () => {
  it('are all accepted, each once and with all their rooms', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 10 }, (_, n) => person(server, `crowd${n}_${round}`)),
    )
    const lives = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        connectLive(server, n % 2 ? { cookie: crowd[n % 10]!.cookie() } : {}),
      ),
    )
    expect(lives.map(takenFor)).toEqual(lives.map((_, n) => [n % 2 ? crowd[n % 10]!.id : null]))
    await message(crowd[0]!, crowd[1]!, 'hello again')
    const tabs = lives.filter((_, n) => n % 10 === 1)
    await Promise.all(tabs.map((tab) => tab.next('message:created')))
    lives.forEach((live) => live.close())
  })
})
