import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SessionView } from '#contract/account.ts'
import { PASSWORD, person, visitor, type Caller } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { accountFor } from '#tests/support/sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A time, or what is chosen at random: only its kind is compared. */
const CHANCE = /^(startedAt|name|passwordHash|originalMaxAge)$/

/** A document without what differs from person to person. */
function plain(value: unknown, handle: string, key = ''): unknown {
  if (value instanceof mongo.ObjectId) return 'id'
  if (value instanceof Date) return 'date'
  if (CHANCE.test(key)) return typeof value
  if (Array.isArray(value)) return value.map((one) => plain(one, handle))
  if (typeof value === 'string')
    return value
      .replaceAll(handle, 'handle')
      .replace(/^[0-9a-f]{24}$/, 'id')
      .replace(/^\d{4}-\d\d-\d\dT.*Z$/, 'date')
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, plain(inside, handle, name)]),
  )
}

/** All that is stored of a person, by collection. */
async function stored(id: string, handle: string) {
  const { bus } = await import('#server/platform/bus.ts')
  const { securityLogWritten } = await import('#server/features/account/security-log/security-log.service.ts')
  await bus.settled()
  await securityLogWritten()
  const rows: Record<string, unknown[]> = {}
  for (const collection of await mongoose.connection.db!.collections())
    for await (const { _id, ...document } of collection.find()) {
      const isTheirs = JSON.stringify([_id, document]).match(`${id}|${handle}`)
      // The ids of sessions and of lines in the log are chosen at random.
      const named = String(_id).includes(handle) ? { _id, ...document } : document
      if (isTheirs) (rows[collection.collectionName] ??= []).push(plain(named, handle))
    }
  return rows
}

const cookieNames = (caller: Caller) =>
  `${caller.cookie()}; ${caller.deviceCookie()}`.split('; ').map((pair) => pair.split('=')[0])

it('an account that is written without a call is what a registration leaves, and signed in as after one', async () => {
  const registered = visitor(server)
  const { status, body } = await registered.post<SessionView>('/auth/register', accountFor('called'))
  expect(status).toBe(201)
  const written = await person(server, 'written')
  expect(await stored(written.id, 'written')).toEqual(await stored(body.user.id, 'called'))
  expect(Object.keys(await stored(written.id, 'written')).sort()).toEqual([
    'account_claims',
    'security_log',
    'sessions',
    'users',
  ])
  expect(plain(written.user, 'written')).toEqual(plain(body.user, 'called'))
  expect(cookieNames(written)).toEqual(cookieNames(registered))
  const [me, them] = [await written.get<SessionView>('/auth/me'), await registered.get('/auth/me')]
  expect(me.body).toEqual({ user: written.user })
  expect(plain(me.body, 'written')).toEqual(plain(them.body, 'called'))
})

it('such a person can log in, and is known on the device', async () => {
  const { device, deviceCookie, email } = await person(server, 'comes_back')
  const again = visitor(server)
  again.setCookie(deviceCookie())
  expect((await again.post('/auth/login', { email, password: PASSWORD })).status).toBe(200)
  expect(again.device()).toBe(device())
})

it('a handle that is taken is logged in, also twice at the same moment', async () => {
  const [one, other] = await Promise.all([person(server, 'twice'), person(server, 'twice')])
  expect(one.id).toBe(other.id)
  expect(one.cookie()).not.toBe(other.cookie())
})
