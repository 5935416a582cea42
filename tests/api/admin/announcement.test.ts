import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntryView, HouseView } from '#contract/admin.ts'
import { CLOSED_ANNOUNCEMENT_COOKIE, PAGE_DATA_ID, type PageData } from '#contract/site.first-page.ts'
import type { AnnouncementView } from '#contract/site.announcement.ts'
import { loadRenderPage } from '#server/features/site/pages/render-page.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { documentOf } from '#tests/support/parse-page.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'

const TEXT = 'The pipes are flushed on Sunday. Ask @plumber, or read https://status.example/pipes'

let server: TestServer
let king: Person
let bob: Person
beforeAll(async () => {
  if (!(await loadRenderPage())) throw new Error('These tests look at the built page: npm run build')
  server = await startTestServer()
  ;[king, bob] = await Promise.all([person(server, 'saying_king'), person(server, 'saying_bob')])
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
afterAll(async () => {
  await say(null)
  await server.close()
})

const say = async (text: string | null) =>
  (
    await (text === null
      ? king.delete<AnnouncementView>('/admin/announcement')
      : king.put<AnnouncementView>('/admin/announcement', { text }))
  ).body
const shownTo = async (path: string, cookie = '') => {
  const html = await (await fetch(server.url + path, { headers: { cookie } })).text()
  const document = documentOf(html)
  const data = JSON.parse(document.getElementById(PAGE_DATA_ID)!.textContent) as PageData
  return { html, data: data.announcement, section: document.querySelector('[aria-label="Announcement"]') }
}
const lastEntry = async () => (await king.get<AuditEntryView[]>('/admin/audit')).body[0]

describe('The announcement', () => {
  test('is written by admins alone, with an entry in the audit log for each change', async () => {
    const before = await visitor(server).get<AnnouncementView>('/announcement')
    expect(before.body.text).toBeNull()
    for (const caller of [bob, visitor(server)])
      expect([401, 403]).toContain((await caller.put('/admin/announcement', { text: TEXT })).status)
    const said = await say(`  ${TEXT} `)
    expect(said).toEqual({ text: TEXT, rev: before.body.rev + 1 })
    expect((await visitor(server).get('/announcement')).body).toEqual(said)
    expect((await king.get<HouseView>('/admin/house')).body.announcement).toEqual(said)
    expect(await lastEntry()).toMatchObject({
      action: 'house.announcement',
      admin: { handle: king.handle },
      before: { text: null },
      after: { text: TEXT },
    })
    const written = await lastEntry()
    expect(await say(TEXT), 'the same text changes nothing').toEqual(said)
    expect((await lastEntry())!.id).toBe(written!.id)
    expect(await say(null)).toEqual({ text: null, rev: said.rev + 1 })
    expect(await lastEntry()).toMatchObject({ before: { text: TEXT }, after: { text: null } })
  })

  test('has 1 to 280 characters', async () => {
    const refused = async (text: string) => {
      const { status, text: sentence } = await king.put('/admin/announcement', { text })
      return [status, sentence]
    }
    expect(await refused('')).toEqual([400, expect.stringContaining('An announcement needs a text.')])
    expect(await refused(' \n ')).toEqual([400, expect.stringContaining('An announcement needs a text.')])
    expect(await refused('x'.repeat(281))).toEqual([
      400,
      expect.stringContaining("Announcements can't be longer than 280 characters."),
    ])
    expect((await say('x'.repeat(280))).text).toHaveLength(280)
  })

  test('stands in the first HTML of every page, with links, and leaves the shared documents at once', async () => {
    await say(null)
    const without = await shownTo('/terms')
    expect(without.data).toBeUndefined()
    expect(without.html).not.toMatch(/AnnouncementBanner/)
    const said = await say(TEXT)
    for (const [path, cookie] of [
      ['/', ''],
      ['/', king.cookie()],
      ['/terms', ''],
      ['/login', ''],
      ['/feed', ''],
      ['/messages', bob.cookie()],
      ['/nowhere', ''],
    ] as const) {
      const { data, section } = await shownTo(path, cookie)
      expect(data, path).toEqual(said)
      expect(section?.textContent, path).toBe(TEXT)
      expect(
        [...section!.querySelectorAll('a')].map((link) => link.getAttribute('href')),
        path,
      ).toEqual(['/u/plumber', 'https://status.example/pipes'])
    }
    // The page of the settings is fetched by the browser; what it starts from has the announcement.
    expect((await shownTo('/admin', king.cookie())).data).toEqual(said)
    await say(null)
    const after = await shownTo('/terms')
    expect([after.data, after.section]).toEqual([undefined, null])
  })

  test('is left out of documents for a browser that has closed it, until its text changes', async () => {
    const { rev } = await say(TEXT)
    for (const session of ['', `${bob.cookie()}; `]) {
      const closed = `${session}${CLOSED_ANNOUNCEMENT_COOKIE}=${rev}`
      const { data, section } = await shownTo('/', closed)
      expect([data, section]).toEqual([undefined, null])
    }
    const changed = await say(`${TEXT} Now.`)
    expect((await shownTo('/', `${CLOSED_ANNOUNCEMENT_COOKIE}=${rev}`)).data).toEqual(changed)
  })

  test('[L1, L31] comes with `ready`, so that no page has to ask, and every change to visitors and members', async () => {
    const said = await say(`${TEXT} Here.`)
    const pages = [await connectLive(server), await connectLive(server, { cookie: bob.cookie() })]
    try {
      for (const page of pages) expect(page.all('ready')[0]!.announcement).toEqual(said)
      const changed = await say(`${TEXT} There.`)
      const removed = await say(null)
      for (const page of pages) {
        expect(await page.next('announcement:updated')).toEqual({ announcement: changed })
        expect(await page.next('announcement:updated')).toEqual({ announcement: removed })
      }
    } finally {
      for (const page of pages) page.close()
    }
  })
})
