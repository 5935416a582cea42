import { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConversationView, type MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
/** Has the settings. */
let ann: Person
let bob: Person
let number = 0
let id: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  number += 1
  ann = await person(server, `set_ann_${number}`)
  bob = await person(server, `set_bob_${number}`)
  id = (await send(ann, bob)).conversationId
  await send(bob, ann, 'I know you.')
  await read(ann)
})

const send = async (from: Person, to: Person, content = 'Psst.') =>
  (await from.post<MessageView>('/messages', { receiverId: to.id, content })).body
const viewOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body.find((one) => one.id === id)!
const read = async (who: Person) =>
  who.post<ConversationView>(`/messages/${id}/read`, { seq: (await viewOf(who)).lastSeq })
const mute = (who: Person, span: string) => who.put<ConversationView>(`/messages/${id}/mute`, { for: span })
const unmute = (who: Person) => who.delete<ConversationView>(`/messages/${id}/mute`)
const unreadNotices = async (who: Person) =>
  (await who.get<NotificationView[]>('/notifications')).body.filter(
    ({ type, read: isRead }) => type === 'MESSAGE' && !isRead,
  )

/** As if the time of the mute had passed. */
async function endMute(who: Person): Promise<void> {
  const { ConversationModel } = await import('#server/features/messages/messages.model.ts')
  const field = `muted.${who.id}`
  const { modifiedCount } = await ConversationModel.collection.updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { [field]: { until: new Date(Date.now() - 1) } } },
  )
  expect(modifiedCount).toBe(1)
}

describe('A muted conversation', () => {
  it('makes no notification, and its unread messages still count', async () => {
    const { body, status } = await mute(ann, 'always')
    expect(status).toBe(200)
    expect(ConversationView.parse(body)).toEqual(body)
    expect(body.muted).toEqual({ until: null })
    await send(bob, ann, 'Hello?')
    expect(await unreadNotices(ann)).toEqual([])
    expect(await viewOf(ann)).toMatchObject({ unreadCount: 1, muted: { until: null } })
  })

  it.each([
    ['1h', 1],
    ['8h', 8],
  ])('for %s ends after %d hours', async (span, hours) => {
    const before = Date.now()
    const until = Date.parse((await mute(ann, span)).body.muted!.until!)
    expect(until - before).toBeGreaterThanOrEqual(hours * 3_600_000)
    expect(until - Date.now()).toBeLessThanOrEqual(hours * 3_600_000)
  })

  it('notifies again when its time has passed, also when earlier messages are unread', async () => {
    await mute(ann, '1h')
    await send(bob, ann, 'unheard')
    await endMute(ann)
    expect((await viewOf(ann)).muted).toBeUndefined()
    await send(bob, ann, 'heard')
    await send(bob, ann, 'and one more')
    expect(await unreadNotices(ann)).toHaveLength(1)
  })

  it('notifies again after it was unmuted, also when earlier messages are unread', async () => {
    await mute(ann, 'always')
    await send(bob, ann, 'unheard')
    expect((await unmute(ann)).body.muted).toBeUndefined()
    expect(await unreadNotices(ann)).toEqual([])
    await send(bob, ann, 'heard')
    expect(await unreadNotices(ann)).toHaveLength(1)
  })

  it('that was read and unmuted keeps nothing of the mute', async () => {
    await mute(ann, 'always')
    await unmute(ann)
    const again = await unmute(ann)
    expect(again.status).toBe(200)
    const { ConversationModel } = await import('#server/features/messages/messages.model.ts')
    const stored = await ConversationModel.findById(id).lean()
    expect(stored!.muted).toEqual({})
  })

  it('notifies the other person as before, who does not notice', async () => {
    const before = await viewOf(bob)
    const recording = await recordEvents('conversation:updated')
    const { body } = await mute(ann, '8h')
    await unmute(ann)
    await mute(ann, 'always')
    const pushed = recording
      .stop()
      .flatMap(({ name, payload }) => (name === 'conversation:updated' ? [payload] : []))
    expect(pushed.map(({ userId }) => userId)).toEqual([ann.id, ann.id, ann.id])
    expect(pushed[0]!.conversation).toEqual(body)
    expect(pushed[2]!.conversation).toEqual(await viewOf(ann))
    expect(await viewOf(bob)).toEqual(before)
    await read(bob)
    await send(ann, bob, 'to you')
    expect(await unreadNotices(bob)).toHaveLength(1)
    expect((await viewOf(bob)).rev).toBeGreaterThan(before.rev)
  })

  it('can be muted by its two people alone, for a span that exists', async () => {
    const stranger = await person(server, `set_eve_${number}`)
    expect((await mute(stranger, 'always')).status).toBe(404)
    expect((await unmute(stranger)).status).toBe(404)
    expect((await mute(ann, '9h')).status).toBe(400)
  })
})

describe('A conversation marked as unread', () => {
  const mark = (who: Person) => who.post<ConversationView>(`/messages/${id}/unread`)
  const badge = async (who: Person) => {
    const { countUnreadMessages } = await import('#server/features/messages/message-lists.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    return countUnreadMessages((await loadViewer(who.id))!)
  }

  it('counts 1, in its row and in the badge, until it is read again', async () => {
    const { status, body } = await mark(ann)
    expect(status).toBe(200)
    expect(body.unreadCount).toBe(1)
    expect(await viewOf(ann)).toEqual(body)
    expect((await mark(ann)).body).toEqual(body)
    expect(await badge(ann)).toBe(1)
    expect(await unreadNotices(ann)).toEqual([])
    expect((await read(ann)).body.unreadCount).toBe(0)
    expect(await badge(ann)).toBe(0)
  })

  it('counts as many as are unread when messages arrive, and notifies of them', async () => {
    await mark(ann)
    await send(bob, ann, 'one')
    expect((await viewOf(ann)).unreadCount).toBe(1)
    expect(await unreadNotices(ann)).toHaveLength(1)
    await send(bob, ann, 'two')
    expect((await viewOf(ann)).unreadCount).toBe(2)
    expect((await read(ann)).body.unreadCount).toBe(0)
    expect((await viewOf(ann)).unreadCount).toBe(0)
  })

  it('looks the same to the other person, whose read marks stay', async () => {
    const before = await viewOf(bob)
    const recording = await recordEvents('conversation:updated')
    await mark(ann)
    await read(ann)
    const pushed = recording
      .stop()
      .flatMap(({ name, payload }) => (name === 'conversation:updated' ? [payload] : []))
    expect(pushed.map(({ userId }) => userId)).toEqual([ann.id, ann.id])
    expect(pushed[1]!.conversation).toEqual(await viewOf(ann))
    expect(await viewOf(bob)).toEqual(before)
  })

  it('can be marked by its two people alone', async () => {
    const stranger = await person(server, `set_eve_marks_${number}`)
    expect((await mark(stranger)).status).toBe(404)
  })
})
