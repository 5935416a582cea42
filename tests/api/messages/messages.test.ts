import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConversationView, ConversationWith, MessageView } from '#contract/messages.ts'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { fewestOf } from '#tests/support/commands.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { befriend, insertMessages } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let number = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  number += 1
  ann = await person(server, `ann_${number}`)
  bob = await person(server, `bob_${number}`)
  cat = await person(server, `cat_${number}`)
  await befriend(ann, bob, cat)
})

const send = (from: Person, to: Person, content = 'Hear, hear.', clientId?: string) =>
  from.post<MessageView>('/messages', { receiverId: to.id, content, ...(clientId && { clientId }) })
const sent = async (from: Person, to: Person, content?: string) => (await send(from, to, content)).body
const conversations = async (who: Person, query = '') =>
  (await who.get<ConversationView[]>(`/messages/conversations${query}`)).body
const thread = async (who: Person, id: string, query = '') =>
  (await who.get<MessageView[]>(`/messages/${id}${query}`)).body
const read = (who: Person, id: string, seq: number) =>
  who.post<ConversationView>(`/messages/${id}/read`, { seq })
const erase = (who: Person, { conversationId, id }: MessageView) =>
  who.delete<MessageView>(`/messages/${conversationId}/${id}`)
const notifications = async (who: Person) => (await who.get<NotificationView[]>('/notifications')).body
const badge = async (who: Person) =>
  (await who.get<UnreadCountView>('/notifications/unread-count')).body.count
const seqs = (messages: MessageView[]) => messages.map(({ seq }) => seq)
const upTo = (many: number, from = 1) => Array.from({ length: many }, (_, at) => from + at)
const cardOf = ({ user: { id, handle, displayName, avatarUrl } }: Person) => ({
  id,
  handle,
  displayName,
  avatarUrl,
})

async function setBlock(who: Person, whom: Person, blocked: boolean): Promise<void> {
  const { RelationModel } = await import('#server/features/people/relations/relations.model.ts')
  const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
  const { bus } = await import('#server/platform/bus.ts')
  const row = { userId: who.id, otherId: whom.id, kind: 'block' as const }
  await (blocked ? RelationModel.create({ ...row, createdAt: new Date() }) : RelationModel.deleteOne(row))
  ;[who.id, whom.id].forEach(forgetViewer)
  bus.emit('relation:changed', { userId: who.id, otherId: whom.id, hidden: blocked, kind: 'block' })
}

