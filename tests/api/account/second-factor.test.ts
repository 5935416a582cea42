import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type {
  SecondFactorChangeView,
  SecondFactorView,
  SecondStepView,
  TotpSecretView,
} from '#contract/account.second-factor.ts'
import type { SessionView } from '#contract/account.ts'
import { clock } from '#server/platform/clock.ts'
import { authenticator, type Authenticator } from '#tests/support/authenticator.ts'
import { PASSWORD, person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { nthMail, outbox } from '#tests/support/mail.ts'
import { until } from '#tests/support/until.ts'
import { ageSessions } from '#tests/support/sessions.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let dataDir: string
/** The same server by a host name: passkeys do not work for IP addresses. */
let site: { url: string }
beforeAll(async () => {
  server = await startTestServer()
  dataDir = process.env['DATA_DIR']!
  site = { url: server.url.replace('127.0.0.1', 'localhost') }
})
afterAll(() => server.close())
// Each test starts early in a step of thirty seconds, so that no step ends between the creation of a code and
// its use.
beforeEach(() => {
  const back = (now() - 2_000) % 30_000
  vi.spyOn(clock, 'now').mockImplementation(() => now() - back)
})

const { now } = clock
const TEN_MINUTES = 10 * 60_000 + 1000
const REFUSAL = 'Please log in again first: you have been signed in for a while.'
const makeAdmin = async (who: Person) =>
  (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(who.id, true)

/** A person who logged in more than ten minutes ago, with a session that is not cached yet. */
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
  test.each(CALLS)('is not enough for %s %s after ten minutes', async (method, path) => {
    const ann = await longInside(`ann_${CALLS.findIndex(([, one]) => one === path)}`)
    const { status, text, headers } = await ann.raw(method, path)
    expect([status, text, headers.get('proof-required')]).toEqual([403, REFUSAL, 'recent'])
    expect((await ann.get('/auth/me')).status).toBe(200)
  })

  test('is not enough for an admin to grant or revoke admin rights, delete a person, export all accounts, or change what acts outside', async () => {
    const king = await longInside('old_king')
    await makeAdmin(king)
    const bob = await person(server, 'bob')
    const body = JSON.stringify({ isAdmin: true })
    const answers = [
      await king.patch(`/admin/users/${bob.id}/admin`, { isAdmin: true }),
      await king.raw('PATCH', `/admin/users/${bob.id}/admin`, body, { 'content-type': 'application/json' }),
      await king.delete(`/admin/users/${bob.id}`),
      await king.post('/admin/database/export-users?format=csv'),
      await king.put('/ai-monitor/alert-webhook', { url: 'https://alerts.example/hook' }),
      await king.post('/analytics/keys', { name: 'Reader', kind: 'token' }),
      await king.put('/admin/sign-up', { mode: 'closed' }),
      await king.put('/admin/announcement', { text: 'Hello' }),
      await king.put('/admin/house-name', { name: 'Another' }),
      await king.post('/admin/invitations', { maxUses: 1, days: 1 }),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('proof-required')])).toEqual(
      answers.map(() => [403, 'recent']),
    )
    expect((await king.get('/admin/stats')).status).toBe(200)
  })

  test('is enough for everything else', async () => {
    const cleo = await longInside('cleo')
    expect((await cleo.post('/posts', { text: 'Still here' })).status).toBe(201)
    expect((await cleo.get('/auth/sessions')).status).toBe(200)
  })

  test('is not enough for a person without a password to set one or to change the address', async () => {
    const dan = await longInside('dan')
    await mongoose.connection
      .collection('users')
      .updateOne({ handle: 'dan' }, { $set: { passwordHash: null, keyless: true } })
    for (const [path, body] of [
      ['/auth/password', { password: 'a-second-throne' }],
      ['/auth/email', { email: 'thief@people.example' }],
    ] as const) {
      const { status, headers } = await dan.put(path, body)
      expect([status, headers.get('proof-required')]).toEqual([403, 'recent'])
    }
  })

  test('is enough in a call that carries the current password, which is a proof by itself', async () => {
    const eve = await longInside('eve')
    expect(
      (await eve.put('/auth/email', { email: 'eve2@people.example', currentPassword: PASSWORD })).status,
    ).toBe(200)
    expect(
      (await eve.put('/auth/password', { currentPassword: PASSWORD, password: 'a-second-throne' })).status,
    ).toBe(204)
  })
})

