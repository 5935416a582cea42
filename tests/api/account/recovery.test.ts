import { createHash } from 'node:crypto'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecoveryView } from '#contract/account.ts'
import { PASSWORD, person, visitor } from '#tests/support/http-client.ts'
import { nthMail, outbox, tokenIn } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'

let server: TestServer
let dataDir: string
beforeAll(async () => {
  server = await startTestServer()
  dataDir = process.env['DATA_DIR']!
})
afterAll(() => server.close())

const NEW_PASSWORD = 'a-second-throne-entirely'
const forgotPassword = (email: unknown) =>
  visitor(server).post<RecoveryView>('/auth/forgot-password', { email })
const forgotUsername = (email: unknown) =>
  visitor(server).post<RecoveryView>('/auth/forgot-username', { email })
const reset = (token: unknown, password: unknown = NEW_PASSWORD) =>
  visitor(server).post<RecoveryView>('/auth/reset-password', { token, password })
const login = (email: string, password: string) => visitor(server).post('/auth/login', { email, password })
const tokens = () => mongoose.connection.collection<{ _id: string; expiresAt: Date }>('reset_tokens')

/** Requests a link and returns its token. */
async function tokenFor(email: string, count = 1): Promise<string> {
  await forgotPassword(email)
  return tokenIn(await nthMail(dataDir, email, count))
}

describe('A forgotten password', () => {
  test('is replaced through the mailed link: the new password works, the old one does not', async () => {
    const ann = await person(server, 'ann')
    const asked = await forgotPassword(ann.email)
    expect([asked.status, asked.body]).toEqual([
      200,
      { message: 'If an account with that email exists, a password reset link has been sent' },
    ])
    const token = tokenIn(await nthMail(dataDir, ann.email))
    const done = await reset(token)
    expect([done.status, done.body]).toEqual([200, { message: 'Your password has been reset' }])
    expect((await login(ann.email, NEW_PASSWORD)).status).toBe(200)
    expect(await login(ann.email, PASSWORD)).toMatchObject({ status: 401, text: 'Invalid email or password' })
  })

  test("ends every session and socket of the person with the reason, and nobody else's", async () => {
    const bob = await person(server, 'bob')
    const other = await person(server, 'bystander')
    const elsewhere = await person(server, 'bob')
    const [phone, bystander] = await Promise.all([
      connectLive(server, { cookie: bob.cookie() }),
      connectLive(server, { cookie: other.cookie() }),
    ])
    await reset(await tokenFor(bob.email))
    expect(await phone.next('session:ended')).toEqual({ reason: 'reset' })
    await phone.gone
    expect((await bob.get('/auth/me')).status).toBe(401)
    expect((await elsewhere.get('/auth/me')).status).toBe(401)
    expect((await other.get('/auth/me')).status).toBe(200)
    expect(bystander.socket.connected).toBe(true)
    bystander.close()
  })

  test('leaves no session to a log-in with the old password at the same moment', async () => {
    const wilhelmine = await person(server, 'wilhelmine')
    const token = await tokenFor(wilhelmine.email)
    const knockers = Array.from({ length: 8 }, () => visitor(server))
    const knocking = knockers.map((knocker) =>
      knocker.post('/auth/login', { email: wilhelmine.email, password: PASSWORD }),
    )
    expect((await reset(token)).status).toBe(200)
    await Promise.all(knocking)
    const whoIsIn = await Promise.all(knockers.map(async (knocker) => (await knocker.get('/auth/me')).status))
    expect(whoIsIn).toEqual(knockers.map(() => 401))
  })

  test('is found in any letter case and with spaces around the address', async () => {
    const cleo = await person(server, 'cleo')
    await forgotPassword(` ${cleo.email.toUpperCase()} `)
    expect(tokenIn(await nthMail(dataDir, cleo.email))).toHaveLength(43)
  })
})

let idas = 0

