import { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntryView } from '#contract/admin.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type {
  AdminReportView,
  CaseView,
  OwnCaseView,
  ReportHistoryView,
  ReportReceipt,
} from '#contract/moderation.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { PASSWORD, people, visitor, type Person } from '#tests/support/http-client.ts'
import { nthMail } from '#tests/support/mail.ts'
import { plain, upload } from '#tests/support/media.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { watching } from '#tests/realtime/support/scenes.ts'

let server: TestServer
let king: Person
let queen: Person
/** The reporter and the reported person. */
let ann: Person
let bob: Person
let round = 0

beforeAll(async () => {
  server = await startTestServer()
  ;[king, queen] = await people(server, ['king', 'queen'])
  await crown(king)
  await crown(queen)
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await people(server, ['ann', 'bob'], `_${round}`)
})

async function crown({ id }: Person, isAdmin = true): Promise<void> {
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(id, isAdmin)
}
const say = async (text = 'Rude') => (await bob.post<PostView>('/posts', { text })).body
const report = async (targetType: string, targetId: string, reason = 'harassment') =>
  (await ann.post<ReportReceipt>('/reports', { targetType, targetId, reason })).body.id
const act = (id: string, input: object, who = king) =>
  who.post<CaseView>(`/admin/reports/${id}/actions`, input)
const history = async (id: string) => (await king.get<ReportHistoryView>(`/admin/reports/${id}`)).body
const notificationsOf = async (who: Person, type: string) =>
  (await who.get<NotificationView[]>('/notifications')).body
    .filter((one) => one.type === type)
    .map(({ message }) => message)
const remark = async (postId: string, text: string) =>
  (await bob.post<CommentView>(`/posts/${postId}/comments`, { text })).body.id
const appealOf = (who: Person, id: string, text = 'I was not.') =>
  who.post<OwnCaseView>(`/moderation/cases/${id}/appeal`, { text })
const decide = (id: string, status: string, who = queen) =>
  who.patch<CaseView>(`/admin/appeals/${id}`, { status })

