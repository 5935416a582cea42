import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import { ageSessions } from '#tests/support/sessions.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const TEN_MINUTES = 10 * 60_000 + 1000
const REFUSAL = 'Please log in again first: you have been signed in for a while.'
const makeAdmin = async (who: Person) => (await import('#server/features/users/admins.service.ts')).setAdmin(who.id, true)

/** Somebody who logged in more than ten minutes ago, on a session that nothing has remembered yet. */
async function longInside(handle: string): Promise<Person> {
  const who = await person(server, handle)
  await ageSessions(who.id, TEN_MINUTES)
  return who
}

describe('A session alone', () => {
  const CALLS: readonly [method: string, path: string][] = [
    ['GET', '/user/export-data'],
    ['GET', '/user/export-pages'],
    ['GET', '/auth/proof/recent'],
    ['DELETE', '/auth/sessions'],
    ['DELETE', `/auth/sessions/${'x'.repeat(22)}`],
    ['DELETE', '/auth/google'],
    ['DELETE', '/user/delete-account'],
  ]
  test.each(CALLS)('does not suffice for %s %s after ten minutes', async (method, path) => {
    const ann = await longInside(`ann_${CALLS.findIndex(([, one]) => one === path)}`)
    const { status, text, headers } = await ann.raw(method, path)
    expect([status, text, headers.get('proof-required')]).toEqual([403, REFUSAL, 'recent'])
    expect((await ann.get('/auth/me')).status).toBe(200)
  })

  test('does not suffice for an admin to crown, uncrown, delete somebody or take all accounts along', async () => {
    const king = await longInside('old_king')
    await makeAdmin(king)
    const bob = await person(server, 'bob')
    const body = JSON.stringify({ isAdmin: true })
    const answers = [
      await king.patch(`/admin/users/${bob.id}/admin`, { isAdmin: true }),
      await king.raw('PATCH', `/admin/users/${bob.id}/admin`, body, { 'content-type': 'application/json' }),
      await king.delete(`/admin/users/${bob.id}`),
      await king.post('/admin/database/export-users?format=csv'),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('proof-required')])).toEqual(answers.map(() => [403, 'recent']))
    expect((await king.get('/admin/stats')).status).toBe(200)
  })

  test('suffices for everything else', async () => {
    const cleo = await longInside('cleo')
    expect((await cleo.post('/posts', { text: 'Still here' })).status).toBe(201)
    expect((await cleo.get('/auth/sessions')).status).toBe(200)
  })

  test('opens nothing to who has no password: neither a first one nor another address', async () => {
    const dan = await longInside('dan')
    await mongoose.connection.collection('users').updateOne({ handle: 'dan' }, { $set: { passwordHash: null, keyless: true } })
    for (const [path, body] of [['/auth/password', { password: 'a-second-throne' }], ['/auth/email', { email: 'thief@people.example' }]] as const) {
      const { status, headers } = await dan.put(path, body)
      expect([status, headers.get('proof-required')]).toEqual([403, 'recent'])
    }
  })

  test('is enough beside the password of now, which is proof by itself', async () => {
    const eve = await longInside('eve')
    expect((await eve.put('/auth/email', { email: 'eve2@people.example', currentPassword: PASSWORD })).status).toBe(200)
    expect((await eve.put('/auth/password', { currentPassword: PASSWORD, password: 'a-second-throne' })).status).toBe(204)
  })
})

describe('A proof', () => {
  test('is for who is signed in', async () => {
    for (const path of ['/auth/proof', '/auth/proof/recent']) expect((await visitor(server).get(path)).status).toBe(401)
    expect((await visitor(server).post('/auth/proof', { password: PASSWORD })).status).toBe(401)
  })

  test('by the password counts for ten minutes, in this session alone', async () => {
    const finn = await person(server, 'finn')
    const elsewhere = await person(server, 'finn')
    await ageSessions(finn.id, TEN_MINUTES)
    expect((await finn.get('/auth/proof')).body).toMatchObject({ password: true, google: false })
    expect(await finn.post('/auth/proof', { password: 'not-the-password' })).toMatchObject({ status: 400, text: 'That is not your current password.' })
    expect((await finn.get('/user/export-data')).status).toBe(403)
    expect((await finn.post('/auth/proof', { password: PASSWORD })).status).toBe(204)
    expect((await finn.get('/user/export-data')).status).toBe(200)
    expect((await elsewhere.get('/user/export-data')).status).toBe(403)
  })

  test('that is more than ten minutes old is none, whatever the log-in was', async () => {
    const { assertProven } = await import('#server/platform/proof.ts')
    const now = Date.now()
    for (const fresh of [{ startedAt: now }, { startedAt: 0, provenAt: now - TEN_MINUTES + 5000 }]) expect(() => assertProven({ session: fresh })).not.toThrow()
    for (const old of [{}, { startedAt: now - TEN_MINUTES }, { startedAt: 0, provenAt: now - TEN_MINUTES }]) expect(() => assertProven({ session: old })).toThrow(REFUSAL)
  })

  test('lasts over the new cookie that ending the other sessions brings', async () => {
    const gus = await longInside('gus')
    await gus.post('/auth/proof', { password: PASSWORD })
    expect((await gus.delete('/auth/sessions')).status).toBe(204)
    expect((await gus.get('/user/export-data')).status).toBe(200)
  })

  test('is nothing that another site can ask for', async () => {
    const hal = await longInside('hal')
    expect((await hal.post('/auth/proof', { password: PASSWORD }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await hal.get('/user/export-data')).status).toBe(403)
  })
})