describe('A message', () => {
  it('is answered with 201 as the contract says, and both people find it in the same conversation', async () => {
    const answer = await send(ann, bob, 'Is this seat taken?')
    expect(answer.status).toBe(201)
    expect(MessageView.parse(answer.body)).toEqual(answer.body)
    expect(answer.body).toMatchObject({
      seq: 1,
      senderId: ann.id,
      receiverId: bob.id,
      content: 'Is this seat taken?',
      deleted: false,
      rev: 1,
    })
    expect(await thread(ann, answer.body.conversationId)).toEqual([answer.body])
    expect(await thread(bob, answer.body.conversationId)).toEqual([answer.body])
    expect((await sent(bob, ann)).conversationId).toBe(answer.body.conversationId)
  })

  it('may answer an earlier one of the conversation, also after that was deleted, and no other', async () => {
    const { conversationId, ...question } = await sent(ann, bob, 'Who used all the paper?')
    const answer = (replyTo: unknown, to = ann) =>
      bob.post<MessageView>('/messages', { receiverId: to.id, content: 'The duke.', replyTo })
    const { body } = await answer(1)
    expect(MessageView.parse(body)).toEqual(body)
    expect(body.replyTo).toBe(1)
    expect((await thread(ann, conversationId)).map(({ replyTo }) => replyTo)).toEqual([undefined, 1])
    await erase(ann, { conversationId, ...question })
    expect((await answer(1)).body.replyTo).toBe(1)
    expect((await answer(2)).body.replyTo).toBe(2)
    expect((await erase(bob, body)).body.replyTo).toBeUndefined()
    for (const [replyTo, to] of [
      [9, ann],
      [0, ann],
      ['1', ann],
      [1, cat],
    ] as const)
      expect((await answer(replyTo, to)).status).toBe(400)
    expect((await answer(9)).text).toBe('The message you answer does not exist')
  })

  it('keeps right-to-left text, combining marks, newlines and white space exactly as written', async () => {
    const content = '  שלום \n\t Z̷̢͝a̸͠l̶͘g̵̕o 👑‍♂️  '
    const { conversationId } = await sent(ann, bob, content)
    expect((await thread(bob, conversationId))[0]!.content).toBe(content)
  })

  it('[L6] gets the next number of its conversation, also when forty are sent both ways at once', async () => {
    const answers = await Promise.all(
      upTo(40).map((one) => (one % 2 ? send(ann, bob, `m${one}`) : send(bob, ann, `m${one}`))),
    )
    expect(answers.map(({ status }) => status)).toEqual(upTo(40).map(() => 201))
    const id = answers[0]!.body.conversationId
    const kept = await thread(ann, id)
    expect(seqs(kept)).toEqual(upTo(40))
    expect(kept).toEqual(answers.map(({ body }) => body).sort((a, b) => a.seq - b.seq))
    expect((await conversations(ann))[0]).toMatchObject({
      lastSeq: 40,
      unreadCount: 20,
      lastMessage: { seq: 40, content: kept[39]!.content },
    })
    expect((await conversations(bob))[0]).toMatchObject({ lastSeq: 40, unreadCount: 20 })
  })

  it('takes three database commands during a chat', async () => {
    await sent(ann, bob)
    const commands = ['insert messages', 'findAndModify conversations', 'find memberships']
    expect(await fewestOf(() => send(ann, bob))).toEqual(commands)
  })
})

