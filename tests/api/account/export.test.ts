import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fillAccount } from '#tests/support/full-account.ts'

const run = promisify(execFile)
let server: TestServer
let lena: Person
beforeAll(async () => {
  server = await startTestServer()
  const [bob, cat] = [await person(server, 'export_bob'), await person(server, 'export_cat')]
  lena = await person(server, 'export_lena')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(lena.id, true)
  await fillAccount({ url: server.url, storeUri: server.storeUri }, lena, bob, cat)
  await lena.post('/posts', { text: '<script>alert("&")</script>' })
})
afterAll(() => server.close())

const bytesOf = async (address: string) => {
  const response = await fetch(`${server.url}/api${address}`, { headers: { cookie: lena.cookie() } })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const today = () => new Date().toISOString().slice(0, 10)

describe('GET /api/user/export-data', () => {
  test('needs a session', async () => {
    for (const name of ['data', 'pages'])
      expect((await visitor(server).get(`/user/export-${name}`)).status).toBe(401)
  })

  test('is a JSON file with the date in its name, and is not cached', async () => {
    const { response } = await bytesOf('/user/export-data')
    expect(
      Object.fromEntries(
        ['content-disposition', 'content-type', 'cache-control'].map((name) => [
          name,
          response.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-disposition': `attachment; filename="royal-flush-data-${today()}.json"`,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
    })
  })

  test("contains everything, list by list; of other people's messages only the sender and the time", async () => {
    const data = JSON.parse((await bytesOf('/user/export-data')).bytes.toString()) as Record<string, unknown>
    expect(data['account']).toMatchObject({ email: lena.email, handle: lena.handle })
    expect(data['privacySettings']).toMatchObject({
      marketingConsent: true,
      analyticsConsent: true,
      personalizedAdsConsent: false,
      readReceipts: true,
      typingSigns: true,
    })
    const counts = Object.fromEntries(
      Object.entries(data).flatMap(([name, rows]) => (Array.isArray(rows) ? [[name, rows.length]] : [])),
    )
    expect(counts).toEqual({
      posts: 3,
      comments: 1,
      reactions: 1,
      commentPoos: 1,
      pollVotes: 1,
      bookmarks: 1,
      crowds: 1,
      following: 1,
      followers: 1,
      muted: 0,
      blocked: 1,
      waiting: 0,
      messages: 9,
      conversations: 2,
      notifications: expect.any(Number),
      pushDevices: 1,
      pushSettings: 1,
      digest: 1,
      reports: 1,
      decisions: 0,
      activity: expect.any(Number),
      countedWeek: 1,
      decrees: 1,
      decreeMails: 1,
      decreeReactions: 1,
      files: 8,
      secondFactors: 0,
      invitation: 0,
    })
    expect(data['messages']).toMatchObject([
      { handle: 'export_bob', direction: 'sent', content: 'Between us' },
      { direction: 'received', reaction: '🪠' },
      { direction: 'sent', content: 'Two pictures', morePictures: [{ altText: 'The other side' }] },
      { group: 'The night shift of one', direction: 'sent', inGroup: 'made' },
      { direction: 'sent', inGroup: 'added' },
      { direction: 'sent', content: 'To all of you' },
      { direction: 'received', reaction: '🪠' },
      // Of a group that one has left, what one has written.
      { group: 'Of others', direction: 'sent', content: 'Before I go' },
      { direction: 'sent', inGroup: 'left' },
    ])
    expect(data['conversations']).toMatchObject([
      { handle: 'export_bob', mutedUntil: null, archived: true },
      { group: 'The night shift of one', isAdmin: true },
    ])
    expect((data['posts'] as object[]).filter((post) => 'morePictures' in post)).toMatchObject([
      {
        text: 'Look at #this again',
        morePictures: [{ mediaUrl: expect.any(String), altText: 'The other side' }],
      },
    ])
    expect(JSON.stringify(data)).not.toContain('Go on')
    expect(JSON.stringify(data)).not.toMatch(/passwordHash|argon2|sessionEpoch|searchKeys/)
  })
})

describe('GET /api/user/export-pages', () => {
  test('is a zip with a readable page and every picture, and loads nothing from elsewhere', async () => {
    const { response, bytes } = await bytesOf('/user/export-pages')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="royal-flush-data-${today()}.zip"`,
    )
    const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-export-'))
    try {
      await writeFile(path.join(folder, 'a.zip'), bytes)
      await run('python3', ['-m', 'zipfile', '-e', path.join(folder, 'a.zip'), folder])
      const page = await readFile(path.join(folder, 'index.html'), 'utf8')
      const files = (await readdir(path.join(folder, 'files'))).map((name) => `files/${name}`)
      expect(files).toHaveLength(8)
      expect(page).toContain('Look at #this')
      expect(page).toContain('alt="The other side"')
      expect(page).toContain('&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;')
      expect(page).toContain('<dt>Comment count</dt>')
      expect(page).not.toMatch(/<dt>[^<]*([a-z][A-Z]|\bid\b)|<dd>\{/)
      const shown = [...page.matchAll(/src="([^"]+)"/g)].map(([, src]) => src)
      expect(new Set(shown)).toEqual(new Set(files))
      expect(page).not.toMatch(/<script|https?:\/\/|\/api\//)
      for (const file of files)
        expect((await readFile(path.join(folder, file))).subarray(8, 12).toString(), file).toBe('WEBP')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
