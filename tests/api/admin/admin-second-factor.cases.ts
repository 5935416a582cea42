import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecondFactorView } from '#contract/account.second-factor.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { PASSWORD, person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'

let server: TestServer
let site: { url: string }
let king: Person
beforeAll(async () => {
  server = await startTestServer()
  site = { url: server.url.replace('127.0.0.1', 'localhost') }
  king = await person(site, 'door_king')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
afterAll(() => server.close())

const CLOSED = { status: 403, text: 'Set up a second factor first: the dashboard opens with it.' }
const device = () => authenticator(site.url)
const challenge = async (caller: Caller, path = '/auth/passkeys/challenge') =>
  (await caller.post<{ challenge: string }>(path)).body

test('an admin without a second factor has no admin rights: in calls, in policies, and by socket', async () => {
  for (const path of ['/admin/stats', '/admin/users', '/admin/house', '/admin/audit']) {
    expect(await king.get(path), path).toMatchObject(CLOSED)
  }
  const bob = await person(site, 'door_bob')
  expect(await king.patch(`/admin/users/${bob.id}/admin`, { isAdmin: true })).toMatchObject(CLOSED)
  const { id } = (await bob.post<{ id: string }>('/posts', { text: 'Mine' })).body
  expect((await king.delete(`/posts/${id}`)).status).toBe(403)
  expect((await king.get('/blog/posts?drafts=include')).status).toBe(403)
  const page = await connectLive(server, { cookie: king.cookie() })
  expect(await page.send('watch', { topic: 'admin' })).toEqual({ ok: false, error: CLOSED.text })
  page.socket.close()
  expect((await king.get<SecondFactorView>('/auth/second-factor')).body).toMatchObject({
    required: true,
    used: false,
  })
})

test('the dashboard opens with the second factor, also on an open page, and the last factor cannot be removed', async () => {
  const page = await connectLive(server, { cookie: king.cookie() })
  const phone = device()
  const made = await king.post<{ factors: SecondFactorView }>('/auth/passkeys', {
    name: 'Sceptre',
    passkey: phone.make(await challenge(king, '/auth/passkeys/options')),
  })
  expect(made.status).toBe(200)
  expect((await king.get('/admin/stats')).status).toBe(200)
  expect(await page.send('watch', { topic: 'admin' })).toEqual({ ok: true })
  page.socket.close()
  expect(await king.delete(`/auth/passkeys/${made.body.factors.passkeys[0]!.id}`)).toMatchObject({
    status: 409,
    text: 'Admins need a second factor here. Add another before you remove this one.',
  })
  expect((await king.get('/admin/stats')).status).toBe(200)

  const again = visitor(site)
  expect((await again.post('/auth/login', { email: king.email, password: PASSWORD })).status).toBe(202)
  expect((await again.get('/admin/stats')).status).toBe(401)
  expect(
    (await again.post('/auth/login/second', { passkey: phone.sign(await challenge(again)) })).status,
  ).toBe(200)
  expect((await again.get('/admin/stats')).status).toBe(200)
})

test('a person who is no admin needs no second factor', async () => {
  const cat = await person(site, 'door_cat')
  expect((await cat.get<SecondFactorView>('/auth/second-factor')).body).toMatchObject({ required: false })
  expect(await cat.get('/admin/stats')).toMatchObject({
    status: 403,
    text: 'You are not allowed to do that.',
  })
})
