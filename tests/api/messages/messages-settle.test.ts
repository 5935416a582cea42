import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { MessageModel } from '#server/features/messages/messages.model.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
  await befriend(ann, bob)
})
afterAll(() => server.close())

const send = (from: Person, to: Person, content: string, clientId: string = crypto.randomUUID()) =>
  from.post<MessageView>('/messages', { receiverId: to.id, content, clientId })
const conversationOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body[0]!
const messageNotifications = async (who: Person) =>
  (await who.get<NotificationView[]>('/notifications')).body.filter(
    ({ type, read }) => type === 'MESSAGE' && !read,
  )

/**
 * The state after a process was killed right after it stored a message: the conversation does not count it.
 */
async function leaveUncounted(from: Person, to: Person, content: string): Promise<string> {
  const { id, lastSeq } = await conversationOf(from)
  const clientId = crypto.randomUUID()
  const people = { senderId: new Types.ObjectId(from.id), receiverId: new Types.ObjectId(to.id) }
  await MessageModel.create({
    conversationId: new Types.ObjectId(id),
    seq: lastSeq + 1,
    ...people,
    content,
    clientId,
    createdAt: new Date(),
    rev: 1,
  })
  return clientId
}

describe('A message whose process stopped before the conversation was updated', () => {
  it('[L6] is counted with the next message of either person, and keeps its number', async () => {
    await send(ann, bob, 'one')
    await leaveUncounted(ann, bob, 'two')
    const { body } = await send(ann, bob, 'three')
    expect(body.seq).toBe(3)
    expect(await conversationOf(bob)).toMatchObject({
      lastSeq: 3,
      unreadCount: 3,
      lastMessage: { content: 'three' },
    })
    const { id } = await conversationOf(bob)
    const thread = (await bob.get<MessageView[]>(`/messages/${id}`)).body
    expect(thread.map(({ content }) => content)).toEqual(['one', 'two', 'three'])
  })

  it('[L5] is counted, pushed and notified once when its sender sends it again', async () => {
    const { id } = await conversationOf(bob)
    await bob.post(`/messages/${id}/read`, { seq: 3 })
    expect(await messageNotifications(bob)).toEqual([])
    const clientId = await leaveUncounted(ann, bob, 'four')
    const recorded = await recordEvents('message:created', 'conversation:updated')
    expect([
      (await send(ann, bob, 'four', clientId)).status,
      (await send(ann, bob, 'four', clientId)).status,
    ]).toEqual([200, 200])
    const heard = recorded.stop()
    expect(heard.map(({ name }) => name)).toEqual(['message:created'])
    expect(await conversationOf(bob)).toMatchObject({ lastSeq: 4, unreadCount: 1 })
    expect(await messageNotifications(bob)).toHaveLength(1)
  })

  it('does not count as unread if it was erased meanwhile', async () => {
    const { id } = await conversationOf(bob)
    await bob.post(`/messages/${id}/read`, { seq: 4 })
    const clientId = await leaveUncounted(ann, bob, 'five')
    const message = await MessageModel.findOne({ clientId }).lean()
    expect((await ann.delete(`/messages/${id}/${message!._id.toHexString()}`)).status).toBe(200)
    expect((await send(ann, bob, 'six')).body.seq).toBe(6)
    expect(await conversationOf(bob)).toMatchObject({ lastSeq: 6, unreadCount: 1 })
  })
})