describe('A reset link', () => {
  test('has the configured address, whatever Host header the request has', async () => {
    const dan = await person(server, 'dan')
    await visitor(server).post(
      '/auth/forgot-password',
      { email: dan.email },
      { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    )
    const mail = await nthMail(dataDir, dan.email)
    expect(mail.text).toContain(`${server.url}/reset-password?token=`)
    expect(`${mail.text}${mail.html}`).not.toContain('evil')
  })

  test('works once, also for two simultaneous requests', async () => {
    const eve = await person(server, 'eve')
    const token = await tokenFor(eve.email)
    const answers = await Promise.all([reset(token, 'the-first-new-one'), reset(token, 'the-second-new-one')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = answers[0].status === 200 ? 'the-first-new-one' : 'the-second-new-one'
    expect((await login(eve.email, winner)).status).toBe(200)
    expect(await reset(token)).toMatchObject({ status: 400, text: 'Invalid reset token' })
  })

  test("invalidates the person's other links when it is used", async () => {
    const fay = await person(server, 'fay')
    const [first, second] = [await tokenFor(fay.email), await tokenFor(fay.email, 2)]
    expect((await reset(second)).status).toBe(200)
    expect(await reset(first)).toMatchObject({ status: 400, text: 'Invalid reset token' })
  })

  test('expires after 30 minutes', async () => {
    const gus = await person(server, 'gus')
    const asked = Date.now()
    const token = await tokenFor(gus.email)
    const held = await tokens().findOne({ _id: hashOf(token) })
    expect(Math.abs(held!.expiresAt.getTime() - asked - 30 * 60_000)).toBeLessThan(10_000)
    await tokens().updateOne({ _id: held!._id }, { $set: { expiresAt: new Date() } })
    expect(await reset(token)).toMatchObject({ status: 400, text: 'Invalid reset token' })
    expect((await login(gus.email, PASSWORD)).status).toBe(200)
  })

  test('is stored only as a hash', async () => {
    const hal = await person(server, 'hal')
    const token = await tokenFor(hal.email)
    expect(JSON.stringify(await tokens().find().toArray())).not.toContain(token)
    expect(await tokens().countDocuments({ _id: hashOf(token) })).toBe(1)
  })

  test.each([
    [{ token: undefined }, 'Invalid reset token'],
    [{ token: '' }, 'Invalid reset token'],
    [{ token: 'x'.repeat(43) }, 'Invalid reset token'],
    [{ token: { $ne: null } }, 'Invalid reset token'],
    [{ password: undefined }, 'Password must be at least 8 characters long'],
    [{ password: 'seven77' }, 'Password must be at least 8 characters long'],
    [{ password: 'p'.repeat(129) }, 'Password must be at most 128 characters'],
    [{ password: 'p'.repeat(1_000_000) }, 'Password must be at most 128 characters'],
    [{ password: { $ne: null } }, 'Password must be at least 8 characters long'],
    [{ password: 'Password1' }, 'That password is too common. Please choose another.'],
  ])('with %o is refused with its message, and still works afterwards', async (given, sentence) => {
    const ida = await person(server, `ida${++idas}`)
    const token = await tokenFor(ida.email)
    const refused = await visitor(server).post('/auth/reset-password', {
      token,
      password: NEW_PASSWORD,
      ...given,
    })
    expect([refused.status, refused.text]).toEqual([400, sentence])
    expect((await reset(token)).status).toBe(200)
  })

  test("refuses a password made of the person's name or address", async () => {
    const una = await person(server, 'una_of_the_name')
    const refused = await visitor(server).post('/auth/reset-password', {
      token: await tokenFor(una.email),
      password: 'Una_of_the_name-2026',
    })
    expect([refused.status, refused.text]).toEqual([
      400,
      'That password is made of your own name or address. Please choose another.',
    ])
  })
})

describe('A forgotten username', () => {
  test('is sent by mail', async () => {
    const jan = await person(server, 'jan_the_unremembered')
    const asked = await forgotUsername(jan.email)
    expect([asked.status, asked.body]).toEqual([
      200,
      { message: 'If an account with that email exists, a username recovery email has been sent' },
    ])
    const mail = await nthMail(dataDir, jan.email)
    expect(mail.subject).toBe('Your Royal Flush username')
    expect(mail.text).toContain('@jan_the_unremembered')
    expect(mail.text).toContain(`${server.url}/login`)
  })
})

describe('Both requests', () => {
  test.each([
    ['forgot-password', forgotPassword],
    ['forgot-username', forgotUsername],
  ])('%s: an unknown address gets the same answer as a known one, and no mail', async (_name, ask) => {
    const known = await person(server, `known_${ask.name.toLowerCase()}`)
    const [right, wrong] = [await ask(known.email), await ask('nobody@people.example')]
    expect([wrong.status, wrong.text]).toEqual([right.status, right.text])
    expect([...wrong.headers.keys()]).toEqual([...right.headers.keys()])
    await nthMail(dataDir, known.email)
    expect(await outbox(dataDir, 'nobody@people.example')).toEqual([])
  })

  test.each([
    undefined,
    '',
    '  ',
    'no address',
    'a@b',
    42,
    { $ne: null },
    `${'a'.repeat(250)}@x.org`,
    'ann@people.example\0',
    'ann@people.example, eve@people.example',
    'ann@people.example\r\nBcc: eve@people.example',
  ])('refuse %j with its message', async (email) => {
    for (const ask of [forgotPassword, forgotUsername])
      expect(await ask(email)).toMatchObject({ status: 400, text: 'Please enter a valid email address.' })
  })
})

describe('The mail', () => {
  test("has the same text in plain text and in HTML, and the site's design", async () => {
    const kit = await person(server, 'kit')
    const token = await tokenFor(kit.email)
    const mail = await nthMail(dataDir, kit.email)
    expect(mail.subject).toBe('Reset your Royal Flush password')
    expect(mail.from).toEqual({ name: 'Royal Flush', address: 'help@royalflush.example' })
    for (const form of [mail.text!, mail.html!]) {
      for (const words of [
        'A new key to the throne room',
        'Choose a new password',
        'once and for 30 minutes',
        `/reset-password?token=${token}`,
      ])
        expect(form).toContain(words)
    }
    // No picture, script or font from elsewhere: nothing is blocked by the mail program, and nobody is tracked.
    expect(mail.html).not.toMatch(/<img|<script|<link|src=/)
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })
})

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
