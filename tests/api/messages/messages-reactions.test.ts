import mongoose, { Types } from 'mongoose'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { MessageView, type ConversationView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let undo: typeof import('#server/shared/undo-time.ts')
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  undo = await import('#server/shared/undo-time.ts')
})
afterAll(() => server.close())
afterEach(() => undo.setUndoTime())

const pair = async (): Promise<[Person, Person]> => {
  const two: [Person, Person] = await Promise.all([
    person(server, `ann${++count}`),
    person(server, `bob${count}`),
  ])
  await befriend(...two)
  return two
}
const send = async (from: Person, to: Person, content = 'Listen') =>
  (await from.post<MessageView>('/messages', { receiverId: to.id, content })).body
const pathOf = ({ conversationId, id }: MessageView) => `/messages/${conversationId}/${id}`
const react = (by: Person, message: MessageView, emoji: unknown) =>
  by.put<MessageView>(`${pathOf(message)}/reaction`, { emoji })
const unreact = (by: Person, message: MessageView) => by.delete<MessageView>(`${pathOf(message)}/reaction`)
const threadOf = async (by: Person, { conversationId }: MessageView) =>
  (await by.get<MessageView[]>(`/messages/${conversationId}`)).body
const conversationOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body[0]!
const stored = (message: MessageView) =>
  mongoose.connection.collection('messages').findOne({ _id: new Types.ObjectId(message.id) })

it('[L32] each of the two has one reaction; another replaces it, and the same call again changes nothing', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  const recorded = await recordEvents('message:updated')
  const first = await react(bob, message, '👍')
  expect(first.body).toEqual({ ...message, reactions: { [bob.id]: '👍' }, rev: 2 })
  expect(MessageView.parse(first.body)).toEqual(first.body)
  // Other spellings of the same emoji are the same reaction.
  for (const same of ['👍', '👍\uFE0F']) expect((await react(bob, message, same)).body).toEqual(first.body)
  expect((await react(bob, message, '🪠')).body).toMatchObject({ reactions: { [bob.id]: '🪠' }, rev: 3 })
  const both = await react(ann, message, '❤')
  expect(both.body).toMatchObject({ reactions: { [bob.id]: '🪠', [ann.id]: '❤️' }, rev: 4 })
  for (const who of [ann, bob]) expect(await threadOf(who, message)).toEqual([both.body])
  expect((await unreact(bob, message)).body).toMatchObject({ reactions: { [ann.id]: '❤️' }, rev: 5 })
  const none = await unreact(ann, message)
  expect(none.body).toEqual({ ...message, rev: 6 })
  expect((await unreact(ann, message)).body).toEqual(none.body)
  const revs = recorded.stop().map(({ payload }) => (payload as { message: MessageView }).message.rev)
  expect(revs).toEqual([2, 3, 4, 5, 6])
})

it('[L32] simultaneous reactions of both people are kept, and one of those that one person sends at once', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  const emoji = ['💩', '❤️', '😂', '👍', '👎']
  const answers = await Promise.all([
    ...emoji.map((one) => react(bob, message, one)),
    react(ann, message, '👑'),
    react(ann, message, '👑'),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [kept] = await threadOf(ann, message)
  expect(kept!.reactions![ann.id]).toBe('👑')
  expect(emoji).toContain(kept!.reactions![bob.id])
  expect(kept!.rev).toBe(1 + emoji.length + 1)
})

it('[L32] leaves the preview, the unread counts and the notifications as they are', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  await bob.post(`/messages/${message.conversationId}/read`, { seq: 1 })
  const before = await Promise.all([ann, bob].map(conversationOf))
  await react(bob, message, '👍')
  await unreact(bob, message)
  await react(bob, message, '😂')
  expect(await Promise.all([ann, bob].map(conversationOf))).toEqual(before)
  expect((await ann.get<NotificationView[]>('/notifications')).body).toEqual([])
})

