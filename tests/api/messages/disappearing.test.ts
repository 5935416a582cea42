import { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { plain, upload } from '#tests/support/media.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const HOUR = 3_600_000

let server: TestServer
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
  ann = await person(server, `gone_ann_${number}`)
  bob = await person(server, `gone_bob_${number}`)
  id = (await send(ann, bob, 'one')).conversationId
  await send(bob, ann, 'two')
})

const send = async (from: Person, to: Person, content: string, more: object = {}) =>
  (await from.post<MessageView>('/messages', { receiverId: to.id, content, ...more })).body
const viewOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body.find((one) => one.id === id)!
const thread = async (who: Person) => (await who.get<MessageView[]>(`/messages/${id}`)).body
const set = (who: Person, after: string | null, which = id) =>
  who.put<ConversationView>(`/messages/${which}/disappearing`, { after })
const model = async () => await import('#server/features/messages/messages.model.ts')
const erase = async () => (await import('#server/features/messages/erase-expired.ts')).eraseExpired(id)

/** As if the time of a message had passed. */
async function endOf(message: MessageView): Promise<void> {
  const { ConversationModel, MessageModel } = await model()
  const expiresAt = new Date(Date.now() - 1)
  await MessageModel.collection.updateOne({ _id: new Types.ObjectId(message.id) }, { $set: { expiresAt } })
  await ConversationModel.collection.updateOne(
    { _id: new Types.ObjectId(id), 'lastMessage.seq': message.seq },
    { $set: { 'lastMessage.expiresAt': expiresAt } },
  )
}

describe('[L43] The setting', () => {
  it('is set by either person, with a line in the thread, and concerns later messages', async () => {
    const { status, body } = await set(ann, '24h')
    expect(status).toBe(200)
    expect(ConversationView.parse(body)).toEqual(body)
    expect(body.disappearing).toBe('24h')
    expect((await viewOf(bob)).disappearing).toBe('24h')
    const later = await send(bob, ann, 'three')
    expect(Date.parse(later.expiresAt!)).toBe(Date.parse(later.createdAt) + 24 * HOUR)
    await set(bob, '7d')
    const longer = await send(ann, bob, 'four')
    expect(Date.parse(longer.expiresAt!)).toBe(Date.parse(longer.createdAt) + 7 * 24 * HOUR)
    await set(bob, null)
    const stays = await send(ann, bob, 'five')
    expect(stays.expiresAt).toBeUndefined()
    expect((await viewOf(ann)).disappearing).toBeUndefined()
    const messages = await thread(ann)
    messages.forEach((message) => expect(MessageView.parse(message)).toEqual(message))
    const setIn = ({ notice }: MessageView) =>
      notice && 'disappearing' in notice ? notice.disappearing : undefined
    expect(messages.map((message) => [message.seq, message.senderId, setIn(message)])).toEqual([
      [1, ann.id, undefined],
      [2, bob.id, undefined],
      [3, ann.id, '24h'],
      [4, bob.id, undefined],
      [5, bob.id, '7d'],
      [6, ann.id, undefined],
      [7, bob.id, null],
      [8, ann.id, undefined],
    ])
  })

  it('changes nothing when it is set again', async () => {
    await set(ann, '7d')
    const { rev } = await viewOf(bob)
    expect((await set(bob, '7d')).body.rev).toBe(rev)
    expect(await thread(ann)).toHaveLength(3)
  })

  it('is no message: not unread, not in the preview, without a notification, and nobody changes it', async () => {
    const before = await viewOf(bob)
    await set(ann, '24h')
    const after = await viewOf(bob)
    expect(after).toEqual({ ...before, disappearing: '24h', lastSeq: 3, rev: after.rev })
    const { body } = await bob.get<NotificationView[]>('/notifications')
    expect(body.filter(({ type }) => type === 'MESSAGE')).toHaveLength(1)
    const line = (await thread(ann)).at(-1)!
    const at = `/messages/${id}/${line.id}`
    expect((await ann.delete(at)).status).toBe(403)
    expect((await ann.patch(at, { content: 'words' })).status).toBe(403)
    expect((await bob.put(`${at}/reaction`, { emoji: '💩' })).status).toBe(404)
    await send(ann, bob, 'and on')
    const read = await bob.post<ConversationView>(`/messages/${id}/read`, { seq: 2 })
    expect(read.body.unreadCount).toBe(1)
  })

  it('reaches both people at once, with what a refetch shows', async () => {
    const recording = await recordEvents('message:created', 'conversation:updated')
    await set(ann, '24h')
    const heard = recording.stop()
    const created = heard.flatMap(({ name, payload }) =>
      name === 'message:created' ? [payload.message] : [],
    )
    expect(created).toEqual([(await thread(bob)).at(-1)])
    for (const who of [ann, bob])
      expect(
        heard.flatMap(({ name, payload }) =>
          name === 'conversation:updated' && payload.userId === who.id ? [payload.conversation] : [],
        ),
      ).toEqual([await viewOf(who)])
  })

  it('has a dense sequence, whatever is written at the same moment, and holds for all that follow its line', async () => {
    const words = Array.from({ length: 8 }, (_, at) => `word ${at}`)
    await Promise.all([
      ...words.map((word, at) => (at % 2 ? send(ann, bob, word) : send(bob, ann, word))),
      set(ann, '24h'),
    ])
    const messages = await thread(ann)
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1))
    const line = messages.find(({ notice }) => notice)!
    for (const { seq, expiresAt, notice } of messages)
      expect(expiresAt !== undefined, `message ${seq}, line ${line.seq}`).toBe(seq > line.seq && !notice)
  })

  it('is known to a process that wrote to the conversation before another one set it', async () => {
    const { headOf, pairOf, rememberHead } = await import('#server/features/messages/conversation-heads.ts')
    const pair = pairOf(ann.id, bob.id)
    const stale = (await headOf(pair))!
    await set(ann, '24h')
    for (const write of [
      () => send(ann, bob, 'alone'),
      () => Promise.all([send(ann, bob, 'together'), send(bob, ann, 'as well')]),
    ]) {
      rememberHead(pair, stale)
      await write()
    }
    const later = (await thread(ann)).filter(({ seq }) => seq > 3)
    expect(later).toHaveLength(3)
    expect(later.every(({ expiresAt }) => expiresAt)).toBe(true)
  })

  it('is set by its two people alone, not across a block, and not while it is a request', async () => {
    const eve = await person(server, `gone_eve_${number}`)
    expect((await set(eve, '24h')).status).toBe(404)
    expect((await set(ann, '1h')).status).toBe(400)
    const request = (await send(eve, ann, 'Knock')).conversationId
    for (const who of [eve, ann]) expect((await set(who, '24h', request)).status).toBe(403)
    await ann.post(`/users/${bob.id}/block`)
    for (const who of [ann, bob]) expect((await set(who, '24h')).status).toBe(403)
  })
})

