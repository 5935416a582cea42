import { Types } from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { MessageView } from '#contract/messages.ts'
import type { CaseView, OwnCaseView, ReportReceipt } from '#contract/moderation.ts'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import { eventually } from '#tests/support/eventually.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { people, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let undo: typeof import('#server/shared/undo-time.ts')
let ann: Person
let bob: Person
let eve: Person
let round = 0

beforeAll(async () => {
  server = await startTestServer()
  undo = await import('#server/shared/undo-time.ts')
})
afterAll(() => server.close())
beforeEach(async () => {
  undo.setUndoTime(60_000)
  round += 1
  ;[ann, bob, eve] = await people(server, ['ann', 'bob', 'eve'], `_${round}`)
})
afterEach(() => undo.setUndoTime())

const list = async (who: Person) => (await who.get<NotificationView[]>('/notifications')).body
const count = async (who: Person) =>
  (await who.get<UnreadCountView>('/notifications/unread-count')).body.count
const read = async (who: Person) =>
  who.post('/notifications/read', { ids: (await list(who)).map(({ id }) => id) })
const post = async (who: Person, text = 'A decree') => (await who.post<PostView>('/posts', { text })).body
const remark = async (who: Person, { id }: { id: string }, text = 'Hear, hear', more: object = {}) =>
  (await who.post<CommentView>(`/posts/${id}/comments`, { text, ...more })).body
const react = (who: Person, { id }: { id: string }, emoji = '💩') => who.post(`/posts/${id}/react`, { emoji })

/** What a person's list and count say: the rows, the unread ones of them, and the count. */
const shown = async (who: Person) => {
  const rows = await list(who)
  return [rows.length, rows.filter((one) => !one.read).length, await count(who)]
}
const expectShown = (who: Person, rows: number, unread: number) =>
  eventually(async () => expect(await shown(who)).toEqual([rows, unread, unread]))

