import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntryView, HouseView } from '#contract/admin.ts'
import type { HouseNameView } from '#contract/site.house-name.ts'
import { loadRenderPage } from '#server/features/site/pages/render-page.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { nthMail } from '#tests/support/mail.ts'
import { documentOf } from '#tests/support/parse-page.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const NAME = 'Porcelain Palace'

let server: TestServer
let king: Person
let bob: Person
beforeAll(async () => {
  if (!(await loadRenderPage())) throw new Error('These tests look at the built page: npm run build')
  server = await startTestServer()
  ;[king, bob] = await Promise.all([person(server, 'naming_king'), person(server, 'naming_bob')])
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
afterAll(async () => {
  await rename('Royal Flush')
  await server.close()
})

const rename = async (name: string) => (await king.put<HouseNameView>('/admin/house-name', { name })).body
const documentAt = async (path: string, cookie = '') =>
  documentOf(await (await fetch(server.url + path, { headers: { cookie } })).text())

describe('The name of the site', () => {
  test('is changed by admins alone, with one entry in the audit log for a change', async () => {
    for (const caller of [bob, visitor(server)])
      expect([401, 403]).toContain((await caller.put('/admin/house-name', { name: NAME })).status)
    await rename('Royal Flush')
    const named = await rename(`  Porcelain \n Palace `)
    expect(named).toEqual({ name: NAME, rev: expect.any(Number) as number })
    expect((await king.get<HouseView>('/admin/house')).body.name).toEqual(named)
    expect(await rename(NAME), 'the same name changes nothing').toEqual(named)
    const [newest, before] = (await king.get<AuditEntryView[]>('/admin/audit')).body
    expect(newest).toMatchObject({
      action: 'house.name',
      admin: { handle: king.handle },
      before: { name: 'Royal Flush' },
      after: { name: NAME },
    })
    expect(before?.after).not.toEqual({ name: NAME })
  })

  test('has 1 to 30 characters', async () => {
    for (const [name, sentence] of [
      ['', 'The house needs a name.'],
      [' \n ', 'The house needs a name.'],
      ['x'.repeat(31), "The name can't be longer than 30 characters."],
    ] as const) {
      const { status, text } = await king.put('/admin/house-name', { name })
      expect([status, text]).toEqual([400, expect.stringContaining(sentence)])
    }
    expect((await rename('x'.repeat(30))).name).toHaveLength(30)
  })

  test('stands in the next document of everybody: logo, title and tags, escaped', async () => {
    await rename('Royal Flush')
    expect((await documentAt('/terms')).title).toBe('Terms of Service - Royal Flush')
    await rename('Bath & <b>Co</b>')
    for (const [path, cookie, title] of [
      ['/', '', 'Bath & <b>Co</b>'],
      ['/terms', '', 'Terms of Service - Bath & <b>Co</b>'],
      ['/login', '', 'Log in - Bath & <b>Co</b>'],
      ['/messages', bob.cookie(), 'Messages - Bath & <b>Co</b>'],
    ] as const) {
      const page = await documentAt(path, cookie)
      expect(page.title, path).toBe(title)
      expect(page.querySelector('meta[property="og:site_name"]')?.getAttribute('content'), path).toBe(
        'Bath & <b>Co</b>',
      )
      expect(page.querySelector('.rf-logo-word')?.textContent, path).toBe('Bath & <b>Co</b>')
    }
    await rename('Royal Flush')
    expect((await documentAt('/terms')).title).toBe('Terms of Service - Royal Flush')
  })

  test('stands above and below each mail', async () => {
    await rename(NAME)
    await visitor(server).post('/auth/forgot-password', { email: bob.email })
    const mail = await nthMail(process.env['DATA_DIR']!, bob.email, 1)
    expect(mail.text).toMatch(new RegExp(`^${NAME}\\n[^]*\\n${NAME}\\. `))
    expect(mail.html).toContain(`>${NAME}<`)
  })
})