describe('[L43] A message whose time is over', () => {
  it('is empty in every answer before anything has erased it, and cannot be used', async () => {
    await set(ann, '24h')
    const message = await send(ann, bob, 'secret')
    await send(bob, ann, 'answer', { replyTo: message.seq })
    await endOf(message)
    for (const who of [ann, bob]) {
      const found = (await thread(who)).find(({ seq }) => seq === message.seq)!
      expect(found).toMatchObject({ content: '', deleted: true, expiresAt: expect.any(String) })
      expect((await who.get(`/messages/${id}`)).text).not.toContain('secret')
    }
    const at = `/messages/${id}/${message.id}`
    expect((await ann.patch(at, { content: 'again' })).status).toBe(404)
    expect((await ann.delete(at)).status).toBe(404)
    expect((await ann.post(`${at}/take-back`)).status).toBe(404)
    expect((await bob.get(`${at}/versions`)).status).toBe(404)
    expect((await bob.put(`${at}/reaction`, { emoji: '💩' })).status).toBe(404)
    const report = { targetType: 'message', targetId: message.id, reason: 'spam', details: '' }
    expect((await bob.post('/reports', report)).status).toBe(404)
    expect((await ann.get('/user/export-data')).text).not.toContain('secret')
  })

  it('is no longer the preview by its time, and not unread once it is erased', async () => {
    await set(ann, '24h')
    await ann.post(`/messages/${id}/read`, { seq: 3 })
    const [first, last] = [await send(bob, ann, 'first'), await send(bob, ann, 'last')]
    await endOf(last)
    expect((await viewOf(ann)).lastMessage).toMatchObject({ content: '', seq: last.seq })
    await endOf(first)
    const recording = await recordEvents('message:updated', 'conversation:updated')
    expect(await erase()).toEqual({ againAfterMs: 24 * HOUR })
    const heard = recording.stop()
    const view = await viewOf(ann)
    expect(view).toMatchObject({ unreadCount: 0, lastSeq: 5, lastMessage: { content: '' } })
    expect(heard.filter(({ name }) => name === 'message:updated')).toHaveLength(2)
    expect(
      heard.flatMap(({ name, payload }) =>
        name === 'conversation:updated' && payload.userId === ann.id ? [payload.conversation] : [],
      ),
    ).toEqual([view])
    const { body } = await ann.get<NotificationView[]>('/notifications')
    expect(body.filter(({ type, read }) => type === 'MESSAGE' && !read)).toEqual([])
  })

  it('looks the same before and after it is erased, but for its rev', async () => {
    await set(ann, '24h')
    const message = await send(ann, bob, 'gone', { replyTo: 1 })
    await bob.put(`/messages/${id}/${message.id}/reaction`, { emoji: '💩' })
    await endOf(message)
    const before = (await thread(bob)).at(-1)!
    await erase()
    const after = (await thread(bob)).at(-1)!
    expect(after).toEqual({ ...before, rev: after.rev })
    expect(after.rev).toBeGreaterThan(before.rev)
    const { MessageModel } = await model()
    const stored = (await MessageModel.findById(message.id).lean())!
    expect(stored).toMatchObject({ content: '', deleted: true })
    expect(stored.reactions).toBeUndefined()
  })

  it('takes its picture along', async () => {
    await set(ann, '24h')
    const picture = await plain(40, 30).png().toBuffer()
    const file = { name: 'a.png', type: 'image/png', purpose: 'message' as const }
    const { mediaUrl } = (await upload(server, ann, picture, file)).body
    const message = await send(ann, bob, '', { mediaUrl, mediaType: 'image' })
    const { MediaModel } = await import('#server/features/media/media.model.ts')
    const uses = () => MediaModel.countDocuments({ 'usedBy.id': new Types.ObjectId(message.id) })
    expect(await uses()).toBe(1)
    await endOf(message)
    await erase()
    expect(await uses()).toBe(0)
  })

  it('is erased in portions by one indexed read each, and what is left says when to come again', async () => {
    await set(ann, '24h')
    const { MessageModel } = await model()
    const expiresAt = new Date(Date.now() - 1)
    const later = new Date(Date.now() + HOUR)
    await MessageModel.insertMany(
      Array.from({ length: 121 }, (_, at) => ({
        conversationId: id,
        seq: 4 + at,
        senderId: ann.id,
        receiverId: bob.id,
        content: `m${at}`,
        createdAt: new Date(),
        expiresAt: at === 120 ? later : expiresAt,
      })),
    )
    await bob.get(`/messages/${id}`)
    const again = await erase()
    expect(again?.againAfterMs).toBeGreaterThan(HOUR - 60_000)
    expect(again?.againAfterMs).toBeLessThanOrEqual(HOUR)
    expect(await MessageModel.countDocuments({ conversationId: id, deleted: true })).toBe(120)
    // The last one, and the one from before the setting.
    expect((await viewOf(bob)).unreadCount).toBe(2)
    const { expiringIn } = await import('#server/features/messages/erase-expired.ts')
    const reads = await readsOf(() => expiringIn(id).limit(1))
    expectIndexed(reads)
    expect(reads).toHaveLength(1)
  })

  it('leaves what a report has kept', async () => {
    await set(ann, '24h')
    const message = await send(ann, bob, 'a threat')
    const admin = await person(server, `gone_admin_${number}`)
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await setAdmin(admin.id, true)
    const report = { targetType: 'message', targetId: message.id, reason: 'harassment', details: '' }
    const { body } = await bob.post<{ id: string }>('/reports', report)
    await endOf(message)
    await erase()
    const { text } = await admin.get(`/admin/reports/${body.id}`)
    expect(text).toContain('a threat')
  })

  it('that was deleted and brought back disappears all the same, though its job had ended', async () => {
    const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
    const { setUndoTime } = await import('#server/shared/undo-time.ts')
    setUndoTime(60_000)
    await set(ann, '24h')
    const message = await send(ann, bob, 'on second thoughts')
    await set(ann, null)
    const at = `/messages/${id}/${message.id}`
    await ann.delete(at)
    expect(await erase()).toBeUndefined()
    await JobModel.deleteMany({ kind: 'disappearing', key: id })
    expect((await ann.post(`${at}/restore`)).status).toBe(200)
    setUndoTime()
    const [job] = await JobModel.find({ kind: 'disappearing', key: id }).lean()
    expect(Math.abs(job!.dueAt!.getTime() - Date.parse(message.expiresAt!))).toBeLessThan(60_000)
  })

  it('is left to the next run by a process that dies, and the setting leaves one waiting job', async () => {
    await set(ann, '24h')
    await set(bob, '7d')
    await set(ann, '24h')
    const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
    const jobs = await JobModel.find({ kind: 'disappearing', key: id }).lean()
    expect(jobs).toHaveLength(1)
    expect(jobs[0]!.dueAt!.getTime()).toBeLessThanOrEqual(Date.now() + 24 * HOUR)
    expect(jobs[0]!.dueAt!.getTime()).toBeGreaterThan(Date.now() + 23 * HOUR)
    await set(ann, null)
    expect(await erase()).toBeUndefined()
  })
})