describe('[L67] A notification goes with its cause', () => {
  it('a reaction, a poo, a follow: in the same commit, and is there once when it is given again', async () => {
    const subject = await post(bob)
    const said = await remark(bob, subject)
    const deeds = [
      [() => react(ann, subject), () => react(ann, subject)],
      [() => ann.put(`/comments/${said.id}/poo`), () => ann.delete(`/comments/${said.id}/poo`)],
      [() => ann.post(`/users/${bob.id}/follow`), () => ann.delete(`/users/${bob.id}/follow`)],
    ] as const
    for (const [give, takeBack] of deeds) {
      expect((await give()).status).toBeLessThan(300)
      const [notification] = await list(bob)
      expect(await shown(bob)).toEqual([1, 1, 1])
      await takeBack()
      expect(await shown(bob)).toEqual([0, 0, 0])
      const events = await recordEvents('notification:created')
      await give()
      expect(await list(bob)).toMatchObject([
        { id: notification!.id, seq: notification!.seq, read: false, rev: notification!.rev + 2 },
      ])
      expect(await shown(bob)).toEqual([1, 1, 1])
      expect(events.heard, 'it is no news').toEqual([])
      events.stop()
      await takeBack()
    }
  })

  it('one that was read is read when it comes back, and never counts', async () => {
    const subject = await post(bob)
    await react(ann, subject)
    await read(bob)
    await react(ann, subject)
    expect(await shown(bob)).toEqual([0, 0, 0])
    await react(ann, subject)
    expect(await shown(bob)).toEqual([1, 0, 0])
  })

  it('many taken back at the same moment as others are given leave a count that fits the list', async () => {
    const crowd = await people(server, ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'], `_${round}`)
    const subject = await post(bob)
    await Promise.all(crowd.map((who) => react(who, subject)))
    const other = await post(bob)
    await Promise.all(crowd.flatMap((who) => [react(who, subject), react(who, other), remark(who, other)]))
    expect(await shown(bob)).toEqual([12, 12, 12])
    await Promise.all([read(bob), ...crowd.map((who) => react(who, other))])
    const [rows, unread, counted] = await shown(bob)
    expect([rows, counted]).toEqual([6, unread])
  })

  it('a comment with what it told anybody, and what was given to it', async () => {
    const subject = await post(bob)
    const said = await remark(ann, subject, `@${eve.handle} look`)
    await eve.put(`/comments/${said.id}/poo`)
    const stays = await remark(eve, subject)
    await expectShown(ann, 1, 1)
    await expectShown(bob, 2, 2)
    await ann.delete(`/comments/${said.id}`)
    await expectShown(ann, 0, 0)
    await expectShown(eve, 0, 0)
    await expectShown(bob, 1, 1)
    expect((await list(bob))[0]!.data).toMatchObject({ commentId: stays.id })
  })

  it('a post for everybody, and comes back with it, but not what was taken back before', async () => {
    const subject = await post(bob, `@${eve.handle} hear ye`)
    await react(eve, subject)
    const said = await remark(ann, subject, `@${eve.handle} look`)
    await react(ann, subject)
    await react(ann, subject)
    const deleted = await remark(ann, subject)
    await ann.delete(`/comments/${deleted.id}`)
    await expectShown(bob, 2, 2)
    await bob.post('/notifications/read', { ids: [(await list(bob)).at(-1)!.id] })
    const before = await list(bob)
    await bob.delete(`/posts/${subject.id}`)
    await expectShown(bob, 0, 0)
    await expectShown(eve, 0, 0)
    const events = await recordEvents('notification:created')
    await bob.post(`/posts/${subject.id}/restore`)
    await expectShown(bob, 2, 1)
    await expectShown(eve, 2, 2)
    expect((await list(bob)).map(({ id, seq }) => [id, seq])).toEqual(before.map(({ id, seq }) => [id, seq]))
    expect((await list(bob))[0]!.about.comment?.id).toBe(said.id)
    expect(events.heard).toEqual([])
    events.stop()
  })

  it('a mention that an edit removes; an answer stays without the mention', async () => {
    const subject = await post(ann, `Hear @${bob.handle} and @${eve.handle}`)
    await ann.patch(`/posts/${subject.id}`, { text: `Hear @${eve.handle}` })
    await expectShown(bob, 0, 0)
    await expectShown(eve, 1, 1)
    await ann.patch(`/posts/${subject.id}`, { text: `Hear @${bob.handle}` })
    await expectShown(bob, 1, 1)
    const said = await remark(eve, subject)
    const answer = await remark(bob, subject, `@${eve.handle} @${ann.handle} no`, { parentId: said.id })
    await expectShown(eve, 1, 1)
    await bob.patch(`/comments/${answer.id}`, { text: 'No.' })
    expect((await list(eve))[0]!.data).toMatchObject({ isAnswer: true })
  })

  it('the notification of a quote stays when the quote no longer mentions its author', async () => {
    const subject = await post(bob)
    const { body: quote } = await ann.post<PostView>('/posts', {
      text: `As @${bob.handle} says`,
      quotedId: subject.id,
    })
    await ann.patch(`/posts/${quote.id}`, { text: 'As he says' })
    expect((await list(bob)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/quoted your post$/),
    ])
  })

  it('a message that was deleted before it was read', async () => {
    await befriend(ann, bob)
    const { body: sent } = await ann.post<MessageView>('/messages', { receiverId: bob.id, content: 'Psst' })
    await expectShown(bob, 1, 1)
    const path = `/messages/${sent.conversationId}/${sent.id}`
    await ann.delete(path)
    await expectShown(bob, 0, 0)
    await ann.post(`${path}/restore`)
    await expectShown(bob, 1, 1)
  })

  it('what moderators hide, and it is back when the appeal is granted', async () => {
    const [king, queen] = await people(server, ['king', 'queen'], `_${round}`)
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    for (const { id } of [king, queen]) await setAdmin(id, true)
    const subject = await post(bob, `Rude @${eve.handle}`)
    await react(eve, subject)
    const about = { targetType: 'post', targetId: subject.id, reason: 'harassment' }
    const { id } = (await ann.post<ReportReceipt>('/reports', about)).body
    const { body: decided } = await king.post<CaseView>(`/admin/reports/${id}/actions`, {
      action: 'remove',
      note: 'Think of the children.',
    })
    await expectShown(eve, 0, 0)
    await eventually(async () => expect((await list(bob)).map(({ type }) => type)).toEqual(['MODERATION']))
    await bob.post<OwnCaseView>(`/moderation/cases/${decided.id}/appeal`, { text: 'No.' })
    await queen.patch<CaseView>(`/admin/appeals/${decided.id}`, { status: 'reversed' })
    await expectShown(eve, 1, 1)
    await eventually(async () => expect((await list(bob)).map(({ type }) => type)).toContain('REACTION'))
  })

  it('one that waits to be written is never written', async () => {
    const subject = await post(bob)
    const said = await remark(ann, subject)
    await read(bob)
    const { PendingNoticeModel } = await import('#server/features/notifications/notifications.model.ts')
    const { writeLeftNotices } = await import('#server/features/notifications/notices.service.ts')
    const notice = {
      userId: bob.id,
      actor: { id: eve.id, handle: eve.handle, displayName: 'Eve', avatarUrl: null },
      type: 'COMMENT' as const,
      data: {
        commenterDisplayName: 'Eve',
        commenterHandle: eve.handle,
        postId: subject.id,
        commentId: said.id,
      },
      message: 'Eve commented on your post',
    }
    const left = () =>
      PendingNoticeModel.create({
        _id: new Types.ObjectId(),
        userId: new Types.ObjectId(bob.id),
        notice,
        createdAt: new Date(0),
      })
    await left()
    await writeLeftNotices(0)
    await expectShown(bob, 2, 1)
    await ann.delete(`/comments/${said.id}`)
    await expectShown(bob, 0, 0)
    await left()
    await writeLeftNotices(0)
    expect(await PendingNoticeModel.countDocuments({ userId: bob.id })).toBe(0)
    expect(await shown(bob)).toEqual([0, 0, 0])
  })

  it('is found by an index', async () => {
    const { NotificationModel } = await import('#server/features/notifications/notifications.model.ts')
    const { aboutText } = await import('#server/features/notifications/withdrawal.ts')
    const id = new Types.ObjectId().toHexString()
    for (const filter of [aboutText(id), aboutText(id, id)])
      expectIndexed(await readsOf(() => NotificationModel.find(filter, { userId: 1 }).limit(200)))
  })
})

it('Reading a selection does not fail because one of it is gone', async () => {
  const subject = await post(bob)
  await remark(ann, subject)
  await remark(ann, subject)
  const ids = (await list(bob)).map(({ id }) => id)
  const { status, body } = await bob.post<UnreadCountView>('/notifications/read', {
    ids: [...ids, 'f'.repeat(24)],
  })
  expect([status, body.count]).toEqual([200, 0])
})