describe('A proof', () => {
  test('needs a session', async () => {
    for (const path of ['/auth/proof', '/auth/proof/recent'])
      expect((await visitor(server).get(path)).status).toBe(401)
    expect((await visitor(server).post('/auth/proof', { password: PASSWORD })).status).toBe(401)
  })

  test('by the password counts for ten minutes, and only in this session', async () => {
    const finn = await person(server, 'finn')
    const elsewhere = await person(server, 'finn')
    await ageSessions(finn.id, TEN_MINUTES)
    expect((await finn.get('/auth/proof')).body).toMatchObject({ password: true, google: false })
    expect(await finn.post('/auth/proof', { password: 'not-the-password' })).toMatchObject({
      status: 400,
      text: 'That is not your current password.',
    })
    expect((await finn.get('/user/export-data')).status).toBe(403)
    expect((await finn.post('/auth/proof', { password: PASSWORD })).status).toBe(204)
    expect((await finn.get('/user/export-data')).status).toBe(200)
    expect((await elsewhere.get('/user/export-data')).status).toBe(403)
  })

  test('expires after ten minutes, whatever the log-in was', async () => {
    const { assertProven } = await import('#server/platform/proof.ts')
    const now = clock.now()
    for (const fresh of [{ startedAt: now }, { startedAt: 0, provenAt: now - TEN_MINUTES + 5000 }])
      expect(() => assertProven({ session: fresh })).not.toThrow()
    for (const old of [{}, { startedAt: now - TEN_MINUTES }, { startedAt: 0, provenAt: now - TEN_MINUTES }])
      expect(() => assertProven({ session: old })).toThrow(REFUSAL)
  })

  test('stays valid under the new cookie after the other sessions were ended', async () => {
    const gus = await longInside('gus')
    await gus.post('/auth/proof', { password: PASSWORD })
    expect((await gus.delete('/auth/sessions')).status).toBe(204)
    expect((await gus.get('/user/export-data')).status).toBe(200)
  })

  test('cannot be requested by another site', async () => {
    const hal = await longInside('hal')
    expect(
      (await hal.post('/auth/proof', { password: PASSWORD }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect((await hal.get('/user/export-data')).status).toBe(403)
  })
})

const factors = async (who: Caller) => (await who.get<SecondFactorView>('/auth/second-factor')).body
const loginAs = async (email: string, from = site): Promise<Caller & { status: number; steps: unknown }> => {
  const caller = visitor(from)
  const { status, body } = await caller.post<SecondStepView>('/auth/login', { email, password: PASSWORD })
  return Object.assign(caller, { status, steps: body.secondFactor })
}
const isIn = async (caller: Caller) => (await caller.get('/auth/me')).status === 200
const WRONG_CODE = { status: 400, text: 'That code is not right, or has been used already.' }
const WRONG_PASSKEY = { status: 400, text: 'That passkey does not work here.' }

/** The code that an app shows `steps` half minutes from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + steps * 30_000 })

/** A person with an authenticator app whose present code is used. */
async function withApp(handle: string): Promise<{ who: Person; secret: string; codes: string[] }> {
  const who = await person(site, handle)
  const { secret } = (await who.post<TotpSecretView>('/auth/totp')).body
  const confirmed = await who.put<SecondFactorChangeView>('/auth/totp', { code: codeOf(secret, -1) })
  expect(confirmed.status).toBe(200)
  return { who, secret, codes: confirmed.body.recoveryCodes! }
}

async function makePasskey(who: Caller, name = 'My phone', device: Authenticator = authenticator(site.url)) {
  const options = (await who.post<{ challenge: string }>('/auth/passkeys/options')).body
  const { status, body, text } = await who.post<SecondFactorChangeView>('/auth/passkeys', {
    name,
    passkey: device.make(options),
  })
  return { device, status, text, body }
}
const challenge = async (caller: Caller) =>
  (await caller.post<{ challenge: string }>('/auth/passkeys/challenge')).body

describe('An authenticator app', () => {
  test('is required after its first code: other sessions end, there are ten recovery codes, and a mail is sent', async () => {
    const ann = await person(site, 'app_ann')
    const elsewhere = await person(site, 'app_ann')
    const { secret, address } = (await ann.post<TotpSecretView>('/auth/totp')).body
    expect(address).toContain('otpauth://totp/Royal%20Flush')
    expect((await factors(ann)).totp).toBeNull()
    expect(await ann.put('/auth/totp', { code: '000000' })).toMatchObject(WRONG_CODE)
    const confirmed = await ann.put<SecondFactorChangeView>('/auth/totp', { code: codeOf(secret) })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    expect(confirmed.body.factors).toMatchObject({
      recoveryCodes: 10,
      used: true,
      required: false,
      passkeys: [],
    })
    expect([await isIn(ann), await isIn(elsewhere)]).toEqual([true, false])
    expect((await nthMail(dataDir, ann.email)).text).toContain('you need a code from an authenticator app')
  })

  test('is stored encrypted, and recovery codes as hashes', async () => {
    const { who, secret, codes } = await withApp('app_bea')
    const kept = JSON.stringify(
      await mongoose.connection
        .collection('second_factors')
        .findOne({ _id: new mongoose.Types.ObjectId(who.id) }),
    )
    for (const plain of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(kept).not.toContain(plain)
    expect((await who.get('/user/export-data')).text).toContain('"kind":"authenticator app"')
    expect((await who.get('/user/export-data')).text).not.toContain(secret)
  })

  test('accepts no code when no key decrypts its secret; a recovery code still works', async () => {
    const { who, secret, codes } = await withApp('app_lou')
    const factors = mongoose.connection.collection('second_factors')
    // As if SESSION_SECRET had been replaced without keeping the old one in the list.
    await factors.updateOne(
      { _id: new mongoose.Types.ObjectId(who.id) },
      { $set: { 'totp.secret': randomBytes(60).toString('base64url') } },
    )
    expect(await who.post('/auth/proof', { password: PASSWORD, code: codeOf(secret) })).toMatchObject(
      WRONG_CODE,
    )
    expect((await who.post('/auth/proof', { password: PASSWORD, code: codes[0] })).status).toBe(204)
  })

  test('makes a log-in wait for its code: the password alone gives no access', async () => {
    const { who, secret } = await withApp('app_cat')
    const again = await loginAs(who.email)
    expect([again.status, again.steps]).toEqual([202, ['totp', 'recovery']])
    expect(await isIn(again)).toBe(false)
    const half = again.cookie()
    expect(await again.post('/auth/login/second', { code: '12 34' })).toMatchObject(WRONG_CODE)
    expect((await again.post('/auth/login/second', { code: codeOf(secret) })).status).toBe(200)
    expect(await isIn(again)).toBe(true)
    const thief = visitor(site)
    thief.setCookie(half)
    expect([await isIn(thief), (await thief.get('/auth/login/second')).status]).toEqual([false, 404])
  })

  test('accepts each code once, also in two simultaneous requests', async () => {
    const { who, secret } = await withApp('app_dan')
    const callers = await Promise.all([loginAs(who.email), loginAs(who.email), loginAs(who.email)])
    const code = codeOf(secret)
    const answers = await Promise.all(callers.map((caller) => caller.post('/auth/login/second', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const late = await loginAs(who.email)
    for (const old of [code, codeOf(secret, -1), codeOf(secret, 3)])
      expect(await late.post('/auth/login/second', { code: old })).toMatchObject(WRONG_CODE)
    expect((await late.post('/auth/login/second', { code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('can be removed, after which the password is enough', async () => {
    const { who } = await withApp('app_eli')
    const removed = await who.delete<SecondFactorChangeView>('/auth/totp')
    expect(removed.body.factors).toMatchObject({ totp: null, recoveryCodes: 0, used: false })
    expect((await loginAs(who.email)).status).toBe(200)
    expect((await who.delete('/auth/totp')).status).toBe(404)
  })

  test('is not bypassed by a password reset', async () => {
    const { who } = await withApp('app_fay')
    await visitor(site).post('/auth/forgot-password', { email: who.email })
    await until('the link is mailed', async () =>
      (await outbox(dataDir, who.email)).some(({ subject }) => subject?.startsWith('Reset')),
    )
    const mail = (await outbox(dataDir, who.email)).find(({ subject }) => subject?.startsWith('Reset'))!
    const token = /token=([\w-]{43})/.exec(mail.text!)![1]
    expect(
      (await visitor(site).post('/auth/reset-password', { token, password: 'a-second-throne-entirely' }))
        .status,
    ).toBe(200)
    const caller = visitor(site)
    expect(
      (await caller.post('/auth/login', { email: who.email, password: 'a-second-throne-entirely' })).status,
    ).toBe(202)
    expect(await isIn(caller)).toBe(false)
  })

  test('is part of every proof and of every change of the password', async () => {
    const { who, secret } = await withApp('app_gus')
    await ageSessions(who.id, TEN_MINUTES)
    expect(
      (await who.put('/auth/password', { currentPassword: PASSWORD, password: 'a-second-throne-entirely' }))
        .status,
    ).toBe(403)
    expect((await who.get('/auth/proof')).body).toMatchObject({
      password: true,
      code: true,
      codeAlone: false,
    })
    expect(await who.post('/auth/proof', { password: PASSWORD })).toMatchObject(WRONG_CODE)
    expect((await who.post('/auth/proof', { code: codeOf(secret) })).status).toBe(400)
    expect((await who.post('/auth/proof', { password: PASSWORD, code: codeOf(secret) })).status).toBe(204)
    expect(
      (await who.put('/auth/password', { currentPassword: PASSWORD, password: 'a-second-throne-entirely' }))
        .status,
    ).toBe(204)
    expect((await factors(who)).used).toBe(true)
  })

  test('can be changed only after a fresh proof', async () => {
    const hal = await longInside('app_hal')
    const calls = [
      hal.post('/auth/totp'),
      hal.put('/auth/totp', { code: '123456' }),
      hal.delete('/auth/totp'),
      hal.post('/auth/passkeys/options'),
      hal.delete(`/auth/passkeys/${'x'.repeat(12)}`),
      hal.post('/auth/recovery-codes'),
    ]
    for (const { status, headers } of await Promise.all(calls))
      expect([status, headers.get('proof-required')]).toEqual([403, 'recent'])
  })
})

describe('A recovery code', () => {
  test('completes one log-in, however it is typed; a mail says how many are left', async () => {
    const { who, codes } = await withApp('rec_ann')
    const first = await loginAs(who.email)
    expect(
      (await first.post('/auth/login/second', { code: codes[0]!.replaceAll('-', ' ').toUpperCase() })).status,
    ).toBe(200)
    expect((await factors(first)).recoveryCodes).toBe(9)
    const second = await loginAs(who.email)
    expect(await second.post('/auth/login/second', { code: codes[0] })).toMatchObject(WRONG_CODE)
    await until('a mail tells of it', async () =>
      (await outbox(dataDir, who.email)).some(({ text }) => text?.includes('You have 9 codes left.')),
    )
  })

  test('stops working when new ones are created', async () => {
    const { who, codes } = await withApp('rec_bob')
    const renewed = (await who.post<SecondFactorChangeView>('/auth/recovery-codes')).body.recoveryCodes!
    const caller = await loginAs(who.email)
    expect(await caller.post('/auth/login/second', { code: codes[1] })).toMatchObject(WRONG_CODE)
    expect((await caller.post('/auth/login/second', { code: renewed[1] })).status).toBe(200)
  })
})

describe('A passkey', () => {
  test('is created with a name, and logs in by itself, without address and password', async () => {
    const ann = await person(site, 'key_ann')
    const { device, status, body } = await makePasskey(ann)
    expect([
      status,
      body.recoveryCodes?.length,
      body.factors.passkeys.map(({ name, lastUsedAt }) => [name, lastUsedAt]),
    ]).toEqual([200, 10, [['My phone', null]]])
    const caller = visitor(site)
    const { status: came, body: session } = await caller.post<SessionView>('/auth/login/passkey', {
      passkey: device.sign(await challenge(caller)),
    })
    expect([came, session.user.handle]).toEqual([200, 'key_ann'])
    expect((await factors(caller)).passkeys[0]?.lastUsedAt).not.toBeNull()
    expect((await caller.get('/user/export-data')).text).toContain('"kind":"passkey","name":"My phone"')
  })

  test('is the second step of a log-in, and a proof', async () => {
    const bob = await person(site, 'key_bob')
    const { device } = await makePasskey(bob)
    const caller = await loginAs(bob.email)
    expect(caller.steps).toEqual(['passkey', 'recovery'])
    expect(
      (await caller.post('/auth/login/second', { passkey: device.sign(await challenge(caller)) })).status,
    ).toBe(200)
    await ageSessions(bob.id, TEN_MINUTES)
    expect((await caller.get('/user/export-data')).status).toBe(403)
    expect((await caller.post('/auth/proof', { passkey: device.sign(await challenge(caller)) })).status).toBe(
      204,
    )
    expect((await caller.get('/user/export-data')).status).toBe(200)
  })

  test("cannot complete another person's log-in or proof", async () => {
    const [cat, dan] = [await person(site, 'key_cat'), await person(site, 'key_dan')]
    await makePasskey(cat)
    const { device } = await makePasskey(dan)
    const caller = await loginAs(cat.email)
    expect(
      await caller.post('/auth/login/second', { passkey: device.sign(await challenge(caller)) }),
    ).toMatchObject(WRONG_PASSKEY)
    expect(await cat.post('/auth/proof', { passkey: device.sign(await challenge(cat)) })).toMatchObject(
      WRONG_PASSKEY,
    )
  })

  test('answers a challenge once, and only in its session', async () => {
    const eve = await person(site, 'key_eve')
    const { device } = await makePasskey(eve)
    const [caller, other] = [visitor(site), visitor(site)]
    const passkey = device.sign(await challenge(caller))
    expect(await other.post('/auth/login/passkey', { passkey })).toMatchObject(WRONG_PASSKEY)
    await challenge(other)
    expect(await other.post('/auth/login/passkey', { passkey })).toMatchObject(WRONG_PASSKEY)
    expect((await caller.post('/auth/login/passkey', { passkey })).status).toBe(200)
    expect(await caller.post('/auth/login/passkey', { passkey })).toMatchObject(WRONG_PASSKEY)
  })

  test('of a device without a counter answers a challenge once, also when five requests come at once', async () => {
    const eve = await person(site, 'key_eva')
    const { device } = await makePasskey(eve)
    const caller = visitor(site)
    const passkey = device.sign(await challenge(caller), { counter: 0 })
    const all = await Promise.all(
      Array.from({ length: 5 }, () => caller.post('/auth/login/passkey', { passkey })),
    )
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
  })

  test('is refused from another origin, without user verification, with a forged signature or with an old counter', async () => {
    const fay = await person(site, 'key_fay')
    const { device } = await makePasskey(fay)
    const caller = visitor(site)
    expect(
      (await visitor(site).post('/auth/login/passkey', { passkey: device.sign({ challenge: 'AAAA' }) }))
        .status,
    ).toBe(400)
    expect(
      (await caller.post('/auth/login/passkey', { passkey: device.sign(await challenge(caller)) })).status,
    ).toBe(200)
    await caller.post('/auth/logout')
    for (const trick of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { forged: true },
      { counter: 0 },
    ]) {
      expect(
        await caller.post('/auth/login/passkey', { passkey: device.sign(await challenge(caller), trick) }),
        JSON.stringify(trick),
      ).toMatchObject(WRONG_PASSKEY)
    }
    expect(await isIn(caller)).toBe(false)
    expect(
      (await caller.post('/auth/login/passkey', { passkey: device.sign(await challenge(caller)) })).status,
    ).toBe(200)
  })

  test('made for another origin, or belonging to another account, is not stored', async () => {
    const [gus, hal] = [await person(site, 'key_gus'), await person(site, 'key_hal')]
    expect(await makePasskey(gus, 'Evil', authenticator('https://evil.example'))).toMatchObject(WRONG_PASSKEY)
    const { device } = await makePasskey(gus)
    expect((await makePasskey(hal, 'Mine', device)).status).toBe(409)
    expect((await factors(hal)).passkeys).toEqual([])
  })

  test('stops working when it is removed', async () => {
    const ida = await person(site, 'key_ida')
    const { device } = await makePasskey(ida)
    const second = await makePasskey(ida, 'My laptop')
    expect([second.status, second.body.recoveryCodes]).toEqual([200, null])
    const [first] = (await factors(ida)).passkeys
    expect(
      (await ida.delete<SecondFactorChangeView>(`/auth/passkeys/${first!.id}`)).body.factors.passkeys.map(
        ({ name }) => name,
      ),
    ).toEqual(['My laptop'])
    const caller = visitor(site)
    expect(
      await caller.post('/auth/login/passkey', { passkey: device.sign(await challenge(caller)) }),
    ).toMatchObject(WRONG_PASSKEY)
    expect((await loginAs(ida.email)).status).toBe(202)
  })

  test('can be added up to ten times', async () => {
    const jim = await person(site, 'key_jim')
    for (let made = 0; made < 10; made++) expect((await makePasskey(jim, `Key ${made}`)).status).toBe(200)
    expect((await jim.post('/auth/passkeys/options')).status).toBe(409)
  })
})

test('a log-in waits for its second step for ten minutes', async () => {
  const { who, secret } = await withApp('late_ann')
  const caller = await loginAs(who.email)
  vi.spyOn(clock, 'now').mockImplementation(() => now() + TEN_MINUTES)
  expect(await caller.post('/auth/login/second', { code: codeOf(secret) })).toMatchObject({ status: 404 })
})

test('an operator removes a second factor by command: every session ends, with a mail and an entry in the audit log', async () => {
  const { who } = await withApp('lost_ann')
  const { resetSecondFactor } = await import('#server/features/account/second-factor/factors.service.ts')
  expect(await resetSecondFactor(who.id)).toBe(true)
  expect(await isIn(who)).toBe(false)
  const again = await loginAs(who.email)
  expect([again.status, (await factors(again)).totp]).toEqual([200, null])
  await until('a mail tells of it', async () =>
    (await outbox(dataDir, who.email)).some(({ text }) => text?.includes('An admin removed the second lock')),
  )
  const line = await mongoose.connection.collection('audit_log').findOne({ action: 'user.reset-factor' })
  expect(String((line!['target'] as { id: unknown }).id)).toBe(who.id)
  expect(await resetSecondFactor(who.id)).toBe(false)
})
