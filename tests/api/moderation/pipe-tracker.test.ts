import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseView, OwnCaseView, OwnReportView, ReportReceipt } from '#contract/moderation.ts'
import type { PostView } from '#contract/posts.ts'
import { watching } from '#tests/realtime/support/scenes.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { people, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
let queen: Person
/** The reporter and the reported person. */
let ann: Person
let bob: Person
let round = 0

beforeAll(async () => {
  server = await startTestServer()
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  ;[king, queen] = await people(server, ['king', 'queen'])
  await Promise.all([king, queen].map(({ id }) => setAdmin(id, true)))
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await people(server, ['ann', 'bob'], `_${round}`)
})

const say = async (who = bob) => (await who.post<PostView>('/posts', { text: 'Rude' })).body.id
const report = async (targetId: string, details = 'Look at it', who = ann) =>
  (await who.post<ReportReceipt>('/reports', { targetType: 'post', targetId, reason: 'hate', details })).body
    .id
const ownReports = async (who = ann) => (await who.get<OwnReportView[]>('/users/me/reports')).body
const ownCases = async (who = bob) => (await who.get<OwnCaseView[]>('/users/me/decisions')).body
const open = (id: string, who = king) => who.get(`/admin/reports/${id}`)
const decide = async (id: string) =>
  (await king.post<CaseView>(`/admin/reports/${id}/actions`, { action: 'warn', note: 'Be kind.' })).body

describe('[L38] The stages of a report', () => {
  it('are received, read and closed with an outcome, each pushed to its reporter alone', async () => {
    const [annsPage, bobsPage] = await Promise.all([watching(server, ann), watching(server, bob)])
    const id = await report(await say())
    const received = {
      id,
      targetType: 'post',
      reason: 'hate',
      details: 'Look at it',
      text: 'Rude',
      status: 'pending',
      outcome: null,
      createdAt: expect.any(String),
      dueAt: expect.any(String),
      readAt: null,
      closedAt: null,
      rev: 1,
    }
    expect(await ownReports()).toEqual([received])
    await open(id)
    const read = { ...received, readAt: expect.any(String), rev: 2 }
    expect(await ownReports()).toEqual([read])
    const first = (await ownReports())[0]!.readAt
    await open(id, queen)
    expect((await ownReports())[0]).toMatchObject({ readAt: first, rev: 2 })
    await decide(id)
    const [closed] = await ownReports()
    expect(closed).toMatchObject({ status: 'resolved', outcome: 'warn', readAt: first, rev: 3 })
    await annsPage.next('own-report:updated', (event) => event.report.rev === 3)
    expect(annsPage.all('own-report:updated').map((event) => event.report)).toEqual([received, read, closed])
    await bobsPage.next('own-case:updated')
    expect(bobsPage.all('own-report:updated')).toEqual([])
    annsPage.close()
    bobsPage.close()
  })

  it('begin again with new words, and a report that nobody opened is read when it is closed', async () => {
    const post = await say()
    const id = await report(post)
    await open(id)
    await report(post, 'Look again')
    expect((await ownReports())[0]).toMatchObject({ details: 'Look again', readAt: null, rev: 3 })
    await king.patch(`/admin/reports/${id}`, { status: 'dismissed' })
    const [closed] = await ownReports()
    expect(closed).toMatchObject({ status: 'dismissed', outcome: 'dismissed', readAt: closed!.closedAt })
  })

  it('do not move when its reporter or the reported person reads it as an admin', async () => {
    const kings = await report(await say(), 'Look', king)
    await open(kings)
    expect((await ownReports(king))[0]).toMatchObject({ id: kings, readAt: null, rev: 1 })
    const id = await report(await say(queen))
    await open(id, queen)
    expect((await ownReports())[0]).toMatchObject({ id, readAt: null, rev: 1 })
  })

  it('end when the reported person deletes their account: the report goes, and its reporter is notified', async () => {
    const page = await watching(server, ann)
    const id = await report(await say())
    await bob.delete('/user/delete-account')
    expect(await page.next('own-report:deleted')).toEqual({ id, rev: 2 })
    expect(await ownReports()).toEqual([])
    page.close()
  })
})

describe('[L38] The stages of an appeal', () => {
  it('are decided, appealed, read by somebody else, and answered', async () => {
    const page = await watching(server, bob)
    const { id } = await decide(await report(await say()))
    expect(await ownCases()).toMatchObject([{ id, note: 'Be kind.', appeal: null, canAppeal: true, rev: 1 }])
    await bob.post(`/moderation/cases/${id}/appeal`, { text: 'I was not.' })
    await king.get('/admin/appeals')
    expect((await ownCases())[0]).toMatchObject({ appeal: { readAt: null, status: 'pending' }, rev: 2 })
    const listed = (await queen.get<CaseView[]>('/admin/appeals')).body.find((one) => one.id === id)
    const [read] = await ownCases()
    expect(read).toMatchObject({ appeal: { readAt: expect.any(String) }, rev: 3 })
    expect(listed).toMatchObject({ appeal: { readAt: read!.appeal!.readAt }, rev: 3 })
    await queen.patch(`/admin/appeals/${id}`, { status: 'reversed' })
    const [answered] = await ownCases()
    expect(answered!.appeal).toMatchObject({ status: 'reversed', decidedAt: expect.any(String) })
    await page.next('own-case:updated', (event) => event.case.rev === 4)
    expect(page.all('own-case:updated').map((event) => event.case.rev)).toEqual([1, 2, 3, 4])
    expect(page.all('own-case:updated').at(-1)!.case).toEqual(answered)
    expect(JSON.stringify(page.all('own-case:updated'))).not.toContain(king.id)
    page.close()
  })
})

describe('The lists', () => {
  it('are one indexed read each, with 20 rows a page, and nobody has those of another person', async () => {
    for (let count = 0; count < 21; count++) await report(await say())
    const first = await ownReports()
    expect(first).toHaveLength(20)
    const next = `/users/me/reports?cursor=${first.at(-1)!.id}`
    expect((await ann.get<OwnReportView[]>(next)).body).toHaveLength(1)
    expect(await ownReports(bob)).toEqual([])
    expect(await ownCases(ann)).toEqual([])
    const reads = await readsOf(async () => [await ann.get(next), await ownCases()])
    expectIndexed(reads.filter(({ collection }) => ['reports', 'moderation_cases'].includes(collection)))
    for (const path of ['/users/me/reports', '/users/me/decisions'])
      expect((await ann.get(`${path}?cursor=1`)).status).toBe(400)
  })
})
