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
  const { memberships } = await import('#server/features/messages/memberships.model.ts')
  const { modifiedCount } = await memberships.updateOne(
    { conversationId: new Types.ObjectId(id), userId: new Types.ObjectId(who.id) },
    { $set: { muted: { until: new Date(Date.now() - 1) } } },
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
    const { memberships } = await import('#server/features/messages/memberships.model.ts')
    const muted = { conversationId: new Types.ObjectId(id), muted: { $exists: true } }
    expect(await memberships.countDocuments(muted)).toBe(0)
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
    return (await countUnreadMessages((await loadViewer(who.id))!)).messages
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

const archive = (who: Person) => who.put<ConversationView>(`/messages/${id}/archive`)
const unarchive = (who: Person) => who.delete<ConversationView>(`/messages/${id}/archive`)
const pin = (who: Person, which = id) => who.put<ConversationView>(`/messages/${which}/pin`)
const unpin = (who: Person, which = id) => who.delete<ConversationView>(`/messages/${which}/pin`)
const shelfOf = async (who: Person) => (await who.get<ConversationView[]>('/messages/archived')).body
/** The receivers of what was pushed while `work` ran. */
async function pushedBy(work: () => Promise<unknown>): Promise<string[]> {
  const recording = await recordEvents('conversation:updated')
  await work()
  return recording
    .stop()
    .flatMap(({ name, payload }) => (name === 'conversation:updated' ? [payload.userId] : []))
}

describe('[L41] An archived conversation', () => {
  it('stands on the shelf, marked in the list, until it is taken out', async () => {
    const { status, body } = await archive(ann)
    expect(status).toBe(200)
    expect(ConversationView.parse(body)).toEqual(body)
    expect(body.archived).toBe(true)
    expect(await shelfOf(ann)).toEqual([body])
    expect(await viewOf(ann)).toEqual(body)
    expect((await archive(ann)).body).toEqual(body)
    const back = await unarchive(ann)
    expect(back.body.archived).toBeUndefined()
    expect(await shelfOf(ann)).toEqual([])
    expect(await viewOf(ann)).toEqual(back.body)
    expect((await unarchive(ann)).body).toEqual(back.body)
  })

  it.each([
    ['of the other person', () => send(bob, ann, 'Are you there?')],
    ['of its owner', () => send(ann, bob, 'One more thing.')],
  ])('comes back to the list with a message %s', async (_whose, write) => {
    await archive(ann)
    await write()
    expect((await viewOf(ann)).archived).toBeUndefined()
    expect((await viewOf(ann)).lastSeq).toBe(3)
    expect(await shelfOf(ann)).toEqual([])
  })

  it('stays on the shelf while it is muted, and comes back when the mute has ended', async () => {
    await archive(ann)
    await mute(ann, '1h')
    await send(bob, ann, 'unheard')
    expect(await shelfOf(ann)).toMatchObject([{ archived: true, unreadCount: 1, lastSeq: 3 }])
    expect(await unreadNotices(ann)).toEqual([])
    await endMute(ann)
    await send(bob, ann, 'heard')
    expect(await shelfOf(ann)).toEqual([])
    expect(await unreadNotices(ann)).toHaveLength(1)
  })

  it('comes back once when both have archived it and both write at the same moment', async () => {
    await archive(ann)
    await archive(bob)
    await mute(bob, 'always')
    await Promise.all([send(ann, bob, 'a'), send(bob, ann, 'b'), send(ann, bob, 'c')])
    expect(await viewOf(ann)).toMatchObject({ lastSeq: 5, unreadCount: 1 })
    expect((await viewOf(ann)).archived).toBeUndefined()
    expect(await viewOf(bob)).toMatchObject({ lastSeq: 5, archived: true, unreadCount: 3 })
  })

  it('is read and answered as before, and does not count in the badge', async () => {
    await send(bob, ann, 'unread')
    await archive(ann)
    const { countUnreadMessages } = await import('#server/features/messages/message-lists.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    expect((await countUnreadMessages((await loadViewer(ann.id))!)).messages).toBe(0)
    expect((await ann.get<MessageView[]>(`/messages/${id}`)).body.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect((await read(ann)).body).toMatchObject({ archived: true, unreadCount: 0 })
  })

  it('looks the same to the other person', async () => {
    const before = await viewOf(bob)
    const pushed = await pushedBy(async () => {
      await archive(ann)
      await unarchive(ann)
    })
    expect(pushed).toEqual([ann.id, ann.id])
    expect(await viewOf(bob)).toEqual(before)
  })

  it('is archived by its two people alone, and not while it is a request', async () => {
    const stranger = await person(server, `set_eve_archives_${number}`)
    expect((await archive(stranger)).status).toBe(404)
    expect((await unarchive(stranger)).status).toBe(404)
    const request = (await send(stranger, ann, 'Do you know me?')).conversationId
    expect((await ann.put(`/messages/${request}/archive`)).status).toBe(403)
    expect((await pin(ann, request)).status).toBe(403)
    expect((await stranger.put(`/messages/${request}/archive`)).status).toBe(200)
  })
})

describe('[L41] A pinned conversation', () => {
  /** Ann's conversations with so many others, oldest first. */
  const others = async (count: number) => {
    const ids: string[] = []
    for (let at = 0; at < count; at++)
      ids.push((await send(ann, await person(server, `pin_${number}_${at}`))).conversationId)
    return ids
  }
  const listOf = async (who: Person) =>
    (await who.get<ConversationView[]>('/messages/conversations')).body.map((one) => one.id)

  it('stands on top in the order of pinning, whatever is written, and three fit', async () => {
    const [one, two, three] = (await others(3)) as [string, string, string]
    expect(await listOf(ann)).toEqual([three, two, one, id])
    const { body } = await pin(ann)
    expect(ConversationView.parse(body)).toEqual(body)
    expect(body.pinnedAt).toBeDefined()
    expect((await pin(ann)).body).toEqual(body)
    await pin(ann, one)
    expect(await listOf(ann)).toEqual([id, one, three, two])
    await pin(ann, three)
    const full = await pin(ann, two)
    expect(full.status).toBe(409)
    await send(bob, ann, 'newest')
    expect(await listOf(ann)).toEqual([id, one, three, two])
    await unpin(ann)
    expect((await pin(ann, two)).status).toBe(200)
    expect(await listOf(ann)).toEqual([one, three, two, id])
  })

  it('does not take the last place twice at the same moment', async () => {
    const ids = await others(4)
    const answers = await Promise.all(ids.map((one) => pin(ann, one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
  })

  it('leaves the archive, and an archived one is no longer pinned', async () => {
    await archive(ann)
    expect((await pin(ann)).body.archived).toBeUndefined()
    expect((await archive(ann)).body.pinnedAt).toBeUndefined()
    expect(await shelfOf(ann)).toHaveLength(1)
  })

  it('looks the same to the other person, and to nobody else exists', async () => {
    const before = await viewOf(bob)
    const pushed = await pushedBy(async () => {
      await pin(ann)
      await unpin(ann)
    })
    expect(pushed).toEqual([ann.id, ann.id])
    expect(await viewOf(bob)).toEqual(before)
    const stranger = await person(server, `set_eve_pins_${number}`)
    expect((await pin(stranger)).status).toBe(404)
    expect((await unpin(stranger)).status).toBe(404)
  })
})
