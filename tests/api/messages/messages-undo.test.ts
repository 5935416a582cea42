import mongoose, { Types } from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { plain, upload } from '#tests/support/media.ts'
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
beforeEach(() => undo.setUndoTime(60_000))
afterEach(() => undo.setUndoTime())

const pair = async (): Promise<[Person, Person]> => {
  const two: [Person, Person] = await Promise.all([
    person(server, `ann${++count}`),
    person(server, `bob${count}`),
  ])
  await befriend(...two)
  return two
}
const send = async (from: Person, to: Person, content: string, more: object = {}) =>
  (await from.post<MessageView>('/messages', { receiverId: to.id, content, ...more })).body
const pathOf = ({ conversationId, id }: MessageView) => `/messages/${conversationId}/${id}`
const remove = (by: Person, message: MessageView) => by.delete<MessageView>(pathOf(message))
const restore = (by: Person, message: MessageView) => by.post<MessageView>(`${pathOf(message)}/restore`)
const takeBack = (by: Person, message: MessageView) => by.post<MessageView>(`${pathOf(message)}/take-back`)
const threadOf = async (by: Person, { conversationId }: MessageView) =>
  (await by.get<MessageView[]>(`/messages/${conversationId}`)).body
const conversationOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body[0]!
const notifications = async (who: Person) =>
  (await who.get<NotificationView[]>('/notifications')).body.filter(({ read }) => !read).length
const stored = (message: MessageView) =>
  mongoose.connection.collection('messages').findOne({ _id: new Types.ObjectId(message.id) })

it('[L29] a deleted message is gone for both at once, and back with its place, its text and its count', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'Come back')
  const before = await conversationOf(bob)
  expect((await remove(ann, message)).body).toMatchObject({ content: '', deleted: true })
  expect(await threadOf(bob, message)).toMatchObject([{ seq: 1, content: '', deleted: true }])
  expect(await conversationOf(bob)).toMatchObject({ unreadCount: 0, lastMessage: { content: '' } })
  expect(await notifications(bob)).toBe(0)
  // Nothing of it leaves the server meanwhile.
  for (const path of [`/messages/${message.conversationId}`, '/user/export-data'])
    expect((await ann.get(path)).text).not.toContain('Come back')

  const back = await restore(ann, message)
  expect(back.body).toEqual({ ...message, rev: message.rev + 2 })
  expect(await threadOf(bob, message)).toEqual([back.body])
  const after = await conversationOf(bob)
  expect(after).toEqual({ ...before, rev: after.rev })
  expect(after.rev).toBeGreaterThan(before.rev)
  expect(await notifications(bob)).toBe(1)
})

it('[L29] what was read meanwhile is not unread again, and what was written after stays the preview', async () => {
  const [ann, bob] = await pair()
  const first = await send(ann, bob, 'First')
  await send(ann, bob, 'Second')
  await bob.post(`/messages/${first.conversationId}/read`, { seq: 2 })
  await remove(ann, first)
  const before = await conversationOf(bob)
  await restore(ann, first)
  expect(await conversationOf(bob)).toEqual(before)
  expect(before).toMatchObject({ unreadCount: 0, lastMessage: { content: 'Second', seq: 2 } })
})

it('is brought back by its sender alone, once or twice, and never after the time is over', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'Mine alone')
  await remove(ann, message)
  expect((await restore(bob, message)).status).toBe(403)
  expect((await restore(await person(server, `cat${count}`), message)).status).toBe(404)
  const twice = await Promise.all([restore(ann, message), restore(ann, message)])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect(await conversationOf(bob)).toMatchObject({ unreadCount: 1 })

  undo.setUndoTime(1)
  await remove(ann, message)
  await expect.poll(async () => (await stored(message))!['undoable']).toBe(undefined)
  const late = await restore(ann, message)
  expect([late.status, late.text]).toEqual([404, 'It is gone for good.'])
})

it('keeps its picture for the sender alone meanwhile, and lets it go when the time is over', async () => {
  const [ann, bob] = await pair()
  const { body: picture } = await upload(server, ann, await plain(60, 40).png().toBuffer(), {
    name: 'a.png',
    type: 'image/png',
    purpose: 'message',
  })
  const message = await send(ann, bob, '', { mediaUrl: picture.mediaUrl, mediaType: 'image' })
  const seen = async () => (await bob.get(message.mediaUrl!.replace('/api', ''))).status
  expect(await seen()).toBe(200)
  await remove(ann, message)
  expect(await seen()).toBe(404)
  expect((await restore(ann, message)).body.media).toMatchObject({ mediaUrl: message.mediaUrl })
  expect(await seen()).toBe(200)
  undo.setUndoTime(1)
  await remove(ann, message)
  const media = mongoose.connection.collection('media')
  const uses = { 'usedBy.id': new Types.ObjectId(message.id) }
  await expect.poll(() => media.countDocuments(uses)).toBe(0)
})

