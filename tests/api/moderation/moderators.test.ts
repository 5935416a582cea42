import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminPersonItem, AdminPersonView, AuditEntryView } from '#contract/admin.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import type { AdminReportView, CaseView, OwnCaseView, ReportReceipt } from '#contract/moderation.ts'
import type { PostView } from '#contract/posts.ts'
import { people, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
let knight: Person
let squire: Person
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[king, knight, squire, ann, bob] = await people(server, ['king', 'knight', 'squire', 'ann', 'bob'])
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
  for (const { id } of [knight, squire])
    await king.patch(`/admin/users/${id}/moderator`, { isModerator: true })
})
afterAll(() => server.close())

const set = (who: Person, whom: Person, isModerator: boolean) =>
  who.patch<AdminPersonView>(`/admin/users/${whom.id}/moderator`, { isModerator })
const reportOf = async (author: Person, targetType: 'post' | 'user' = 'post') => {
  const targetId =
    targetType === 'user' ? author.id : (await author.post<PostView>('/posts', { text: 'Rude' })).body.id
  return (await ann.post<ReportReceipt>('/reports', { targetType, targetId, reason: 'hate' })).body.id
}
const act = (who: Person, id: string, input: object) =>
  who.post<CaseView>(`/admin/reports/${id}/actions`, input)

describe('The role of a moderator', () => {
  it('is given and taken by admins alone, shows in the list of people, and is in the audit log', async () => {
    expect((await set(knight, bob, true)).status).toBe(403)
    expect((await set(king, bob, true)).body).toMatchObject({
      handle: 'bob',
      isModerator: true,
      isAdmin: false,
    })
    const listed = (await king.get<AdminPersonItem[]>('/admin/users?q=bob')).body
    expect(listed[0]).toMatchObject({ isModerator: true })
    expect((await bob.get('/admin/reports')).status).toBe(200)
    expect((await set(king, bob, false)).body).toMatchObject({ isModerator: false })
    expect((await bob.get('/admin/reports')).status).toBe(403)
    const [taken, given] = (await king.get<AuditEntryView[]>('/admin/audit')).body
    expect([given, taken]).toMatchObject([
      { action: 'user.moderator', before: { isModerator: false }, after: { isModerator: true } },
      { action: 'user.no-moderator', before: { isModerator: true }, after: { isModerator: false } },
    ])
  })

  it('is not for admins: the crown replaces it, and without the crown it is gone', async () => {
    expect(await set(king, king, true)).toMatchObject({
      status: 409,
      text: MODERATION_MESSAGES.adminModerates,
    })
    await set(king, bob, true)
    await king.patch(`/admin/users/${bob.id}/admin`, { isAdmin: true })
    const after = await king.patch<AdminPersonView>(`/admin/users/${bob.id}/admin`, { isAdmin: false })
    expect(after.body).toMatchObject({ isAdmin: false, isModerator: false })
    expect((await bob.get('/admin/reports')).status).toBe(403)
  })

  it('is ended before a moderator is suspended or banned', async () => {
    const id = await reportOf(squire, 'user')
    expect(await act(king, id, { action: 'ban' })).toMatchObject({
      status: 403,
      text: MODERATION_MESSAGES.moderatorImmune,
    })
    expect(await act(knight, id, { action: 'suspend', days: 1 })).toMatchObject({ status: 403 })
    expect((await act(king, id, { action: 'warn' })).status).toBe(201)
  })
})

