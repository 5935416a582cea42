import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConversationView, MessageView } from '#contract/messages.ts'
import { GroupMembersView, InvitedGroupView, type GroupInviteView } from '#contract/messages.groups.ts'
import type { MessageSearchPage } from '#contract/messages.search.ts'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import { HOUR } from '#server/platform/durations.ts'
import { makeDue } from '#tests/support/due-jobs.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let dan: Person
let id: string
let number = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  number += 1
  ;[ann, bob, cat, dan] = (await Promise.all(
    ['ann', 'bob', 'cat', 'dan'].map((name) => person(server, `g_${name}_${number}`)),
  )) as [Person, Person, Person, Person]
  await befriend(ann, bob, cat, dan)
  id = (await make(ann, [bob, cat])).id
})

const make = async (maker: Person, members: Person[], name = 'Night shift') => {
  const { status, body } = await maker.post<ConversationView>('/messages/groups', {
    name,
    memberIds: members.map((one) => one.id),
  })
  expect(status).toBe(201)
  return ConversationView.parse(body)
}
const say = async (who: Person, content: string, more: object = {}) => {
  const { status, body } = await who.post<MessageView>('/messages', { receiverId: id, content, ...more })
  expect(status).toBe(201)
  return MessageView.parse(body)
}
const thread = async (who: Person, query = '') =>
  (await who.get<MessageView[]>(`/messages/${id}${query}`)).body.map((one) => MessageView.parse(one))
const words = async (who: Person) =>
  (await thread(who)).filter(({ notice }) => !notice).map(({ content }) => content)
const events = async (who: Person) =>
  (await thread(who)).flatMap(({ notice }) => (notice && 'event' in notice ? [notice.event] : []))
const list = async (who: Person) => (await who.get<ConversationView[]>('/messages/conversations')).body
const viewOf = async (who: Person) => (await list(who)).find((one) => one.id === id)
const members = async (who: Person) =>
  (await who.get<GroupMembersView>(`/messages/groups/${id}/members`)).body
const add = (who: Person, ...whom: Person[]) =>
  who.post<ConversationView>(`/messages/groups/${id}/members`, { memberIds: whom.map((one) => one.id) })
const read = (who: Person, seq: number) => who.post<ConversationView>(`/messages/${id}/read`, { seq })