it('the job of an earlier deletion does not end a later one', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'Deleted twice')
  await remove(ann, message)
  await restore(ann, message)
  await remove(ann, message)
  const jobs = mongoose.connection.collection('jobs')
  const mine = { kind: 'flush-message', 'payload.messageId': message.id }
  const [first] = await jobs.find(mine).sort({ createdAt: 1 }).toArray()
  await jobs.updateOne({ _id: first!._id }, { $set: { dueAt: new Date() } })
  const { bus } = await import('#server/platform/bus.ts')
  bus.emit('job:enqueued', { kind: mine.kind, afterMs: 0 })
  await expect.poll(() => jobs.countDocuments(mine)).toBe(1)
  expect((await restore(ann, message)).status).toBe(200)
})

it('does not come back across a block, nor after a moderator has removed it', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'Too late')
  await remove(ann, message)
  await bob.post(`/users/${ann.id}/block`)
  expect((await restore(ann, message)).status).toBe(403)
  await bob.delete(`/users/${ann.id}/block`)
  const { transact } = await import('#server/platform/mongo/transaction.ts')
  const { hideMessage } = await import('#server/features/messages/messages.handlers.ts')
  expect((await transact((tx) => hideMessage(tx, message.id)))?.content).toBe('Too late')
  expect((await restore(ann, message)).status).toBe(404)
})

it('is erased with the account, though it could have been brought back', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'My last words')
  await remove(ann, message)
  expect((await ann.delete('/user/delete-account')).status).toBeLessThan(300)
  await expect.poll(async () => (await stored(message))!['undoable']).toBe(undefined)
})

it('[L29] a message just sent is taken back: its seq stays, and the one before is the preview again', async () => {
  const [ann, bob] = await pair()
  const kept = await send(bob, ann, 'Kept')
  await ann.post(`/messages/${kept.conversationId}/read`, { seq: 1 })
  const before = await conversationOf(bob)
  const clientId = crypto.randomUUID()
  const one = await send(ann, bob, 'One', { clientId })
  const two = await send(ann, bob, 'Two')
  const events = await recordEvents('message:updated', 'conversation:updated')
  const taken = await takeBack(ann, two)
  expect(taken.body).toEqual({ ...two, content: '', deleted: true, takenBack: true, rev: two.rev + 1 })
  expect(await conversationOf(bob)).toMatchObject({ unreadCount: 1, lastMessage: { content: 'One', seq: 2 } })
  expect((await takeBack(ann, one)).status).toBe(200)
  // Once more changes nothing.
  expect((await takeBack(ann, two)).body).toEqual(taken.body)
  const names = events.stop().map(({ name }) => name)
  expect(names.filter((name) => name === 'message:updated')).toHaveLength(2)
  const after = await conversationOf(bob)
  expect(after).toMatchObject({ unreadCount: 0, lastSeq: 3, lastMessage: before.lastMessage })
  expect(await notifications(bob)).toBe(0)
  expect((await threadOf(bob, two)).map(({ seq, takenBack }) => [seq, takenBack ?? false])).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ])
  // A retry is the same message (L5), and the next one continues the sequence (L6).
  expect((await send(ann, bob, 'One', { clientId })).takenBack).toBe(true)
  expect(await send(ann, bob, 'Four')).toMatchObject({ seq: 4 })
  expect(await conversationOf(bob)).toMatchObject({
    unreadCount: 1,
    lastMessage: { content: 'Four', seq: 4 },
  })
})

it('when all messages were taken back, says so of the conversation until somebody writes', async () => {
  const [ann, bob] = await pair()
  const [one, two] = [await send(ann, bob, 'One'), await send(ann, bob, 'Two')]
  await takeBack(ann, one)
  expect((await conversationOf(bob)).lastMessage).toMatchObject({ content: 'Two' })
  expect((await conversationOf(bob)).lastMessage).not.toHaveProperty('takenBack')
  await takeBack(ann, two)
  for (const who of [ann, bob])
    expect(await conversationOf(who)).toMatchObject({
      unreadCount: 0,
      lastMessage: { content: '', takenBack: true },
    })
  await send(bob, ann, 'Three')
  expect((await conversationOf(ann)).lastMessage).toEqual(
    expect.not.objectContaining({ takenBack: expect.anything() }),
  )
})

it('can be taken back by its sender alone, for a while, and not brought back', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'Mine')
  expect((await takeBack(bob, message)).status).toBe(403)
  undo.setUndoTime(0)
  const late = await takeBack(ann, message)
  expect([late.status, late.text]).toEqual([409, 'It is too late to take it back.'])
  undo.setUndoTime(60_000)
  await takeBack(ann, message)
  expect((await stored(message))!['content']).toBe('')
  expect((await restore(ann, message)).status).toBe(404)
  const deleted = await send(ann, bob, 'Deleted')
  await remove(ann, deleted)
  expect((await takeBack(ann, deleted)).status).toBe(404)
})