it('takes one emoji, and nothing else', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  for (const emoji of [
    '',
    'a',
    '1',
    '👍👍',
    '👍 ',
    '🇩',
    7,
    null,
    undefined,
    { $ne: '' },
    '💩'.repeat(2000),
  ]) {
    const { status, text } = await react(bob, message, emoji)
    expect([status, text], JSON.stringify(emoji)).toEqual([400, 'Please choose one emoji.'])
  }
  expect((await stored(message))!['reactions']).toBeUndefined()
})

it('is for the two alone, in the conversation of the message', async () => {
  const [ann, bob] = await pair()
  const cat = await person(server, `cat${count}`)
  const message = await send(ann, bob)
  const elsewhere = await send(ann, cat)
  expect((await react(cat, message, '👍')).status).toBe(404)
  expect((await unreact(cat, message)).status).toBe(404)
  expect((await react(bob, { ...elsewhere, conversationId: message.conversationId }, '👍')).status).toBe(404)
})

it('is refused across a block, as sending is', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  await react(bob, message, '👍')
  await ann.post(`/users/${bob.id}/block`)
  for (const who of [ann, bob]) {
    expect((await react(who, message, '👎')).status).toBe(403)
    expect((await unreact(who, message)).status).toBe(403)
  }
  expect((await threadOf(ann, message))[0]!.reactions).toEqual({ [bob.id]: '👍' })
})

it('[L29] a deleted message shows none and takes none; brought back, it has them again', async () => {
  undo.setUndoTime(60_000)
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  await react(bob, message, '👍')
  const deleted = (await ann.delete<MessageView>(pathOf(message))).body
  expect(deleted.reactions).toBeUndefined()
  expect((await react(bob, message, '👎')).status).toBe(404)
  expect((await unreact(bob, message)).status).toBe(404)
  const back = (await ann.post<MessageView>(`${pathOf(message)}/restore`)).body
  expect(back).toMatchObject({ content: 'Listen', reactions: { [bob.id]: '👍' } })
  undo.setUndoTime(1)
  await ann.delete(pathOf(message))
  await expect.poll(async () => (await stored(message))!['reactions']).toBe(undefined)
})

it('goes with a message that is taken back', async () => {
  undo.setUndoTime(60_000)
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  await react(bob, message, '👍')
  expect((await ann.post<MessageView>(`${pathOf(message)}/take-back`)).status).toBe(200)
  expect((await stored(message))!['reactions']).toBeUndefined()
  expect((await react(bob, message, '👍')).status).toBe(404)
})

it('is hidden with a message that a moderator removes, and shown again with it', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  await react(bob, message, '👍')
  const { transact } = await import('#server/platform/mongo/transaction.ts')
  const handlers = await import('#server/features/messages/messages.handlers.ts')
  const hidden = (await transact((tx) => handlers.hideMessage(tx, message.id)))!
  // A copy elsewhere would keep the id of a person who leaves meanwhile.
  expect(hidden).not.toHaveProperty('reactions')
  expect((await threadOf(ann, message))[0]!.reactions).toBeUndefined()
  await transact((tx) => handlers.restoreMessage(tx, hidden))
  expect((await threadOf(ann, message))[0]).toMatchObject({ reactions: { [bob.id]: '👍' } })
  const again = (await transact((tx) => handlers.hideMessage(tx, message.id)))!
  await transact((tx) => handlers.purgeMessage(tx, again))
  expect((await stored(message))!['reactions']).toBeUndefined()
})

it("is in the export of its person alone, and goes with that person's account", async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob)
  await react(bob, message, '🪠')
  await react(ann, message, '👑')
  const exported = async (who: Person) =>
    (await who.get<{ messages: object[] }>('/user/export-data')).body.messages
  expect(await exported(bob)).toMatchObject([{ direction: 'received', reaction: '🪠' }])
  expect(await exported(ann)).toMatchObject([{ direction: 'sent', content: 'Listen', reaction: '👑' }])
  expect((await bob.delete('/user/delete-account')).status).toBeLessThan(300)
  await expect.poll(async () => (await stored(message))!['reactions']).toEqual({ [ann.id]: '👑' })
  expect((await threadOf(ann, message))[0]).toMatchObject({
    content: 'Listen',
    reactions: { [ann.id]: '👑' },
  })
})
