import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEntryView, HouseView, SeoReport } from '#contract/admin.ts'
import type { PostView } from '#contract/posts.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { recount } from '#tests/support/recount.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
let bob: Person
let post: PostView
beforeAll(async () => {
  server = await startTestServer()
  ;[king, bob] = [await person(server, 'house_king'), await person(server, 'house_bob')]
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
  post = (await bob.post<PostView>('/posts', { text: '=HYPERLINK("http://evil.example";"Free paper")' })).body
  await bob.post('/posts', { text: 'Two lines,\nand "quotes"' })
  await bob.post('/posts', { text: 'Behind a warning', contentWarn: 'Careful' })
})
afterAll(() => server.close())

const site = async (path: string) => (await fetch(`${server.url}${path}`)).text()
const CALLS = [
  'seo-refresh',
  'google-refresh',
  'database/export-users',
  'database/export-posts',
  'database/analytics-report',
]

test('every call of the settings tab is for admins only', async () => {
  for (const call of CALLS) {
    expect((await bob.post(`/admin/${call}`)).status, call).toBe(403)
    expect((await visitor(server).post(`/admin/${call}`)).status, call).toBe(401)
  }
})

describe('SEO refresh', () => {
  test('the dashboard has a score before anybody has asked for a check', async () => {
    const [stats, house] = [await king.get('/admin/stats'), await king.get<HouseView>('/admin/house')]
    expect(stats.body).toMatchObject({ seoScore: 100 })
    expect(house.body.seo).toMatchObject({ score: 100, checkedAt: expect.any(String) })
  })

  test('robots.txt names the sitemap, which lists what everybody may read and nothing behind a warning', async () => {
    expect(await site('/robots.txt')).toContain(`Sitemap: ${server.url}/sitemap.xml`)
    const { body } = await king.post<SeoReport>('/admin/seo-refresh')
    const places = [...(await site('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) =>
      place!.replace(server.url, ''),
    )
    expect(places).toContain('/')
    expect(places).toContain(`/p/${post.id}`)
    expect(places.filter((place) => place.startsWith('/p/'))).toHaveLength(2)
    expect(body.sitemap).toBe(places.length)
  })

  test('checks the public pages and stores the result; ours pass', async () => {
    const { body } = await king.post<SeoReport>('/admin/seo-refresh')
    expect(body.failing).toEqual([])
    expect(body).toMatchObject({ score: 100, checkedAt: expect.any(String) })
    expect(body.pages).toBeGreaterThan(10)
    expect((await king.get<HouseView>('/admin/house')).body.seo).toEqual(body)
    expect((await king.get('/admin/stats')).body).toMatchObject({ seoScore: 100 })
  })

  test('a page that cannot be rendered lowers the score, and the dashboard still answers', async () => {
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const { _id: _, ...whole } = (await PostModel.collection.findOne({ text: post.text }))!
    const { insertedId } = await PostModel.collection.insertOne({ ...whole, author: null })
    onTestFinished(async () => void (await PostModel.collection.deleteOne({ _id: insertedId })))
    const { body } = await king.post<SeoReport>('/admin/seo-refresh')
    expect(body.score).toBeLessThan(100)
    // The lists that show it fail as well, as soon as their cached pages expire.
    expect(body.failing).toContainEqual({
      path: `/p/${insertedId.toHexString()}`,
      problems: ['answers with an error'],
    })
    expect((await king.get('/admin/stats')).body).toMatchObject({ seoScore: body.score })
  })
})

test('the recount says how many figures were wrong, and corrects them', async () => {
  expect(await recount(king)).toMatchObject({ posts: 3, people: 2, corrected: 0 })
  const { UserModel } = await import('#server/features/people/users/users.model.ts')
  await UserModel.updateOne({ _id: bob.id }, { $set: { postCount: 7 } })
  const report = await recount(king)
  expect(report).toMatchObject({ corrected: 1, finishedAt: expect.any(String) })
  expect((await bob.get(`/users/${bob.handle}`)).body).toMatchObject({ _count: { posts: 3 } })
  expect((await king.get<HouseView>('/admin/house')).body.sync).toEqual(report)
})

describe('Exports', () => {
  const exported = (what: string) => king.post(`/admin/database/${what}`)
  const today = new Date().toISOString().slice(0, 10)

  test('people as CSV: a file with the date, a header, a line for each person, and no password hashes', async () => {
    const { headers, text } = await exported('export-users')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="royal-flush-users-${today}.csv"`)
    expect(headers.get('cache-control')).toBe('private, no-store')
    const lines = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    expect(lines[0]).toBe(
      'id,handle,displayName,email,bio,isAdmin,posts,followers,following,createdAt,suspendedUntil,bannedAt,isModerator',
    )
    expect(lines).toHaveLength(3)
    expect(lines[2]).toContain(`${bob.id},${bob.handle},${bob.handle},${bob.email},,false,3,0,0,`)
    expect(text).not.toContain('argon2')
  })

  test('posts as CSV: formulas are turned into text', async () => {
    const { text } = await exported('export-posts')
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"";""Free paper"")"`)
    expect(text).toContain('"Two lines,\nand ""quotes"""')
  })

  test('both as NDJSON: one object on each line', async () => {
    const posts = (await exported('export-posts?format=ndjson')).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { text: string })
    expect(posts.map(({ text }) => text)).toEqual([
      '=HYPERLINK("http://evil.example";"Free paper")',
      'Two lines,\nand "quotes"',
      'Behind a warning',
    ])
    expect((await exported('export-users?format=ndjson')).text.trim().split('\n')).toHaveLength(2)
    expect((await exported('export-users?format=xlsx')).status).toBe(400)
  })

  test('the report is a page that loads nothing from elsewhere', async () => {
    const { headers, text } = await exported('analytics-report')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="royal-flush-report-${today}.html"`)
    expect(text).toMatch(/<th scope="row">Accounts<\/th><td>2<\/td>/)
    expect(text).not.toMatch(/<script|src=|<link/)
  })

  test('are in the audit log', async () => {
    const entries = (await king.get<AuditEntryView[]>('/admin/audit?action=house.export')).body
    expect(entries[0]).toMatchObject({
      admin: { handle: king.handle },
      after: { what: 'report', format: 'html' },
    })
    expect(entries.length).toBeGreaterThanOrEqual(5)
  })
})
