import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person, visitor } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('Writes from another site', () => {
  test.each([
    ["another site's page", { 'sec-fetch-site': 'cross-site' }],
    ["a sibling site's page", { 'sec-fetch-site': 'same-site' }],
    ['another origin, in an old browser', { origin: 'https://evil.example' }],
    ['no origin at all, such as a sandboxed frame', { origin: 'null' }],
    ['our address with another port', { origin: 'http://127.0.0.1:1' }],
  ])('from %s are refused', async (_from, headers) => {
    const victim = await person(server, 'victim')
    for (const path of ['/auth/logout', '/auth/login', `/users/${'0'.repeat(24)}/follow`]) {
      expect(await victim.post(path, {}, headers)).toMatchObject({
        status: 403,
        text: 'That request came from somewhere else.',
      })
    }
    expect((await victim.get('/auth/me', headers)).status).toBe(200)
  })

  test('from our own pages and from programs are accepted', async () => {
    const own = await person(server, 'own')
    const takenFrom: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { origin: server.url },
      {},
    ]
    for (const headers of takenFrom) {
      expect((await own.patch('/users/me', { bio: 'mine' }, headers)).status).toBe(200)
    }
  })

  test('no other site may read an answer', async () => {
    const answer = await visitor(server).raw('OPTIONS', '/auth/me', undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    })
    expect([...answer.headers.keys()].filter((key) => key.startsWith('access-control'))).toEqual([])
  })
})

test('every answer has the headers that keep out foreign scripts and frames', async () => {
  for (const path of ['/api/auth/me', '/api/nothing', '/healthz', '/']) {
    const { headers } = await fetch(server.url + path)
    const policy = headers.get('content-security-policy')!
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types royal-flush',
    ])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('x-frame-options')).toBe('DENY')
    for (const feature of ['camera', 'geolocation', 'payment'])
      expect(headers.get('permissions-policy')).toContain(`${feature}=()`)
    expect(headers.get('permissions-policy')).toContain('microphone=(self)')
  }
})

test('a query with brackets is refused by every call', async () => {
  for (const query of ['cursor[$gt]=1', 'cursor[]=1', 'drafts[x]=include'])
    expect((await visitor(server).get(`/blog/posts?${query}`)).status).toBe(400)
  expect((await visitor(server).get('/blog/posts?drafts=include')).status).toBe(401)
})

test('security.txt names a contact', async () => {
  const answer = await fetch(`${server.url}/.well-known/security.txt`)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toContain('Contact: mailto:help@royalflush.example\n')
  expect(text).toContain(`Canonical: ${server.url}/.well-known/security.txt\n`)
  const left = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!) - Date.now()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(365 * 24 * 3600_000)
})

test("a log-out clears the browser's cache", async () => {
  const me = await person(server, 'leaving')
  expect((await me.post('/auth/logout')).headers.get('clear-site-data')).toBe('"cache"')
})

test('a forged or foreign session cookie is signed out', async () => {
  const stranger = visitor(server)
  for (const cookie of [
    'sid=s%3Aabc.def',
    'sid=abc',
    'sid=',
    `sid=${'x'.repeat(4000)}`,
    'sid=s%3A%00.x',
    'sid=%ff',
    '__proto__=1; sid=s%3A__proto__.x',
  ]) {
    stranger.setCookie(cookie)
    expect((await stranger.get('/auth/me')).status).toBe(401)
  }
})

test("a write for somebody else than the session's person is refused with 409, whatever it is, and changes nothing", async () => {
  const [ann, bob] = [await person(server, 'tab_ann'), await person(server, 'tab_bob')]
  const forAnn = { 'written-for': ann.id }
  const writes = [
    () => bob.post('/posts', { text: 'As whom?' }, forAnn),
    () => bob.post(`/users/${ann.id}/follow`, undefined, forAnn),
    () => bob.patch('/users/me', { displayName: 'Ann' }, forAnn),
    () => bob.put('/users/me/privacy', { analytics: true }, forAnn),
    () => bob.delete('/users/me/newcomer', undefined, forAnn),
    () => bob.post('/media/upload?purpose=post', undefined, forAnn),
    () => bob.post('/auth/logout', undefined, forAnn),
  ]
  for (const write of writes) {
    const refused = await write()
    expect([refused.status, refused.headers.has('written-for')]).toEqual([409, true])
    expect(refused.text).toContain('Somebody else is logged in here now.')
  }
  expect((await bob.get('/auth/me', forAnn)).status).toBe(200)
  expect((await ann.post('/posts', { text: 'As myself.' }, forAnn)).status).toBe(201)
  expect((await visitor(server).post('/posts', { text: 'As nobody.' }, forAnn)).status).toBe(401)
})

test('a cookie is valid if signed by the cookie key or by an older secret, but not by the upload key', async () => {
  const { config } = await import('#server/platform/config.ts')
  const { deriveKey } = await import('#server/platform/key-derivation.ts')
  const me = await person(server, 'signed_one')
  const id = /^sid=s%3A([\w-]+)\./.exec(me.cookie())![1]!
  const secret = config.SESSION_SECRET[0]!
  const statusWith = async (key: string) => {
    const signature = createHmac('sha256', key).update(id).digest('base64').replace(/=+$/, '')
    me.setCookie(`sid=${encodeURIComponent(`s:${id}.${signature}`)}`)
    return (await me.get('/auth/me')).status
  }
  expect(await statusWith(deriveKey(secret, 'uploads'))).toBe(401)
  expect(await statusWith(deriveKey(secret, 'cookies'))).toBe(200)
  expect(await statusWith(secret)).toBe(200)
})

test('an answer about a person is never stored by a shared cache', async () => {
  const me = await person(server, 'private_one')
  expect((await me.get('/auth/me')).headers.get('cache-control')).toBe('private, no-cache')
})
