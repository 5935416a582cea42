import mongoose, { Types } from 'mongoose'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { LIMITS, TIMINGS } from '#contract/limits.ts'
import { MessageView, type ConversationView } from '#contract/messages.ts'
import type { TextVersionView } from '#contract/primitives.ts'
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
const edit = (by: Person, message: MessageView, content: unknown) =>
  by.patch<MessageView>(pathOf(message), { content })
const versions = (by: Person, message: MessageView) =>
  by.get<TextVersionView[]>(`${pathOf(message)}/versions`)
const threadOf = async (by: Person, { conversationId }: MessageView) =>
  (await by.get<MessageView[]>(`/messages/${conversationId}`)).body
const conversationOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body[0]!
const messages = () => mongoose.connection.collection('messages')
const stored = (message: MessageView) => messages().findOne({ _id: new Types.ObjectId(message.id) })

it('[L33] an edit keeps the seq, is marked, and is the preview in the same step; both read what it said before', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'The kimg is in')
  const before = await conversationOf(bob)
  const recorded = await recordEvents('message:updated', 'conversation:updated')
  const { body } = await edit(ann, message, 'The king is in')
  expect(MessageView.parse(body)).toEqual(body)
  const { editedAt, ...rest } = body
  expect(rest).toEqual({ ...message, content: 'The king is in', rev: 2 })
  for (const who of [ann, bob]) {
    expect(await threadOf(who, message)).toEqual([body])
    expect((await versions(who, message)).body).toEqual([{ text: 'The kimg is in', at: message.createdAt }])
  }
  const { lastMessage, ...conversation } = before
  expect(await conversationOf(bob)).toEqual({
    ...conversation,
    lastMessage: { ...lastMessage, content: 'The king is in' },
    rev: before.rev + 1,
  })
  // The same text changes nothing.
  expect((await edit(ann, message, 'The king is in')).body).toEqual(body)
  expect(
    recorded
      .stop()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['conversation:updated', 'conversation:updated', 'message:updated'])
  await edit(ann, message, 'The king is out')
  expect((await versions(bob, message)).body).toEqual([
    { text: 'The king is in', at: editedAt },
    { text: 'The kimg is in', at: message.createdAt },
  ])
})

it('[L33] an edit of an earlier message leaves the preview and what is unread', async () => {
  const [ann, bob] = await pair()
  const first = await send(ann, bob, 'First')
  await send(ann, bob, 'Second')
  await bob.post(`/messages/${first.conversationId}/read`, { seq: 1 })
  const before = await conversationOf(bob)
  await edit(ann, first, 'First, again')
  expect(await conversationOf(bob)).toEqual(before)
  expect(before).toMatchObject({ unreadCount: 1, lastMessage: { content: 'Second' } })
})

it('keeps the first text and the newest ones', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'v0')
  const edits = LIMITS.textVersions + 2
  for (let nth = 1; nth <= edits; nth += 1) await edit(ann, message, `v${nth}`)
  const { body } = await versions(bob, message)
  expect(body.map(({ text }) => text)).toEqual([
    ...Array.from({ length: LIMITS.textVersions - 1 }, (_, at) => `v${edits - 1 - at}`),
    'v0',
  ])
})

it('is for its sender alone, for a day, by the rules of sending', async () => {
  const [ann, bob] = await pair()
  const cat = await person(server, `cat${count}`)
  const message = await send(ann, bob, 'Mine')
  expect((await edit(bob, message, 'Yours')).status).toBe(403)
  expect((await edit(cat, message, 'Yours')).status).toBe(404)
  expect((await versions(cat, message)).status).toBe(404)
  for (const bad of ['', ' \u200b ', 'x'.repeat(LIMITS.message + 1), null, 7, 'a\u0000b'])
    expect((await edit(ann, message, bad)).status, JSON.stringify(bad)).toBe(400)
  await bob.post(`/users/${ann.id}/block`)
  expect((await edit(ann, message, 'Across a block')).status).toBe(403)
  await bob.delete(`/users/${ann.id}/block`)
  const createdAt = new Date(Date.now() - TIMINGS.messageEdit - 1000)
  await messages().updateOne({ _id: new Types.ObjectId(message.id) }, { $set: { createdAt } })
  const late = await edit(ann, message, 'Too late')
  expect([late.status, late.text]).toEqual([409, 'It is too late to edit it.'])
  expect((await stored(message))!['versions']).toBeUndefined()
})