describe('A moderator', () => {
  it('decides about reports and the queue; sees no address, no figures, no settings, no audit log', async () => {
    const id = await reportOf(bob)
    const reports = await knight.get<AdminReportView[]>('/admin/reports')
    expect(reports.body.some((one) => one.id === id)).toBe(true)
    expect(reports.text).not.toContain('@people.example')
    expect((await knight.patch(`/admin/reports/${id}`, { status: 'dismissed' })).status).toBe(200)
    expect((await act(knight, await reportOf(bob), { action: 'remove' })).status).toBe(201)
    const closed = ['stats', 'users', 'house', 'audit', 'analytics/realtime']
    for (const path of closed) expect((await knight.get(`/admin/${path}`)).status, path).toBe(403)
    for (const path of [
      '/analytics/stats',
      '/ai-monitor/status',
      '/blog/counts',
      '/blog/posts?drafts=include',
    ])
      expect((await knight.get(path)).status, path).toBe(403)
  })

  it('does not decide about reports of themselves, nor about an appeal against their own decision', async () => {
    const own = await reportOf(knight)
    expect((await act(knight, own, { action: 'warn' })).status).toBe(403)
    expect((await knight.patch(`/admin/reports/${own}`, { status: 'dismissed' })).status).toBe(403)
    expect((await squire.patch(`/admin/reports/${own}`, { status: 'dismissed' })).status).toBe(200)
    const { id } = (await act(knight, await reportOf(bob), { action: 'warn' })).body
    await bob.post(`/moderation/cases/${id}/appeal`, { text: 'I was not.' })
    const decide = (who: Person) => who.patch<CaseView>(`/admin/appeals/${id}`, { status: 'reversed' })
    expect(await decide(knight)).toMatchObject({ status: 403, text: MODERATION_MESSAGES.appealOther })
    expect((await decide(squire)).body.appeal).toMatchObject({ status: 'reversed' })
  })

  it('no more than an admin does, as long as there is another admin', async () => {
    const own = await reportOf(king)
    const dismiss = (id: string) => king.patch(`/admin/reports/${id}`, { status: 'dismissed' })
    await king.patch(`/admin/users/${bob.id}/admin`, { isAdmin: true })
    expect(await dismiss(own)).toMatchObject({ status: 403, text: MODERATION_MESSAGES.reportOther })
    expect((await squire.patch(`/admin/reports/${own}`, { status: 'dismissed' })).status).toBe(200)
    await king.patch(`/admin/users/${bob.id}/admin`, { isAdmin: false })
    expect((await dismiss(await reportOf(king))).status).toBe(200)
  })

  it('does not decide about their own appeal or their own held text', async () => {
    const removal = { action: 'remove' }
    const { id } = (await act(king, await reportOf(knight), removal)).body
    await knight.post(`/moderation/cases/${id}/appeal`, { text: 'I was not.' })
    // Their own look at the list is not that of somebody who reads the appeal.
    await knight.get('/admin/appeals')
    const [ownCase] = (await knight.get<OwnCaseView[]>('/users/me/decisions')).body
    expect(ownCase).toMatchObject({ id, appeal: { readAt: null } })
    const decide = (who: Person) => who.patch(`/admin/appeals/${id}`, { status: 'reversed' })
    expect(await decide(knight)).toMatchObject({ status: 403, text: MODERATION_MESSAGES.appealOther })
    expect((await decide(squire)).status).toBe(200)
    const { CaseModel } = await import('#server/features/moderation/moderation.model.ts')
    const kept = await CaseModel.findById(id).lean()
    expect(kept?.appeal?.decidedBy?.toHexString()).toBe(squire.id)

    const { QueuedModel } = await import('#server/features/moderation/spam/review-queue.model.ts')
    const held = await QueuedModel.create({
      authorId: knight.id,
      kind: 'post',
      input: { text: 'Mine', clientId: crypto.randomUUID() },
      postId: null,
      text: 'Mine',
      score: 85,
      signs: [],
      verdict: 'held',
      createdAt: new Date(),
      rev: 1,
    })
    const path = `/admin/held/${held.id}`
    const refusal = { status: 403, text: MODERATION_MESSAGES.heldOther }
    expect(await knight.post(`${path}/release`)).toMatchObject(refusal)
    expect(await knight.delete(path)).toMatchObject(refusal)
    expect((await squire.post(`${path}/release`)).status).toBe(204)
  })

  it('who loses the role while they decide has decided nothing', async () => {
    const { setReport } = await import('#server/features/moderation/reports/reports-admin.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const id = await reportOf(bob)
    const viewer = (await loadViewer(squire.id))!
    expect(viewer.isModerator).toBe(true)
    await set(king, squire, false)
    await expect(setReport(viewer, id, 'resolved')).rejects.toMatchObject({ status: 403 })
    await set(king, squire, true)
  })
})