describe('A report', () => {
  it('shows what it is about, its reporter, and its deadline', async () => {
    const { id: postId } = await say()
    const id = await report('post', postId)
    await bob.patch(`/posts/${postId}`, { text: 'Not rude at all' })
    const [newest] = (await king.get<AdminReportView[]>('/admin/reports?status=pending')).body
    expect(newest).toMatchObject({
      id,
      status: 'pending',
      targetType: 'post',
      reason: 'harassment',
      reporter: { handle: ann.handle },
      person: { handle: bob.handle },
      thing: { text: 'Rude', path: `/p/${postId}` },
    })
    expect(Date.parse(newest!.dueAt) - Date.parse(newest!.createdAt)).toBe(24 * 3600_000)
    expect((await history(id)).now).toEqual({ state: 'there', text: 'Not rude at all', media: null })
    for (const path of ['/admin/reports', `/admin/reports/${id}`, '/admin/appeals'])
      expect((await ann.get(path)).status).toBe(403)
  })

  it('can be resolved and dismissed from any other state, and notifies its reporter', async () => {
    const id = await report('post', (await say()).id)
    const set = (status: string) => king.patch<AdminReportView>(`/admin/reports/${id}`, { status })
    expect((await set('resolved')).body.status).toBe('resolved')
    expect(await set('resolved')).toMatchObject({ status: 409, text: MODERATION_MESSAGES.reportSame })
    expect((await set('dismissed')).body.status).toBe('dismissed')
    expect((await set('pending')).status).toBe(400)
    expect(await notificationsOf(ann, 'REPORT')).toEqual([
      'Your report of a post has been looked at. It is within the rules, so it stays.',
      'Your report of a post has been looked at and settled. Thank you.',
    ])
    expect(await notificationsOf(bob, 'MODERATION')).toEqual([])
    const [last, first] = (await king.get<AuditEntryView[]>('/admin/audit')).body
    expect([last!.action, first!.action]).toEqual(['report.dismiss', 'report.resolve'])
  })

  it('is resolved once when two admins do so at the same moment', async () => {
    const id = await report('post', (await say()).id)
    const both = await Promise.all(
      [king, queen].map((who) => who.patch(`/admin/reports/${id}`, { status: 'resolved' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await notificationsOf(ann, 'REPORT')).toHaveLength(1)
  })

  it.each(['?', '?status=dismissed'])('is listed with one indexed read: %s', async (query) => {
    const { ReportModel } = await import('#server/features/moderation/reports/reports.model.ts')
    const thing = { ownerId: new Types.ObjectId(bob.id), text: 'x', mediaUrl: null, path: null }
    const planted = Array.from({ length: 300 }, (_, at) => ({
      reporterId: ann.id,
      targetType: 'post',
      targetId: bob.id,
      reason: 'spam',
      thing,
      status: at % 3 === 0 ? 'dismissed' : 'resolved',
      createdAt: new Date(Date.UTC(2026, 0, 1) - at * 1000),
    }))
    await ReportModel.insertMany(planted)
    const page = (await king.get<AdminReportView[]>(`/admin/reports${query}`)).body
    const reads = await readsOf(() => king.get(`/admin/reports${query}&cursor=${page.at(-1)!.createdAt}`))
    expectIndexed(reads.filter(({ collection }) => collection === 'reports'))
  })
})

describe('The picture of a reported post', () => {
  const rudePicture = async () => {
    const { mediaUrl } = (await upload(server, bob, await plain(60, 40).png().toBuffer())).body
    return (
      await bob.post<PostView>('/posts', {
        text: 'Look',
        mediaUrl,
        altText: 'A rude duck',
        contentWarn: 'Ducks',
        nsfw: true,
      })
    ).body
  }

  it('is shown with its content warning, also while the post is removed, and is deleted with it', async () => {
    const { id: postId, mediaUrl, mediaType, media, altText } = await rudePicture()
    const id = await report('post', postId)
    const shown = { mediaUrl, mediaType, media, altText, contentWarn: 'Ducks', nsfw: true }
    expect((await history(id)).now).toEqual({ state: 'there', text: 'Look', media: shown })
    await act(id, { action: 'remove' })
    expect((await history(id)).now).toEqual({ state: 'hidden', text: 'Look', media: shown })
    const file = () =>
      fetch(`${server.url}${mediaUrl}`, { headers: { cookie: king.cookie() } }).then(({ status }) => status)
    expect(await file()).toBe(200)
    const { purgeRemoved } = await import('#server/features/moderation/removals.service.ts')
    await purgeRemoved(new Date(Date.now() + 31 * 24 * 3600_000))
    expect(await history(id)).toMatchObject({
      now: { state: 'gone', text: null, media: null },
      report: { thing: { mediaUrl } },
    })
  })

  it('is deleted although an older record cannot be', async () => {
    const { RemovedModel } = await import('#server/features/moderation/moderation.model.ts')
    const bad = { _id: new Types.ObjectId(), ownerId: new Types.ObjectId() }
    await RemovedModel.collection.insertOne({
      ...bad,
      kind: 'nonsense',
      document: {},
      purgeAt: new Date(0),
    })
    const { id: postId } = await rudePicture()
    const id = await report('post', postId)
    await act(id, { action: 'remove' })
    const { purgeRemoved } = await import('#server/features/moderation/removals.service.ts')
    const later = new Date(Date.now() + 31 * 24 * 3600_000)
    await expect(purgeRemoved(later)).rejects.toThrow('records failed')
    await RemovedModel.collection.deleteOne({ _id: bad._id })
    expect((await history(id)).now.state).toBe('gone')
  })

  it('of a message stays between its two people', async () => {
    const { mediaUrl } = (
      await upload(server, bob, await plain(60, 40).png().toBuffer(), { purpose: 'message' })
    ).body
    const sent = (await bob.post<MessageView>('/messages', { receiverId: ann.id, content: 'Psst', mediaUrl }))
      .body
    const id = await report('message', sent.id)
    expect(await history(id)).toMatchObject({
      now: { state: 'there', media: null },
      report: { thing: { text: 'Psst', mediaUrl } },
    })
  })
})

describe('A removed thing', () => {
  it('is hidden, and comes back with everything that belonged to it when the appeal is granted', async () => {
    const { id: postId } = await say()
    await ann.post(`/posts/${postId}/comments`, { text: 'Hm' })
    await ann.post(`/posts/${postId}/react`, { emoji: '💩' })
    const id = await report('post', postId)
    const decided = (await act(id, { action: 'remove', note: 'Think of the children.' })).body
    expect((await bob.get(`/posts/${postId}`)).status).toBe(404)
    expect((await history(id)).now).toEqual({ state: 'hidden', text: 'Rude', media: null })
    expect((await history(id)).report.status).toBe('resolved')
    expect(await notificationsOf(ann, 'REPORT')).toEqual([
      'Your report of a post was right: the post is gone.',
    ])
    expect(await notificationsOf(bob, 'MODERATION')).toEqual([
      'Your post was removed for harassment. You can appeal within 30 days.',
    ])
    expect((await appealOf(bob, decided.id)).body).toMatchObject({
      canAppeal: false,
      note: 'Think of the children.',
      appeal: { text: 'I was not.', status: 'pending' },
    })
    expect((await king.get<CaseView[]>('/admin/appeals')).body[0]).toMatchObject({
      id: decided.id,
      person: { handle: bob.handle },
      admin: { handle: 'king' },
    })
    expect((await decide(decided.id, 'reversed')).body.appeal!.status).toBe('reversed')
    expect((await ann.get<PostView>(`/posts/${postId}`)).body).toMatchObject({
      text: 'Rude',
      _count: { comments: 1, reactions: 1 },
      viewer: { reaction: '💩' },
    })
    expect((await ann.get<CommentView[]>(`/posts/${postId}/comments`)).body).toHaveLength(1)
    expect((await ann.get<ProfileView>(`/users/${bob.handle}`)).body._count.posts).toBe(1)
    expect((await notificationsOf(bob, 'MODERATION'))[0]).toBe(
      'Your appeal was granted: we were wrong, and took the decision back.',
    )
  })

  it('is deleted permanently after 30 days, unless an appeal is pending', async () => {
    const { purgeRemoved } = await import('#server/features/moderation/removals.service.ts')
    const later = () => new Date(Date.now() + 31 * 24 * 3600_000)
    const posts = [await say('One'), await say('Two')]
    await ann.post(`/posts/${posts[0]!.id}/comments`, { text: 'Hm' })
    const cases: CaseView[] = []
    for (const { id } of posts) cases.push((await act(await report('post', id), { action: 'remove' })).body)
    await appealOf(bob, cases[1]!.id)
    expect(await purgeRemoved()).toBe(0)
    await purgeRemoved(later())
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    await until(
      'what hung on it is gone too',
      async () => (await CommentModel.countDocuments({ postId: posts[0]!.id })) === 0,
    )
    await decide(cases[1]!.id, 'reversed')
    expect([
      (await bob.get(`/posts/${posts[0]!.id}`)).status,
      (await bob.get(`/posts/${posts[1]!.id}`)).status,
    ]).toEqual([404, 200])
  })

  it('may be a comment of a hidden post: it stays hidden until the post is back, in any order of the appeals', async () => {
    const { id: postId } = await say()
    const [first, second] = [await remark(postId, 'First'), await remark(postId, 'Second')]
    const reports = [
      await report('comment', first),
      await report('comment', second),
      await report('post', postId),
    ]
    const before = (await act(reports[0]!, { action: 'remove' })).body
    const hidden = (await act(reports[2]!, { action: 'remove' })).body
    const after = (await act(reports[1]!, { action: 'remove' })).body
    for (const { id } of [before, hidden, after]) await appealOf(bob, id)
    await decide(before.id, 'reversed')
    await decide(hidden.id, 'reversed')
    const comments = async () =>
      (await ann.get<CommentView[]>(`/posts/${postId}/comments`)).body.map(({ text }) => text)
    const counted = async () => (await ann.get<PostView>(`/posts/${postId}`)).body._count.comments
    expect([await comments(), await counted()]).toEqual([['First'], 1])
    await decide(after.id, 'reversed')
    expect([(await comments()).sort(), await counted()]).toEqual([['First', 'Second'], 2])
  }, 60_000)

  it('is a cached post again when it is back, rendered once for everybody', async () => {
    const { id: postId } = await say()
    const { id } = (await act(await report('post', postId), { action: 'remove' })).body
    await appealOf(bob, id)
    await decide(id, 'reversed')
    const { hydratePosts } = await import('#server/features/posts/cached-posts.ts')
    const [first, again] = [...(await hydratePosts([postId])), ...(await hydratePosts([postId]))]
    expect(first).toMatchObject({ id: postId })
    expect(again, 'made once and kept').toBe(first)
  })

  it('may be a comment or a message, but not a person', async () => {
    const { id: postId } = await say()
    const comment = (await bob.post<CommentView>(`/posts/${postId}/comments`, { text: 'Rude too' })).body
    const decided = (await act(await report('comment', comment.id), { action: 'remove' })).body
    expect((await ann.get<PostView>(`/posts/${postId}`)).body._count.comments).toBe(0)
    await appealOf(bob, decided.id)
    await decide(decided.id, 'reversed')
    expect((await ann.get<CommentView[]>(`/posts/${postId}/comments`)).body.map(({ text }) => text)).toEqual([
      'Rude too',
    ])

    await befriend(ann, bob)
    const sent = (await bob.post<MessageView>('/messages', { receiverId: ann.id, content: 'Psst' })).body
    const gone = (await act(await report('message', sent.id), { action: 'remove' })).body
    const thread = async () =>
      (await ann.get<MessageView[]>(`/messages/${sent.conversationId}`)).body.map(({ content, deleted }) => ({
        content,
        deleted,
      }))
    const last = async () =>
      (await ann.get<ConversationView[]>('/messages/conversations')).body[0]!.lastMessage!.content
    expect([await thread(), await last()]).toEqual([[{ content: '', deleted: true }], ''])
    await appealOf(bob, gone.id)
    await decide(gone.id, 'reversed')
    expect([await thread(), await last()]).toEqual([[{ content: 'Psst', deleted: false }], 'Psst'])

    expect(await act(await report('user', bob.id), { action: 'remove' })).toMatchObject({
      status: 400,
      text: MODERATION_MESSAGES.notRemovable,
    })
  })
})

describe('A suspended person', () => {
  it('can read but not write, sees the end date, and may appeal', async () => {
    const decided = (await act(await report('user', bob.id), { action: 'suspend', days: 3 })).body
    const refused = await bob.post('/posts', { text: 'Still here' })
    expect(refused.status).toBe(403)
    expect(refused.text).toBe(
      `You are suspended until ${decided.until!.slice(0, 16).replace('T', ', ')} UTC. Until then you can read, but not write.`,
    )
    const [notice] = (await bob.get<NotificationView[]>('/notifications')).body
    expect((await bob.post('/notifications/read', { ids: [notice!.id] })).status).toBe(200)
    expect((await bob.post(`/users/${ann.id}/block`)).status).toBe(200)
    expect((await appealOf(bob, decided.id)).status).toBe(201)
    expect(await appealOf(bob, decided.id)).toMatchObject({
      status: 409,
      text: MODERATION_MESSAGES.appealTwice,
    })
    await decide(decided.id, 'reversed')
    expect((await bob.post('/posts', { text: 'Back again' })).status).toBe(201)
  })

  it('can write again when the time is over', async () => {
    await act(await report('user', bob.id), { action: 'suspend', days: 1 })
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
    await UserModel.updateOne({ _id: bob.id }, { $set: { suspendedUntil: new Date(Date.now() - 1) } })
    forgetViewer(bob.id)
    expect((await bob.post('/posts', { text: 'Served' })).status).toBe(201)
  })
})

describe('A banned person', () => {
  it('[L11] is signed out at once, cannot log in again, and can appeal through the signed link', async () => {
    const live = await watching(server, bob)
    const decided = (await act(await report('user', bob.id), { action: 'ban' })).body
    expect(await live.next('session:ended')).toEqual({ reason: 'banned' })
    expect((await bob.get('/auth/me')).status).toBe(401)
    expect(await visitor(server).post('/auth/login', { email: bob.email, password: PASSWORD })).toMatchObject(
      { status: 403, text: MODERATION_MESSAGES.banned },
    )
    const mail = await nthMail(process.env['DATA_DIR']!, bob.email)
    const token = new RegExp(`/appeal/${decided.id}\\?token=([\\w-]{43})`).exec(mail.text!)![1]!
    const nobody = visitor(server)
    const path = `/moderation/cases/${decided.id}`
    for (const query of ['', `?token=${token.slice(0, -1)}x`])
      expect((await nobody.get(`${path}${query}`)).status).toBe(404)
    expect((await ann.get(path)).status).toBe(404)
    expect((await nobody.get<OwnCaseView>(`${path}?token=${token}`)).body).toMatchObject({
      action: 'ban',
      canAppeal: true,
    })
    expect((await nobody.post(`${path}/appeal`, { text: '  ', token })).text).toBe(
      MODERATION_MESSAGES.emptyAppeal,
    )
    expect((await nobody.post(`${path}/appeal`, { text: 'Please.', token })).status).toBe(201)
    await decide(decided.id, 'reversed')
    await until(
      'the door is open',
      async () =>
        (await visitor(server).post('/auth/login', { email: bob.email, password: PASSWORD })).status === 200,
    )
    expect((await nthMail(process.env['DATA_DIR']!, bob.email, 2)).text).toContain(
      'your account is yours again',
    )
    live.close()
  })

  it('has a link that expires with the time to appeal', async () => {
    const decided = (await act(await report('user', bob.id), { action: 'ban' })).body
    const mail = await nthMail(process.env['DATA_DIR']!, bob.email)
    const token = new RegExp(`/appeal/${decided.id}\\?token=([\\w-]{43})`).exec(mail.text!)![1]!
    const path = `/moderation/cases/${decided.id}`
    expect((await visitor(server).get(`${path}?token=${token}`)).status).toBe(200)
    const { CaseModel } = await import('#server/features/moderation/moderation.model.ts')
    await CaseModel.updateOne({ _id: decided.id }, { $set: { appealBy: new Date(Date.now() - 1) } })
    expect((await visitor(server).get(`${path}?token=${token}`)).status).toBe(404)
    expect((await visitor(server).post(`${path}/appeal`, { text: 'Too late.', token })).status).toBe(404)
  })

  it('cannot be an admin, nor the admin who decides', async () => {
    await crown(bob)
    const id = await report('user', bob.id)
    expect(await act(id, { action: 'ban' })).toMatchObject({
      status: 403,
      text: MODERATION_MESSAGES.adminImmune,
    })
    expect((await act(id, { action: 'ban' }, bob)).status).toBe(403)
    expect((await history(id)).report.status).toBe('pending')
    await crown(bob, false)
  })
})

describe('An appeal', () => {
  it('is for another admin than the one who decided, is decided once, and may be rejected', async () => {
    const decided = (await act(await report('user', bob.id), { action: 'warn' })).body
    expect(await decide(decided.id, 'upheld')).toMatchObject({ status: 404 })
    await appealOf(bob, decided.id)
    expect(await decide(decided.id, 'upheld', king)).toMatchObject({
      status: 403,
      text: MODERATION_MESSAGES.appealOther,
    })
    const both = await Promise.all([decide(decided.id, 'upheld'), decide(decided.id, 'upheld')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await notificationsOf(bob, 'MODERATION'))[0]).toBe(
      'Your appeal has been read. The decision stands.',
    )
  })

  it('is refused after 30 days, and is listed with one indexed read', async () => {
    const decided = (await act(await report('user', bob.id), { action: 'warn' })).body
    const { CaseModel } = await import('#server/features/moderation/moderation.model.ts')
    await CaseModel.updateOne({ _id: decided.id }, { $set: { appealBy: new Date(Date.now() - 1) } })
    expect(await appealOf(bob, decided.id)).toMatchObject({
      status: 403,
      text: MODERATION_MESSAGES.appealLate,
    })
    const filled = Array.from({ length: 60 }, (_, at) => ({
      personId: bob.id,
      adminId: king.id,
      reportId: decided.id,
      action: 'warn',
      reason: 'spam',
      targetType: 'user',
      targetId: bob.id,
      createdAt: new Date(),
      appealBy: new Date(),
      appeal: {
        text: 'x',
        at: new Date(Date.UTC(2026, 0, 1) - at),
        status: at % 2 === 0 ? 'pending' : 'upheld',
        decidedBy: null,
        decidedAt: null,
      },
    }))
    await CaseModel.insertMany(filled)
    expectIndexed(
      (await readsOf(() => king.get('/admin/appeals'))).filter(
        ({ collection }) => collection === 'moderation_cases',
      ),
    )
    expectIndexed(await casesRead(bob))
  })
})

/** The read of a person's history. */
async function casesRead({ id }: Person) {
  const { casesOf } = await import('#server/features/moderation/appeals.service.ts')
  return (await readsOf(() => casesOf(id))).filter(({ collection }) => collection === 'moderation_cases')
}