describe('[L5] The same clientId from the same sender', () => {
  it('is one message in each conversation: 201, then 200 with the same answer', async () => {
    const clientId = crypto.randomUUID()
    const first = await send(ann, bob, 'once', clientId)
    const again = await send(ann, bob, 'once', clientId)
    const other = await send(ann, cat, 'twice', clientId)
    expect([first.status, again.status, other.status]).toEqual([201, 200, 201])
    expect(again.body).toEqual(first.body)
    expect(other.body).toMatchObject({ content: 'twice', receiverId: cat.id, seq: 1 })
    expect(await send(ann, cat, 'twice', clientId)).toMatchObject({ status: 200, body: other.body })
  })

  it('is one message when twenty arrive at once, without a second seq or a gap', async () => {
    const clientId = crypto.randomUUID()
    const answers = await Promise.all(upTo(20).map(() => send(ann, bob, 'once', clientId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...upTo(19).map(() => 200), 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await sent(bob, ann)
    expect(seqs(await thread(ann, answers[0]!.body.conversationId))).toEqual([1, 2])
    expect((await conversations(bob))[0]).toMatchObject({ unreadCount: 1, lastSeq: 2 })
  })

  it('is two messages if it comes from two senders', async () => {
    const clientId = crypto.randomUUID()
    expect([
      (await send(ann, bob, 'a', clientId)).status,
      (await send(bob, ann, 'b', clientId)).status,
    ]).toEqual([201, 201])
  })

  it('gets the same answer after the receiver has blocked the sender', async () => {
    const clientId = crypto.randomUUID()
    const first = await send(ann, bob, 'once', clientId)
    await setBlock(bob, ann, true)
    const again = await send(ann, bob, 'once', clientId)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await send(ann, bob, 'new', crypto.randomUUID())).status).toBe(403)
  })

  it('emits its event once', async () => {
    const clientId = crypto.randomUUID()
    const recorded = await recordEvents('message:created')
    await Promise.all([send(ann, bob, 'once', clientId), send(ann, bob, 'once', clientId)])
    expect(recorded.stop().map(({ payload }) => payload)).toEqual([expect.objectContaining({ clientId })])
  })
})

describe('Permission to write', () => {
  it('nobody can write to themselves, to an unknown person, or across a block in either direction', async () => {
    const refusals = [
      await send(ann, ann),
      await ann.post('/messages', { receiverId: 'f'.repeat(24), content: 'x' }),
      await visitor(server).post('/messages', { receiverId: ann.id, content: 'x' }),
    ]
    await setBlock(bob, ann, true)
    refusals.push(await send(ann, bob), await send(bob, ann))
    expect(refusals.map(({ status, text }) => [status, text])).toEqual([
      [400, 'You cannot message yourself'],
      [404, 'User not found'],
      [401, 'Please log in to continue.'],
      [403, 'You cannot reach this person.'],
      [403, 'You cannot reach this person.'],
    ])
    expect(await conversations(ann)).toEqual([])
  })

  it('a block closes the composer of both people at once, its end opens it again, and the thread stays readable', async () => {
    const { conversationId } = await sent(ann, bob)
    const canSend = async (who: Person) => (await conversations(who))[0]!.can.send
    for (const blocked of [true, false]) {
      const recorded = await recordEvents('conversation:updated')
      await setBlock(ann, bob, blocked)
      await expect.poll(() => recorded.heard.length).toBe(2)
      const pushes = recorded
        .stop()
        .map(({ payload }) => payload as { userId: string; conversation: ConversationView })
      expect(
        Object.fromEntries(pushes.map(({ userId, conversation }) => [userId, conversation.can.send])),
      ).toEqual({ [ann.id]: !blocked, [bob.id]: !blocked })
      expect([await canSend(ann), await canSend(bob)]).toEqual([!blocked, !blocked])
    }
    expect(await thread(bob, conversationId)).toHaveLength(1)
  })

  it('a conversation answers 404 to everybody but its two people', async () => {
    const message = await sent(ann, bob)
    const refusals = [
      await cat.get(`/messages/${message.conversationId}`),
      await read(cat, message.conversationId, 1),
      await erase(cat, message),
      await cat.get(`/messages/${'f'.repeat(24)}`),
      await read(cat, 'f'.repeat(24), 1),
    ]
    expect(refusals.map(({ status, text }) => [status, text])).toEqual(refusals.map(() => [404, 'Not found']))
    expect(await conversations(cat)).toEqual([])
    expect((await conversations(bob))[0]!.unreadCount).toBe(1)
  })

  it('watching a conversation by socket follows the same rule', async () => {
    const { conversationId } = await sent(ann, bob)
    const { canJoinConversation, membersOf } = await import('#server/features/messages/members.service.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const may = async (who: Person) => canJoinConversation(await loadViewer(who.id), conversationId)
    expect([
      await may(ann),
      await may(bob),
      await may(cat),
      await canJoinConversation(null, conversationId),
    ]).toEqual([true, true, false, false])
    expect([...(await membersOf(conversationId))!.people].sort()).toEqual([ann.id, bob.id].sort())
    expect(await membersOf('f'.repeat(24))).toBeNull()
  })
})

describe('The list of conversations', () => {
  it('is ordered by the newest message, and names the other person', async () => {
    await sent(ann, bob, 'first')
    await sent(cat, ann, 'second')
    const list = await conversations(ann)
    expect(list.map((one) => ConversationView.parse(one))).toEqual(list)
    expect(list.map(({ participants }) => participants)).toEqual([
      [cardOf(cat), cardOf(ann)],
      [cardOf(bob), cardOf(ann)],
    ])
    expect(list.map(({ lastMessage, unreadCount }) => [lastMessage!.content, unreadCount])).toEqual([
      ['second', 1],
      ['first', 0],
    ])
  })

  it('shows a deleted account without its name', async () => {
    await sent(bob, ann)
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
    await UserModel.deleteOne({ _id: bob.id })
    forgetViewer(bob.id)
    const [only] = await conversations(ann)
    expect(only!.participants[0]).toEqual({
      id: bob.id,
      displayName: 'Deleted account',
      handle: 'deleted',
      avatarUrl: null,
    })
    expect(only!.can.send).toBe(false)
    expect((await send(ann, bob)).status).toBe(404)
    expect((await read(ann, only!.id, 1)).body.unreadCount).toBe(0)
  })

  it('opens for a person before the first message', async () => {
    const before = (await ann.get<ConversationWith>(`/messages/with/${bob.id}`)).body
    expect(before).toEqual({ person: cardOf(bob), conversation: null, can: { send: true } })
    await sent(bob, ann)
    const after = (await ann.get<ConversationWith>(`/messages/with/${bob.id}`)).body
    expect(ConversationWith.parse(after)).toEqual(after)
    expect(after.conversation).toEqual((await conversations(ann))[0])
    const refusals = [
      await ann.get(`/messages/with/${ann.id}`),
      await ann.get(`/messages/with/${'f'.repeat(24)}`),
      await ann.get('/messages/with/zzz'),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([400, 404, 404])
  })

  it('shows a new name with a higher rev, and keeps its rev when a person changes something that only they see', async () => {
    await sent(ann, bob)
    const [before] = await conversations(ann)
    for (const analyticsConsent of [true, false])
      expect((await bob.put('/user/privacy-settings', { analyticsConsent })).status).toBe(200)
    expect((await bob.patch('/users/me', { displayName: 'Bob the Regent' })).status).toBe(200)
    const participant = async () => (await conversations(ann))[0]!.participants[0]!
    await expect
      .poll(async () => [(await conversations(ann))[0]!.rev, (await participant()).displayName])
      .toEqual([before!.rev + 1, 'Bob the Regent'])
  })
})

describe('A thread', () => {
  it('is the newest fifty in ascending order; before and after page through it without a gap', async () => {
    const { conversationId: id } = await sent(ann, bob)
    await insertMessages(id, [ann, bob], 120)
    expect(seqs(await thread(bob, id))).toEqual(upTo(50, 71))
    expect(seqs(await thread(bob, id, '?before=71'))).toEqual(upTo(50, 21))
    expect(seqs(await thread(bob, id, '?before=21'))).toEqual(upTo(20))
    expect(seqs(await thread(bob, id, '?after=0'))).toEqual(upTo(50))
    expect(seqs(await thread(bob, id, '?after=100'))).toEqual(upTo(20, 101))
    expect(seqs(await thread(bob, id, '?after=120'))).toEqual([])
    expect(seqs(await thread(bob, id, '?after=10&before=13'))).toEqual([11, 12])
  })
})

describe('Reading a conversation', () => {
  it('only moves forward, counts the rest, and changes nothing when repeated', async () => {
    const { conversationId: id } = await sent(ann, bob)
    for (const from of [ann, ann, bob, ann]) await sent(from, from === ann ? bob : ann)
    const answers = []
    for (const seq of [2, 2, 1, 4, 99, 5]) answers.push((await read(bob, id, seq)).body)
    expect(answers.map((one) => [one.unreadCount, one.readSeq[bob.id]])).toEqual([
      [2, 2],
      [2, 2],
      [2, 2],
      [1, 4],
      [0, 5],
      [0, 5],
    ])
    expect(answers.map(({ rev }) => rev)).toEqual([6, 6, 6, 7, 8, 8])
    expect((await conversations(ann))[0]!.readSeq).toEqual({ [bob.id]: 5, [ann.id]: 0 })
  })

  it('pushes each person their own view', async () => {
    const { conversationId: id } = await sent(ann, bob)
    const recorded = await recordEvents('conversation:updated')
    await read(bob, id, 1)
    const pushes = recorded
      .stop()
      .map(({ payload }) => payload as { userId: string; conversation: ConversationView })
    expect(new Map(pushes.map(({ userId, conversation }) => [userId, conversation]))).toEqual(
      new Map([
        [ann.id, (await conversations(ann))[0]],
        [bob.id, (await conversations(bob))[0]],
      ]),
    )
  })
})

describe('Deleting a message', () => {
  it('removes its content from the database and keeps its number', async () => {
    const first = await sent(ann, bob, 'secret of the throne')
    const second = await sent(ann, bob, 'the last word')
    const recorded = await recordEvents('message:updated')
    const erased = await erase(ann, second)
    expect([erased.status, erased.body]).toEqual([200, { ...second, content: '', deleted: true, rev: 2 }])
    expect((await erase(ann, second)).body).toEqual(erased.body)
    expect(recorded.stop().map(({ payload }) => payload)).toEqual([{ message: erased.body }])
    expect((await conversations(bob))[0]).toMatchObject({
      unreadCount: 1,
      lastMessage: { content: '', seq: 2 },
    })
    await erase(ann, first)
    expect(await thread(bob, first.conversationId)).toEqual([
      { ...first, content: '', deleted: true, rev: 2 },
      erased.body,
    ])
    const { MessageModel, ConversationModel } = await import('#server/features/messages/messages.model.ts')
    const kept = JSON.stringify([await MessageModel.find().lean(), await ConversationModel.find().lean()])
    expect(kept).not.toMatch(/secret of the throne|the last word/)
  })

  it('is for its sender only, in its own conversation', async () => {
    const mine = await sent(ann, bob)
    const elsewhere = await sent(ann, cat)
    expect([
      (await erase(bob, mine)).status,
      (await ann.delete(`/messages/${elsewhere.conversationId}/${mine.id}`)).status,
    ]).toEqual([403, 404])
    expect((await thread(bob, mine.conversationId))[0]!.deleted).toBe(false)
  })
})

describe('A chat has one notification', () => {
  it('created with the first unread message, read together with the conversation', async () => {
    const { conversationId: id } = await sent(ann, bob)
    await sent(ann, bob)
    await sent(ann, bob)
    expect(await notifications(bob)).toEqual([
      expect.objectContaining({
        type: 'MESSAGE',
        read: false,
        actor: cardOf(ann),
        message: `${ann.user.displayName} sent you a message`,
        data: {
          senderDisplayName: ann.user.displayName,
          senderHandle: ann.handle,
          conversationId: id,
          senderId: ann.id,
        },
      }),
    ])
    await read(bob, id, 2)
    expect(await badge(bob)).toBe(1)
    await read(bob, id, 3)
    expect([await badge(bob), (await notifications(bob)).map((one) => one.read)]).toEqual([0, [true]])
    await sent(ann, bob)
    expect([await badge(bob), (await notifications(bob)).length, await badge(ann)]).toEqual([1, 2, 0])
  })

  it('which is counted apart from the others, also where an earlier version has not counted it', async () => {
    const unread = async () => (await bob.get<UnreadCountView>('/notifications/unread-count')).body
    await cat.post('/posts', { text: `Hail @${bob.handle}` })
    const { conversationId: id } = await sent(ann, bob)
    expect(await unread()).toMatchObject({ count: 2, chats: 1 })
    await read(bob, id, 1)
    expect(await unread()).toMatchObject({ count: 1, chats: 0 })
    const { NotificationCounterModel } = await import('#server/features/notifications/notifications.model.ts')
    await NotificationCounterModel.updateOne({ _id: bob.id }, { $unset: { chats: 1 } })
    expect(await unread()).toMatchObject({ count: 1, chats: 0 })
    await sent(ann, bob)
    expect(await unread()).toMatchObject({ count: 2, chats: 1 })
    await read(bob, id, 2)
    expect(await unread()).toMatchObject({ count: 1, chats: 0 })
    const { unreadChats } = await import('#server/features/notifications/notification-counters.ts')
    expectIndexed(await readsOf(() => unreadChats(bob.id)))
  })

  it('read when the last unread message is deleted', async () => {
    const message = await sent(ann, bob)
    expect(await badge(bob)).toBe(1)
    await erase(ann, message)
    expect(await badge(bob)).toBe(0)
  })

  it('not created for a muted person, whose messages still arrive', async () => {
    const { RelationModel } = await import('#server/features/people/relations/relations.model.ts')
    const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
    await RelationModel.create({ userId: bob.id, otherId: ann.id, kind: 'mute', createdAt: new Date() })
    forgetViewer(bob.id)
    await sent(ann, bob)
    expect([await badge(bob), (await conversations(bob))[0]!.unreadCount]).toEqual([0, 1])
  })
})

describe('Invalid input', () => {
  const other = () => bob.id
  it.each<[string, () => unknown, string]>([
    ['blank', () => ({ receiverId: other(), content: '   \n' }), 'Please write something before sending.'],
    [
      'zero-width only',
      () => ({ receiverId: other(), content: '\u200b\u200d\ufeff' }),
      'Please write something before sending.',
    ],
    ['missing', () => ({ receiverId: other() }), 'Please write something before sending.'],
    [
      '2,001 units',
      () => ({ receiverId: other(), content: 'x'.repeat(2001) }),
      "Messages can't be longer than 2000 characters.",
    ],
    [
      'a lone surrogate',
      () => ({ receiverId: other(), content: 'a\ud800b' }),
      'That text has characters that we cannot save.',
    ],
    [
      'NUL',
      () => ({ receiverId: other(), content: 'a\u0000b' }),
      'That text has characters that we cannot save.',
    ],
    ['a number', () => ({ receiverId: other(), content: 7 }), 'Please write something before sending.'],
    [
      'an object',
      () => ({ receiverId: other(), content: { $ne: null } }),
      'Please write something before sending.',
    ],
    ['to a query', () => ({ receiverId: { $ne: null }, content: 'x' }), 'We do not understand that request.'],
    ['to no id', () => ({ receiverId: 'zzz', content: 'x' }), 'Not found'],
    [
      'with a clientId that is none',
      () => ({ receiverId: other(), content: 'x', clientId: 'one' }),
      'We do not understand that request.',
    ],
    [
      'with a clientId that is a query',
      () => ({ receiverId: other(), content: 'x', clientId: { $ne: null } }),
      'We do not understand that request.',
    ],
    ['no body', () => undefined, 'We do not understand that request.'],
    ['an array', () => [], 'We do not understand that request.'],
  ])('a message that is %s is refused with 400 and its message', async (_name, body, sentence) => {
    const answer = await ann.post('/messages', body())
    expect([answer.status, answer.text]).toEqual([400, sentence])
    expect(await conversations(bob)).toEqual([])
  })

  it('unknown fields are dropped', async () => {
    const answer = await ann.post<MessageView>('/messages', {
      receiverId: bob.id,
      content: 'x',
      senderId: cat.id,
      seq: 99,
      deleted: true,
      rev: 7,
      isAdmin: true,
    })
    expect(answer.body).toMatchObject({ senderId: ann.id, seq: 1, deleted: false, rev: 1 })
  })

  it('invalid ids are answered 404, invalid cursors and seqs 400', async () => {
    const { conversationId: id } = await sent(ann, bob)
    const lost = ['/messages/zzz', '/messages/..%2fposts', '/messages/%00', `/messages/${id.toUpperCase()}0`]
    for (const path of lost) expect([path, (await ann.get(path)).status]).toEqual([path, 404])
    const garbage = ['?before=x', '?after=-1', '?before=1&before=2', '?after=9999999999']
    for (const query of garbage)
      expect([query, (await ann.get(`/messages/${id}${query}`)).status]).toEqual([query, 400])
    for (const query of ['?before=yesterday', '?before=1', '?before[$gt]=1&before=', '?before=a&before=b'])
      expect([query, (await ann.get(`/messages/conversations${query}`)).status]).toEqual([query, 400])
    for (const seq of [-1, 1.5, '1', null, { $gt: 0 }, 1e300])
      expect([seq, (await ann.post(`/messages/${id}/read`, { seq })).status]).toEqual([seq, 400])
    expect((await ann.delete(`/messages/${id}/zzz`)).status).toBe(404)
  })
})
