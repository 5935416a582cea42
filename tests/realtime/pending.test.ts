import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { AdminReportView, CaseView, PendingView } from '#contract/moderation.ts'
import { eventually } from '#tests/support/eventually.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { LiveClient } from '#tests/support/socket-client.ts'
import { crown, post, report, spam, watching } from './support/scenes.ts'

let server: TestServer
let queen: Person
let ann: Person
let round = 0
const pages: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
  queen = await person(server, 'queen')
  ann = await person(server, 'ann')
  await crown(queen)
})
afterEach(() => pages.splice(0).forEach((page) => page.close()))
afterAll(() => server?.close())

async function open(who: Person): Promise<LiveClient> {
  const page = await watching(server, who, { topic: 'pending' })
  pages.push(page)
  return page
}
const count = async (): Promise<PendingView> => (await queen.get<PendingView>('/admin/pending')).body
const reported = async (author: Person) => report(ann, await post(author, 'Rude'))
/** The next push with this number of reports. */
const hears = (page: LiveClient, reports: number) =>
  page.next('pending:updated', ({ pending }) => pending.reports === reports)

it('[L1] the count comes with the subscription, rises with a report and falls with its end', async () => {
  const author = await person(server, `author_${(round += 1)}`)
  const { reports } = await count()
  const page = await open(queen)
  await hears(page, reports)
  const { id } = await reported(author)
  await hears(page, reports + 1)
  await queen.patch<AdminReportView>(`/admin/reports/${id}`, { status: 'dismissed' })
  const { pending } = await hears(page, reports)
  const { updatedAt, ...now } = await count()
  expect(pending).toMatchObject(now)
  expect(pending.updatedAt < updatedAt).toBe(true)
})

it('[L1] falls when the reported account is deleted with the reports about it', async () => {
  const author = await person(server, `author_${(round += 1)}`)
  const { reports } = await count()
  await reported(author)
  const page = await open(queen)
  await hears(page, reports + 1)
  await author.delete('/user/delete-account')
  await hears(page, reports)
})

it('[L1] the dashboard hears that a reporter has deleted their account', async () => {
  const author = await person(server, `author_${(round += 1)}`)
  const reporter = await person(server, `reporter_${round}`)
  const page = await watching(server, queen, { topic: 'admin' })
  pages.push(page)
  const { id } = await report(reporter, await post(author, 'Rude'))
  await reporter.delete('/user/delete-account')
  const { report: heard } = await page.next(
    'report:updated',
    ({ report: one }) => one.id === id && one.reporter === null,
  )
  const fetched = (await queen.get<AdminReportView[]>('/admin/reports')).body.find((one) => one.id === id)
  expect(fetched).toEqual(heard)
})

it('[L1] the dashboard hears that an admin who has decided has deleted their account', async () => {
  const author = await person(server, `author_${(round += 1)}`)
  const heir = await person(server, `judge_${round}`)
  await crown(heir)
  const { id } = await reported(author)
  const decided = (await heir.post<CaseView>(`/admin/reports/${id}/actions`, { action: 'warn' })).body
  await author.post(`/moderation/cases/${decided.id}/appeal`, { text: 'I was not.' })
  // The first reading of an appeal is a change of it.
  await queen.get('/admin/appeals')
  const page = await watching(server, queen, { topic: 'admin' })
  pages.push(page)
  await heir.delete('/user/delete-account')
  const heard = await page.next('case:updated', (event) => event.case.id === decided.id && !event.case.admin)
  const fetched = (await queen.get<CaseView[]>('/admin/appeals')).body.find((one) => one.id === decided.id)
  expect(fetched).toEqual(heard.case)
})