describe('A group', () => {
  it('is made once, with its members, and stands in the list of each', async () => {
    const view = (await viewOf(bob))!
    expect(ConversationView.parse(view)).toEqual(view)
    expect(view.participants.map(({ displayName }) => displayName)).toEqual(['Night shift', bob.handle])
    expect(view.participants[0]!.id).toBe(id)
    expect(view.group).toMatchObject({ memberCount: 3, isAdmin: false, firstSeq: 1, showsHistory: false })
    expect((await viewOf(ann))!.group!.isAdmin).toBe(true)
    expect(await viewOf(dan)).toBeUndefined()
    expect(await events(cat)).toEqual(['made', 'added'])
    const clientId = crypto.randomUUID()
    const input = { name: 'Once', memberIds: [bob.id], clientId }
    const [first, second] = [
      await ann.post<ConversationView>('/messages/groups', input),
      await ann.post<ConversationView>('/messages/groups', input),
    ]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body.id).toBe(first.body.id)
  })

  it('needs a name of 1 to 60 characters and has at most 50 members', async () => {
    const attempts = [
      { name: ' ', memberIds: [] },
      { name: 'x'.repeat(61), memberIds: [] },
      { name: 'Crowd', memberIds: Array.from({ length: 50 }, () => bob.id) },
    ]
    for (const attempt of attempts) expect((await ann.post('/messages/groups', attempt)).status).toBe(400)
    expect((await ann.post('/messages/groups', { name: 'Alone', memberIds: [] })).status).toBe(201)
  })

  it('[L6] numbers its messages without gaps, counts them unread for the others, and writes each once', async () => {
    const clientId = crypto.randomUUID()
    const sent = await say(ann, 'Hello', { clientId })
    expect(sent).toMatchObject({ seq: 3, receiverId: id, conversationId: id })
    const again = await ann.post<MessageView>('/messages', { receiverId: id, content: 'Hello', clientId })
    expect([again.status, again.body.id]).toEqual([200, sent.id])
    await Promise.all([ann, bob, cat, ann, bob].map((who, at) => say(who, `word ${at}`)))
    expect((await thread(cat)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    // Cat wrote one of six; the lines about the group are no messages.
    expect((await viewOf(cat))!.unreadCount).toBe(5)
    const view = (await read(cat, 8)).body
    expect(view).toMatchObject({ unreadCount: 0, readSeq: { [cat.id]: 8 } })
    await say(bob, 'One more')
    expect((await viewOf(cat))!.unreadCount).toBe(1)
    expect((await viewOf(cat))!.lastMessage).toMatchObject({
      content: 'One more',
      senderName: bob.handle,
    })
    const taken = await say(bob, 'Oops')
    await bob.delete(`/messages/${id}/${taken.id}`)
    expect((await viewOf(cat))!.unreadCount).toBe(1)
  })

  it('[L60] counts a message once that another process has stored and not counted when somebody reads', async () => {
    await say(bob, 'one')
    await say(bob, 'two')
    const [conversationId, senderId] = [new Types.ObjectId(id), new Types.ObjectId(bob.id)]
    const stored = {
      conversationId,
      seq: 5,
      senderId,
      receiverId: conversationId,
      content: 'three',
      mediaUrl: null,
      mediaType: null,
      deleted: false,
      createdAt: new Date(),
      rev: 1,
    }
    await mongoose.connection.collection('messages').insertOne(stored)
    expect((await read(ann, 3)).body.unreadCount).toBe(1)
    await say(cat, 'four')
    expect((await viewOf(ann))!).toMatchObject({ lastSeq: 6, unreadCount: 3 })
  })

  it('is there for its members alone', async () => {
    const { id: messageId } = await say(ann, 'Secret')
    const refused = [
      await dan.get(`/messages/${id}`),
      await dan.post('/messages', { receiverId: id, content: 'Hi' }),
      await dan.get(`/messages/groups/${id}/members`),
      await dan.post(`/messages/${id}/read`, { seq: 1 }),
      await dan.post(`/messages/groups/${id}/leave`),
      await dan.put(`/messages/${id}/${messageId}/reaction`, { emoji: '💩' }),
      await dan.get(`/messages/${id}/${messageId}/versions`),
      await add(dan, dan),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
    const ofMember = [
      await add(bob, dan),
      await bob.patch(`/messages/groups/${id}`, { name: 'Mine' }),
      await bob.delete(`/messages/groups/${id}/members/${cat.id}`),
      await bob.put(`/messages/groups/${id}/admins/${bob.id}`),
      await bob.post(`/messages/groups/${id}/invite`),
      await bob.put(`/messages/${id}/disappearing`, { after: '24h' }),
    ]
    expect(ofMember.map(({ status }) => status)).toEqual(ofMember.map(() => 403))
  })

  it('edits, reactions and replies work as between two', async () => {
    const { id: messageId, seq } = await say(ann, 'Frist')
    await bob.put(`/messages/${id}/${messageId}/reaction`, { emoji: '💩' })
    await ann.patch(`/messages/${id}/${messageId}`, { content: 'First' })
    expect((await bob.patch(`/messages/${id}/${messageId}`, { content: 'Mine' })).status).toBe(403)
    await say(cat, 'Indeed', { replyTo: seq })
    const seen = await thread(bob)
    expect(seen.at(-2)).toMatchObject({ content: 'First', reactions: { [bob.id]: '💩' } })
    expect(seen.at(-1)).toMatchObject({ replyTo: seq })
  })

  it('is named, pictured and opened by its admins, with a line in the thread for each change', async () => {
    const changed = await ann.patch<ConversationView>(`/messages/groups/${id}`, {
      name: 'Day shift',
      showsHistory: true,
    })
    expect(changed.body.participants[0]!.displayName).toBe('Day shift')
    await ann.patch(`/messages/groups/${id}`, { name: 'Day shift' })
    expect(await events(bob)).toEqual(['made', 'added', 'renamed', 'history'])
    expect((await viewOf(bob))!.lastMessage).toMatchObject({ event: 'history', senderName: ann.handle })
    await ann.put(`/messages/groups/${id}/admins/${bob.id}`)
    expect((await viewOf(bob))!.group!.isAdmin).toBe(true)
    await bob.delete(`/messages/groups/${id}/admins/${ann.id}`)
    expect((await viewOf(ann))!.group!.isAdmin).toBe(false)
    expect((await bob.delete(`/messages/groups/${id}/admins/${bob.id}`)).status).toBe(409)
  })
})

describe('Who joins', () => {
  it('[L49] sees nothing from before, in the thread, previews, quotes and the search', async () => {
    const { seq, id: messageId } = await say(ann, 'before dawn')
    const added = await add(ann, dan)
    expect(added.body.group!.memberCount).toBe(4)
    expect(await words(dan)).toEqual([])
    expect((await viewOf(dan))!.group!.firstSeq).toBe(seq + 1)
    expect(JSON.stringify(await list(dan))).not.toContain('before dawn')
    expect(await thread(dan, `?before=${seq + 1}`)).toEqual([])
    expect((await dan.put(`/messages/${id}/${messageId}/reaction`, { emoji: '💩' })).status).toBe(404)
    expect(
      (
        await dan.post('/reports', {
          targetType: 'message',
          targetId: messageId,
          reason: 'spam',
          details: '',
        })
      ).status,
    ).toBe(404)
    const search = async (who: Person) => (await who.get<MessageSearchPage>('/messages/search?q=dawn')).body
    const found = async (who: Person) => (await search(who)).messages.map((one) => one.content)
    await say(ann, 'after dawn')
    expect(await found(dan)).toEqual(['after dawn'])
    expect((await search(dan)).authors).toMatchObject([{ id: ann.id, displayName: ann.handle }])
    expect(await found(bob)).toEqual(['after dawn', 'before dawn'])
    expect((await viewOf(dan))!.unreadCount).toBe(1)
  })

  it('sees all of it when the group says so', async () => {
    await say(ann, 'before')
    await ann.patch(`/messages/groups/${id}`, { showsHistory: true })
    await add(ann, dan)
    expect(await words(dan)).toEqual(['before'])
    expect((await viewOf(dan))!.group!.firstSeq).toBe(1)
  })

  it('has accepted contact with the admin: others are not added, nor people across a block', async () => {
    const eve = await person(server, `g_eve_${number}`)
    const refused = async () => {
      expect((await add(ann, eve)).status).toBe(403)
      expect((await ann.post('/messages/groups', { name: 'No', memberIds: [eve.id] })).status).toBe(403)
    }
    await refused()
    // A request that waits, or was declined, is no contact.
    const request = await ann.post<MessageView>('/messages', { receiverId: eve.id, content: 'Psst' })
    await refused()
    const path = `/messages/${request.body.conversationId}`
    await eve.post(`${path}/decline`)
    await refused()
    await eve.post('/messages', { receiverId: ann.id, content: 'Well then' })
    expect((await add(ann, eve)).status).toBe(200)

    const fay = await person(server, `g_fay_${number}`)
    await fay.post(`/users/${ann.id}/follow`)
    expect((await add(ann, fay)).status).toBe(200)
    await fay.post(`/messages/groups/${id}/leave`)
    await fay.post(`/users/${ann.id}/block`)
    expect((await add(ann, fay)).status).toBe(403)
  })

  it('[L49] writes at once, whoever wrote before and whatever the process remembers of the members', async () => {
    await say(ann, 'Who is missing?')
    expect((await dan.post('/messages', { receiverId: id, content: 'I am' })).status).toBe(404)
    expect((await add(ann, dan)).status).toBe(200)
    await say(dan, 'Here I am')
    expect(await words(ann)).toEqual(['Who is missing?', 'Here I am'])
  })

  it('[L49] writes also when they came in after the call had begun', async () => {
    const { appendToGroup } = await import('#server/features/messages/messages-append.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    await say(ann, 'Who is missing?')
    await add(ann, dan)
    const draft = { receiverId: id, content: 'Here I am', clientId: crypto.randomUUID(), named: [] }
    await appendToGroup((await loadViewer(dan.id))!, id, draft)
    expect(await words(ann)).toEqual(['Who is missing?', 'Here I am'])
  })

  it('comes in by a link until it ends; people under 18 do not', async () => {
    const { token } = (await ann.post<GroupInviteView>(`/messages/groups/${id}/invite`)).body
    const preview = await dan.get<InvitedGroupView>(`/messages/join/${token}`)
    expect(InvitedGroupView.parse(preview.body)).toEqual({
      name: 'Night shift',
      pictureUrl: null,
      memberCount: 3,
      conversationId: null,
    })
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const agreed = { ageBand: '16-17', at: new Date() }
    await UserModel.updateOne({ _id: dan.id }, { $set: { agreed } })
    expect((await dan.post(`/messages/join/${token}`)).status).toBe(403)
    await UserModel.updateOne({ _id: dan.id }, { $unset: { agreed: 1 } })
    const joined = await dan.post<ConversationView>(`/messages/join/${token}`)
    expect([joined.status, joined.body.id]).toEqual([200, id])
    expect((await dan.post<ConversationView>(`/messages/join/${token}`)).status).toBe(200)
    expect(await events(dan)).toEqual(['joined'])
    const eve = await person(server, `g_eve_${number}`)
    await ann.post(`/users/${eve.id}/block`)
    expect((await eve.get(`/messages/join/${token}`)).status).toBe(404)
    await ann.delete(`/messages/groups/${id}/invite`)
    const frank = await person(server, `g_frank_${number}`)
    expect((await frank.get(`/messages/join/${token}`)).status).toBe(404)
    expect((await frank.post(`/messages/join/${token}`)).status).toBe(404)
  })
})

describe('Who goes', () => {
  it('[L49] keeps nothing of it, and it is gone from their pages at once', async () => {
    const { id: messageId } = await say(cat, 'So long')
    const { heard, stop } = await recordEvents('conversation:deleted')
    expect((await cat.post(`/messages/groups/${id}/leave`)).status).toBe(204)
    await until('the page is told', () =>
      heard.some(({ payload }) => 'userId' in payload && payload.userId === cat.id),
    )
    stop()
    expect(await viewOf(cat)).toBeUndefined()
    expect((await cat.get(`/messages/${id}`)).status).toBe(404)
    expect((await cat.post('/messages', { receiverId: id, content: 'Still here' })).status).toBe(404)
    expect((await cat.delete(`/messages/${id}/${messageId}`)).status).toBe(404)
    expect((await members(bob)).former.map((one) => one.id)).toEqual([cat.id])
    expect(await words(bob)).toEqual(['So long'])
    expect((await viewOf(bob))!.group!.memberCount).toBe(2)
  })

  it('leaves the group to the one who has been there longest, and the last one ends it', async () => {
    await ann.post(`/messages/groups/${id}/leave`)
    expect((await viewOf(bob))!.group!.isAdmin).toBe(true)
    await bob.delete(`/messages/groups/${id}/members/${cat.id}`)
    expect(await viewOf(cat)).toBeUndefined()
    const { token } = (await bob.post<GroupInviteView>(`/messages/groups/${id}/invite`)).body
    await say(bob, 'Nobody is here')
    await bob.post(`/messages/groups/${id}/leave`)
    expect((await dan.post(`/messages/join/${token}`)).status).toBe(404)
    // The process still remembers the head of before.
    const due = { kind: 'end-group', key: id, dueAt: { $lte: new Date() } }
    const jobs = mongoose.connection.collection('jobs')
    await until('no deletion is due', async () => (await jobs.countDocuments(due)) === 0)
    expect((await bob.post('/messages', { receiverId: id, content: 'Too late' })).status).toBe(404)
    const { ConversationModel, MessageModel } = await import('#server/features/messages/messages.model.ts')
    expect(await MessageModel.exists({ conversationId: id, content: 'Too late' })).toBeNull()
    expect(await makeDue({ kind: 'end-group', key: id }, { withinMs: HOUR })).toBe(1)
    await until('it is deleted', async () => !(await ConversationModel.exists({ _id: id })))
    expect(await MessageModel.exists({ conversationId: id })).toBeNull()
  })
})

describe('[L50] A block in a group', () => {
  it('hides the words and reactions of the two from each other, and nobody notices', async () => {
    const revBefore = (await viewOf(cat))!.rev
    await bob.post(`/users/${ann.id}/block`)
    const { id: messageId } = await say(ann, 'for cat alone')
    await ann.put(`/messages/${id}/${messageId}/reaction`, { emoji: '🔥' })
    const open = await say(cat, 'for both')
    await ann.put(`/messages/${id}/${open.id}/reaction`, { emoji: '🔥' })
    const own = await say(bob, 'from the blocker')
    expect((await ann.put(`/messages/${id}/${own.id}/reaction`, { emoji: '🔥' })).status).toBe(404)
    expect(await words(cat)).toEqual(['for cat alone', 'for both', 'from the blocker'])
    expect(await words(bob)).toEqual(['', 'for both', 'from the blocker'])
    expect(await words(ann)).toEqual(['for cat alone', 'for both', ''])
    expect((await thread(cat)).at(-2)!.reactions).toEqual({ [ann.id]: '🔥' })
    const [hidden, seen] = (await thread(bob)).slice(-3)
    expect(hidden).toMatchObject({ hidden: true, seq: 3, media: null })
    expect(hidden).not.toHaveProperty('reactions')
    expect(seen).not.toHaveProperty('reactions')
    expect((await viewOf(ann))!.lastMessage).toMatchObject({ content: '', hidden: true })
    expect((await viewOf(ann))!.unreadCount).toBe(1)
    const found = await bob.get<MessageSearchPage>('/messages/search?q=alone')
    expect(found.body.messages).toEqual([])
    expect((await bob.get(`/messages/${id}/${messageId}/versions`)).status).toBe(404)
    await bob.delete(`/users/${ann.id}/block`)
    expect(await words(bob)).toEqual(['for cat alone', 'for both', 'from the blocker'])
    await until('it is counted again', async () => (await viewOf(ann))!.unreadCount === 2)
    expect((await viewOf(cat))!.rev).toBeGreaterThan(revBefore)
  })

  it('hides reactions also in the answer to a message that is sent again', async () => {
    await bob.post(`/users/${ann.id}/block`)
    const sent = { receiverId: id, content: 'once', clientId: crypto.randomUUID() }
    const { body } = await ann.post<MessageView>('/messages', sent)
    const { MessageModel } = await import('#server/features/messages/messages.model.ts')
    await MessageModel.updateOne(
      { _id: body.id },
      { $set: { reactions: { [bob.id]: '🔥', [cat.id]: '👍' } } },
    )
    const again = (await ann.post<MessageView>('/messages', sent)).body
    expect([again.id, again.reactions]).toEqual([body.id, { [cat.id]: '👍' }])
  })

  it('[L43] leaves the count of other messages as it is when hidden words disappear', async () => {
    await read(bob, 2)
    await read(cat, 2)
    await bob.post(`/users/${ann.id}/block`)
    await ann.put(`/messages/${id}/disappearing`, { after: '24h' })
    const { id: messageId } = await say(ann, 'hidden from bob')
    await say(cat, 'for both')
    const rows = (await import('#server/features/messages/messages.model.ts')).MessageModel.collection
    await rows.updateOne(
      { _id: new Types.ObjectId(messageId) },
      { $set: { expiresAt: new Date(Date.now() - 1) } },
    )
    const { eraseExpired } = await import('#server/features/messages/erase-expired.ts')
    await eraseExpired(id)
    expect((await viewOf(bob))!.unreadCount).toBe(1)
    expect((await viewOf(cat))!.unreadCount).toBe(0)
  })

  it('hides also what somebody wrote who has left since, and counts it again after its end', async () => {
    await say(bob, 'before I go')
    await bob.post(`/messages/groups/${id}/leave`)
    expect((await viewOf(ann))!.unreadCount).toBe(1)
    await bob.post(`/users/${ann.id}/block`)
    await until('it is not counted any more', async () => (await viewOf(ann))!.unreadCount === 0)
    expect(await words(ann)).toEqual([''])
    await bob.delete(`/users/${ann.id}/block`)
    await until('it is counted again', async () => (await viewOf(ann))!.unreadCount === 1)
  })
})

describe('[L51] How far the members have read', () => {
  it('is told to those who want receipts, not across a block', async () => {
    const { seq } = await say(ann, 'Read this')
    await read(bob, seq)
    const seenBy = async (who: Person, of: Person) =>
      (await members(who)).members.find((one) => one.id === of.id)!.readSeq
    expect(await seenBy(ann, bob)).toBe(seq)
    expect(GroupMembersView.parse(await members(ann)).members.map((one) => one.isAdmin)).toEqual([
      true,
      false,
      false,
    ])
    await cat.put('/user/privacy-settings', { readReceipts: false })
    await read(cat, seq)
    expect(await seenBy(ann, cat)).toBeUndefined()
    expect(await seenBy(cat, bob)).toBeUndefined()
    expect(await seenBy(cat, cat)).toBe(seq)
    await bob.post(`/users/${ann.id}/block`)
    expect(await seenBy(ann, bob)).toBeUndefined()
  })
})

describe('Notifications of a group', () => {
  const notificationsOf = async (who: Person) =>
    (await who.get<NotificationView[]>('/notifications')).body.map(({ message }) => message)
  const run = async () => {
    const { noticeGroup } = await import('#server/features/messages/groups/group-notices.ts')
    await noticeGroup(id)
  }

  it('[L43] say nothing of a message whose time is over, also before it is erased', async () => {
    await read(bob, 2)
    const said = await say(ann, `@${bob.handle}, quick`)
    const { MessageModel } = await import('#server/features/messages/messages.model.ts')
    const expiresAt = new Date(Date.now() - 1)
    await MessageModel.collection.updateOne({ _id: new Types.ObjectId(said.id) }, { $set: { expiresAt } })
    await run()
    expect(await notificationsOf(bob)).toEqual([`${ann.handle} brought you into Night shift`])
  })

  it('are one until it is read, and one for each mention; a mute keeps them away', async () => {
    await read(bob, 2)
    await read(cat, 2)
    await cat.put(`/messages/${id}/mute`, { for: 'always' })
    await say(ann, 'Anybody?')
    await run()
    await run()
    await say(ann, 'Hello?')
    await say(ann, `@${bob.handle} and @${cat.handle}, hello`)
    await run()
    await run()
    expect(await notificationsOf(bob)).toEqual([
      `${ann.handle} mentioned you in Night shift`,
      `${ann.handle} wrote in Night shift`,
      `${ann.handle} brought you into Night shift`,
    ])
    expect(await notificationsOf(cat)).toEqual([`${ann.handle} brought you into Night shift`])
    expect(await notificationsOf(ann)).toEqual([])
    await read(bob, 5)
    const unread = await bob.get<{ count: number }>('/notifications/unread-count')
    expect(unread.body.count).toBe(0)
  })

  it('of what happens in a group are counted as chats, and the group is unread for who was added, until they look', async () => {
    const unread = async () => (await bob.get<UnreadCountView>('/notifications/unread-count')).body
    expect(await unread()).toMatchObject({ count: 1, chats: 1 })
    expect(await viewOf(bob)).toMatchObject({ unreadCount: 1, markedUnread: true })
    expect((await viewOf(ann))!.unreadCount).toBe(0)
    await add(ann, dan)
    expect(await viewOf(dan)).toMatchObject({ unreadCount: 1, markedUnread: true })
    await say(ann, `Hello, @${bob.handle}`)
    await run()
    expect(await unread()).toMatchObject({ count: 2, chats: 2 })
    expect(await viewOf(bob)).toMatchObject({ unreadCount: 1 })
    await read(bob, 4)
    expect(await unread()).toMatchObject({ count: 0, chats: 0 })
    expect((await viewOf(bob))!.unreadCount).toBe(0)
    await read(dan, 4)
    expect((await viewOf(dan))!.unreadCount).toBe(0)
  })

  it('come for a mention after a run that was due earlier, because another process had asked for it first', async () => {
    const { bus } = await import('#server/platform/bus.ts')
    const jobs = mongoose.connection.collection('jobs')
    const which = { kind: 'group-notices', key: id }
    await say(ann, 'Anybody?')
    await jobs.updateOne(which, { $set: { dueAt: new Date() } })
    bus.emit('job:enqueued', { kind: which.kind, afterMs: 0 })
    await until('it has run', async () => (await jobs.countDocuments(which)) === 0)
    await say(ann, `Hello, @${bob.handle}`)
    const mention = `${ann.handle} mentioned you in Night shift`
    await until('the mention is told', async () => (await notificationsOf(bob)).includes(mention))
  })
})