it('may leave a picture without words, and not a link that the site does not allow', async () => {
  const [ann, bob] = await pair()
  const { body: picture } = await upload(server, ann, await plain(60, 40).png().toBuffer(), {
    name: 'a.png',
    type: 'image/png',
    purpose: 'message',
  })
  const media = { mediaUrl: picture.mediaUrl, mediaType: 'image' }
  const message = await send(ann, bob, 'The throne', media)
  expect((await edit(ann, message, '')).body).toMatchObject({ content: '', mediaUrl: message.mediaUrl })
  const { changeBlocks, blocks } = await import('#server/shared/blocks/blocks.store.ts')
  const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
  const admin = (await loadViewer(bob.id))!
  await changeBlocks(admin, { ...(await blocks()), linkDomains: ['sewer.example'] })
  expect((await edit(ann, message, 'See https://sewer.example/')).status).toBe(400)
  await changeBlocks(admin, { ...(await blocks()), linkDomains: [] })
})

it('[L29] a deletion hides the earlier texts too, its undo brings them back, and its end erases them', async () => {
  undo.setUndoTime(60_000)
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'The first secret')
  const edited = (await edit(ann, message, 'The second secret')).body
  const deleted = (await ann.delete<MessageView>(pathOf(message))).body
  expect(deleted.editedAt).toBeUndefined()
  expect((await versions(ann, message)).status).toBe(404)
  expect((await edit(ann, message, 'The third secret')).status).toBe(404)
  expect((await ann.post<MessageView>(`${pathOf(message)}/restore`)).body).toEqual({ ...edited, rev: 4 })
  expect((await versions(bob, message)).body).toHaveLength(1)
  undo.setUndoTime(0)
  await ann.delete(pathOf(message))
  expect(JSON.stringify(await stored(message))).not.toContain('secret')
})

it('a report keeps what it had, and a removal that is taken back brings the earlier texts back', async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'Something rude')
  const report = { targetType: 'message', targetId: message.id, reason: 'harassment' }
  expect((await bob.post('/reports', report)).status).toBe(201)
  await edit(ann, message, 'Something nice')
  const kept = await mongoose.connection.collection('reports').find().toArray()
  expect(JSON.stringify(kept)).toContain('Something rude')
  const { transact } = await import('#server/platform/mongo/transaction.ts')
  const handlers = await import('#server/features/messages/messages.handlers.ts')
  const hidden = (await transact((tx) => handlers.hideMessage(tx, message.id)))!
  expect(JSON.stringify(await stored(message))).not.toContain('Something')
  await transact((tx) => handlers.restoreMessage(tx, hidden))
  expect((await versions(bob, message)).body.map(({ text }) => text)).toEqual(['Something rude'])
})

it("is in its sender's export, and erased with the account", async () => {
  const [ann, bob] = await pair()
  const message = await send(ann, bob, 'Draft of a poem')
  await edit(ann, message, 'A poem')
  const exported = async (who: Person) =>
    JSON.stringify((await who.get<{ messages: object[] }>('/user/export-data')).body.messages)
  expect(await exported(ann)).toContain('Draft of a poem')
  expect(await exported(bob)).not.toContain('poem')
  expect((await ann.delete('/user/delete-account')).status).toBeLessThan(300)
  await expect.poll(async () => JSON.stringify(await stored(message))).not.toContain('poem')
})