it('[L21] the dashboard shows the new names of those who have reported, were reported, have decided and whose texts wait', async () => {
  const author = await person(server, `author_${(round += 1)}`)
  const judge = await person(server, `judge_${round}`)
  await crown(judge)
  await queen.post('/admin/anti-asshole/enable')
  await author.post('/posts', { text: spam(`renamed-${round}`) })
  await queen.post('/admin/anti-asshole/disable')
  const { id } = await reported(author)
  const { body: decision } = await judge.post<CaseView>(`/admin/reports/${id}/actions`, { action: 'warn' })
  await author.post(`/moderation/cases/${decision.id}/appeal`, { text: 'It was not me.' })
  // The first reading of an appeal is a change of it.
  await queen.get('/admin/appeals')
  const page = await watching(server, queen, { topic: 'admin' })
  pages.push(page)
  for (const who of [author, judge, ann]) await who.patch('/users/me', { displayName: `${who.handle} anew` })
  const shows = <T extends { id: string }>(path: string, pushed: () => T[], cards: (row: T) => unknown[]) =>
    eventually(async () => {
      const last = pushed().at(-1)!
      expect((await queen.get<T[]>(path)).body.find((row) => row.id === last.id)).toEqual(last)
      const renamed = { displayName: expect.stringMatching(/anew$/) }
      expect(cards(last)).toEqual(cards(last).map(() => expect.objectContaining(renamed)))
    })
  const reports = () => page.all('report:updated').map((event) => event.report)
  await shows('/admin/reports', reports, ({ reporter, person: about }) => [reporter, about])
  const cases = () => page.all('case:updated').map((event) => event.case)
  await shows('/admin/appeals', cases, ({ person: about, admin }) => [about, admin])
  const held = () => page.all('held:added').map((event) => event.held)
  await shows('/admin/held', held, (row) => [row.author])
  const audit = () => page.all('audit:added').map(({ entry }) => entry)
  await shows('/admin/audit', audit, ({ admin }) => [admin])
})

it('[L10] is refused to everybody else, and ends with the admin role', async () => {
  const heir = await person(server, 'heir')
  await crown(heir)
  const page = await open(heir)
  await queen.patch(`/admin/users/${heir.id}/admin`, { isAdmin: false })
  await page.next('viewer:updated', ({ user }) => !user.isAdmin)
  expect(await page.send('watch', { topic: 'pending' })).toMatchObject({ ok: false })
  const before = page.all('pending:updated').length
  const other = await open(queen)
  const { reports } = await count()
  await reported(queen)
  await hears(other, reports + 1)
  expect(page.all('pending:updated')).toHaveLength(before)
})

it('[L10] a moderator gets reports and decisions without the rows of admins, and nothing after the role', async () => {
  const knight = await person(server, 'knight')
  const setRole = (isModerator: boolean) =>
    queen.patch(`/admin/users/${knight.id}/moderator`, { isModerator })
  await setRole(true)
  const page = await watching(server, knight, { topic: 'moderation' }, { topic: 'pending' })
  pages.push(page)
  for (const topic of ['admin', 'analytics', 'monitor', 'decrees'])
    expect(await page.send('watch', { topic }), topic).toMatchObject({ ok: false })
  const { reports } = await count()
  const author = await person(server, `author_${(round += 1)}`)
  const { id } = await reported(author)
  await page.next('report:updated', ({ report: one }) => one.id === id)
  await hears(page, reports + 1)
  // These pushes go before the next report to who may have them.
  await person(server, 'stranger')
  await queen.patch<AdminReportView>(`/admin/reports/${id}`, { status: 'resolved' })
  await page.next('report:updated', ({ report: one }) => one.status === 'resolved')
  for (const name of ['person:updated', 'audit:added', 'admin:stats'] as const)
    expect(page.all(name)).toEqual([])

  await setRole(false)
  await page.next('viewer:updated', ({ user }) => !user.isModerator)
  const known = page.all('report:updated').length
  const admins = await watching(server, queen, { topic: 'admin' })
  pages.push(admins)
  const late = await reported(author)
  await admins.next('report:updated', ({ report: one }) => one.id === late.id)
  expect(page.all('report:updated')).toHaveLength(known)
  expect(await page.send('watch', { topic: 'moderation' })).toMatchObject({ ok: false })
})
