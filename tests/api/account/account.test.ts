import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountActivityView, SessionListView } from '#contract/account.settings.ts'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import type { CurrentUserView, SessionView } from '#contract/account.ts'
import { PASSWORD, person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { newDeviceMails, nthMail, outbox, tokenIn } from '#tests/support/mail.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let dataDir: string
beforeAll(async () => {
  server = await startTestServer()
  dataDir = process.env['DATA_DIR']!
})
afterAll(() => server.close())

const NEW_PASSWORD = 'a-second-throne-entirely'
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
const login = async (
  email: string,
  password = PASSWORD,
  headers = {},
): Promise<Caller & { status: number }> => {
  const caller = visitor(server)
  return Object.assign(caller, {
    status: (await caller.post('/auth/login', { email, password }, headers)).status,
  })
}
const me = async (caller: Caller) => (await caller.get<SessionView>('/auth/me')).body?.user
const isIn = async (caller: Caller) => (await caller.get('/auth/me')).status === 200
const changePassword = (who: Caller, currentPassword: unknown, password: unknown = NEW_PASSWORD) =>
  who.put('/auth/password', { currentPassword, password })
const sessions = async (who: Caller) => (await who.get<SessionListView>('/auth/sessions')).body

describe('A change of the password', () => {
  test('ends every other session and socket at once; this browser stays signed in under a new cookie', async () => {
    const ann = await person(server, 'ann')
    const elsewhere = await login(ann.email)
    const [here, there] = await Promise.all([
      connectLive(server, { cookie: ann.cookie() }),
      connectLive(server, { cookie: elsewhere.cookie() }),
    ])
    const before = ann.cookie()
    expect((await changePassword(ann, PASSWORD)).status).toBe(204)
    expect(await there.next('session:ended')).toEqual({ reason: 'reset' })
    await there.gone
    expect([await isIn(ann), await isIn(elsewhere)]).toEqual([true, false])
    const thief = visitor(server)
    thief.setCookie(before)
    expect(await isIn(thief)).toBe(false)
    // The open page stays connected, and is closed with its new session.
    expect(here.socket.connected).toBe(true)
    await ann.post('/auth/logout')
    await here.gone
    expect([(await login(ann.email)).status, (await login(ann.email, NEW_PASSWORD)).status]).toEqual([
      401, 200,
    ])
    expect((await nthMail(dataDir, ann.email)).subject).toBe('Your Royal Flush password was changed')
  })

  test('needs the current password', async () => {
    const bob = await person(server, 'bob')
    for (const wrong of ['not-the-password', '', undefined])
      expect(await changePassword(bob, wrong)).toMatchObject({
        status: 400,
        text: 'That is not your current password.',
      })
    expect(await changePassword(bob, PASSWORD, 'seven77')).toMatchObject({
      status: 400,
      text: 'Password must be at least 8 characters',
    })
    expect(await changePassword(bob, PASSWORD, 'password123')).toMatchObject({
      status: 400,
      text: 'That password is too common. Please choose another.',
    })
    expect(await changePassword(bob, PASSWORD, `${bob.handle}-${bob.handle}-2026`)).toMatchObject({
      status: 400,
      text: 'That password is made of your own name or address. Please choose another.',
    })
    expect((await login(bob.email)).status).toBe(200)
    expect(
      (await visitor(server).put('/auth/password', { currentPassword: PASSWORD, password: NEW_PASSWORD }))
        .status,
    ).toBe(401)
  })

  test('sets the first password of a person without one; the next change needs it', async () => {
    const cleo = await person(server, 'cleo')
    await mongoose.connection
      .collection('users')
      .updateOne({ handle: 'cleo' }, { $set: { passwordHash: null, keyless: true } })
    expect((await me(cleo))?.hasPassword).toBe(false)
    expect((await cleo.put('/auth/password', { password: NEW_PASSWORD })).status).toBe(204)
    expect((await me(cleo))?.hasPassword).toBe(true)
    expect((await login(cleo.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('invalidates a reset link that was mailed before', async () => {
    const dan = await person(server, 'dan')
    await visitor(server).post('/auth/forgot-password', { email: dan.email })
    const token = tokenIn(await nthMail(dataDir, dan.email))
    await changePassword(dan, PASSWORD)
    expect(
      await visitor(server).post('/auth/reset-password', { token, password: 'the-third-of-them' }),
    ).toMatchObject({ status: 400, text: 'Invalid reset token' })
  })
})

describe('A change of the e-mail address', () => {
  const ask = (who: Caller, email: unknown, currentPassword: unknown = PASSWORD) =>
    who.put<CurrentUserView>('/auth/email', { email, currentPassword })
  const confirm = (token: unknown) => visitor(server).post('/auth/email/confirm', { token })

  test('is confirmed by a link mailed to the new address; the old address gets two notices', async () => {
    const eve = await person(server, 'eve')
    const page = await connectLive(server, { cookie: eve.cookie() })
    const asked = await ask(eve, ' Eve@New.example ')
    expect([asked.status, asked.body]).toMatchObject([200, { email: eve.email, newEmail: 'eve@new.example' }])
    expect((await page.next('viewer:updated')).user.newEmail).toBe('eve@new.example')
    expect((await nthMail(dataDir, eve.email)).subject).toBe('Your Royal Flush email is about to change')
    const token = tokenIn(await nthMail(dataDir, 'eve@new.example'))
    expect((await login('eve@new.example')).status).toBe(401)
    expect(
      JSON.stringify(await mongoose.connection.collection('users').findOne({ handle: 'eve' })),
    ).not.toContain(token)
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { message: 'Your email has been changed' },
    })
    expect(await me(eve)).toMatchObject({ email: 'eve@new.example', newEmail: null })
    expect((await page.next('viewer:updated', ({ user }) => user.newEmail === null)).user.email).toBe(
      'eve@new.example',
    )
    expect([(await login(eve.email)).status, (await login('eve@new.example')).status]).toEqual([401, 200])
    expect((await nthMail(dataDir, eve.email, 2)).subject).toBe('Your Royal Flush email was changed')
    expect(await confirm(token)).toMatchObject({ status: 400, text: 'Invalid confirmation token' })
    page.close()
  })

  test('needs the current password, and an address that is different and not in use', async () => {
    const fay = await person(server, 'fay')
    expect(await ask(fay, 'fay@new.example', 'wrong')).toMatchObject({
      status: 400,
      text: 'That is not your current password.',
    })
    expect(await ask(fay, fay.email.toUpperCase())).toMatchObject({
      status: 400,
      text: 'That is your email already.',
    })
    expect(await ask(fay, (await person(server, 'gus')).email)).toMatchObject({
      status: 409,
      text: 'An account with that email already exists.',
    })
    expect(await ask(fay, 'no address')).toMatchObject({
      status: 400,
      text: 'Please enter a valid email address.',
    })
    expect(await outbox(dataDir, 'fay@new.example')).toEqual([])
  })

  test('is refused when somebody has registered with that address meanwhile', async () => {
    const hal = await person(server, 'hal')
    await ask(hal, 'ida@people.example')
    const token = tokenIn(await nthMail(dataDir, 'ida@people.example'))
    await person(server, 'ida')
    expect(await confirm(token)).toMatchObject({
      status: 409,
      text: 'An account with that email already exists.',
    })
    expect((await me(hal))?.email).toBe(hal.email)
  })

  test.each([
    [
      'after 30 minutes',
      (_: Person) =>
        mongoose.connection
          .collection('users')
          .updateOne({ handle: 'jim_0' }, { $set: { 'newEmail.expiresAt': new Date() } }),
    ],
    ['once the person keeps the old one', (jim: Person) => jim.delete('/auth/email')],
    ['once another address was asked for', (jim: Person) => ask(jim, 'jim@third.example')],
    ['once the password is another', (jim: Person) => changePassword(jim, PASSWORD)],
  ])('is not confirmed by its link %s', async (_, happens) => {
    const round = rounds++
    const jim = await person(server, `jim_${round}`)
    await ask(jim, `jim_${round}@new.example`)
    const token = tokenIn(await nthMail(dataDir, `jim_${round}@new.example`))
    await happens(jim)
    expect(await confirm(token)).toMatchObject({ status: 400, text: 'Invalid confirmation token' })
    expect((await me(jim))?.email).toBe(jim.email)
  })
  let rounds = 0

  test.each([undefined, '', 'x'.repeat(43), { $ne: null }])(
    'is not confirmed by the token %s',
    async (token) => {
      expect(await confirm(token)).toMatchObject({ status: 400, text: 'Invalid confirmation token' })
    },
  )
})

describe('A log-in on a new device', () => {
  const mailsTo = async (email: string, count: number) => {
    await until(`${count} mails`, async () => (await newDeviceMails(dataDir, email)).length >= count)
    return newDeviceMails(dataDir, email)
  }

  test('is reported by a mail with the device and the country; the next log-in on that device is not', async () => {
    const owner = await person(server, 'devora')
    const phone = visitor(server)
    const inBy = (password = PASSWORD) =>
      phone.post('/auth/login', { email: owner.email, password }, { 'user-agent': PHONE })
    expect((await inBy('not it at all')).status).toBe(401)
    expect((await inBy()).status).toBe(200)
    const [mail] = await mailsTo(owner.email, 1)
    expect(mail!.subject).toBe('A new device on your Royal Flush account')
    expect(mail!.text).toContain(
      '@devora was logged in on a device we had not seen before: Chrome on Android, from an unknown country,',
    )
    expect((await inBy()).status).toBe(200)
    await owner.post('/auth/logout')
    expect((await owner.post('/auth/login', { email: owner.email, password: PASSWORD })).status).toBe(200)
    expect((await login(owner.email)).status).toBe(200)
    // One mail for the third device, and none for those in between: mails are sent in the order of their
    // creation.
    expect((await mailsTo(owner.email, 2)).length).toBe(2)
  })

  test('is not reported while no device of the person is known yet, as after an upgrade', async () => {
    const old = await person(server, 'oldrich')
    await mongoose.connection
      .collection('users')
      .updateOne({ handle: 'oldrich' }, { $unset: { hasDevice: 1 } })
    expect((await login(old.email)).status).toBe(200)
    expect((await login(old.email)).status).toBe(200)
    expect((await mailsTo(old.email, 1)).length).toBe(1)
  })

  test('sets a cookie that only the calls under /api/auth receive and that no script can read', async () => {
    const answer = await visitor(server).post('/auth/login', {
      email: (await person(server, 'crumb')).email,
      password: PASSWORD,
    })
    expect(answer.headers.getSetCookie().find((one) => one.startsWith('device='))).toMatch(
      /^device=[\w-]+\.[\w-]{43}; Max-Age=34560000; Path=\/api\/auth; .*HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('The security log', () => {
  const activity = async (who: Caller) => (await who.get<AccountActivityView[]>('/auth/activity')).body
  const listed = async (who: Caller) =>
    (await activity(who)).map(
      ({ event, outcome, times }) => `${event} ${outcome}${times > 1 ? ` ${times}` : ''}`,
    )
  /** Written after the answers. */
  const untilListed = (who: Caller, lines: string[]) =>
    until(lines.join(', '), async () => (await listed(who)).slice(0, lines.length).join() === lines.join())

  test('shows the owner what was done with the account and what was refused, newest first', async () => {
    const owner = await person(server, 'logan')
    await untilListed(owner, ['registration done'])
    for (let round = 0; round < 3; round++) await login(owner.email, 'not it at all')
    await untilListed(owner, ['login refused 3', 'registration done'])
    const phone = await login(owner.email, PASSWORD, { 'user-agent': PHONE })
    await untilListed(owner, ['login done', 'login refused 3'])
    expect((await activity(owner))[0]).toMatchObject({
      device: 'mobile',
      browser: 'Chrome',
      system: 'Android',
      country: 'Unknown',
      times: 1,
    })
    await phone.post('/auth/logout')
    await untilListed(owner, ['logout done'])
    await owner.delete('/auth/sessions')
    await untilListed(owner, ['sessions-ended done'])
    await owner.put('/auth/email', { email: 'elsewhere@people.example', currentPassword: 'not it at all' })
    await untilListed(owner, ['email-asked refused'])
    await changePassword(owner, PASSWORD)
    await untilListed(owner, ['password-changed done'])
    await visitor(server).post('/auth/forgot-password', { email: owner.email })
    await untilListed(owner, ['reset-asked done'])
    await owner.get('/admin/stats')
    await untilListed(owner, ['admin-call refused'])
    expect(await listed(await person(server, 'somebody_else'))).not.toContain('login refused 3')
    const { activity: exported } = (await owner.get<{ activity: { event: string }[] }>('/user/export-data'))
      .body
    expect(exported.map(({ event }) => event)).toContain('admin-call')
  })

  test('stores no whole network address, and combines refusals into one line an hour, for unknown accounts too', async () => {
    const log = mongoose.connection.collection('security_log')
    const refusals = () => log.findOne({ event: 'cross-site' })
    for (let round = 0; round < 20; round++)
      await visitor(server).post('/auth/logout', {}, { 'sec-fetch-site': 'cross-site' })
    await until('all are counted', async () => (await refusals())?.['times'] === 20)
    expect(await refusals()).toMatchObject({ userId: null, network: '127.0.0.0/24' })
    expect(JSON.stringify(await log.find().toArray())).not.toContain('127.0.0.1')
    const [ttl] = (await log.indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
    expect(ttl).toMatchObject({ key: { at: 1 }, expireAfterSeconds: 30 * 24 * 3600 })
  })

  test('is read through one index', async () => {
    const owner = await person(server, 'logan_two')
    await untilListed(owner, ['registration done'])
    const plan = await SecurityModel().then((model) =>
      model
        .find({ userId: owner.id })
        .hint({ userId: 1, at: -1 })
        .sort({ at: -1 })
        .limit(30)
        .explain('executionStats'),
    )
    const { executionStats } = plan as unknown as {
      executionStats: { totalDocsExamined: number; nReturned: number }
    }
    expect(executionStats.totalDocsExamined).toBe(executionStats.nReturned)
  })

  test('shows a wave of failed log-ins as an error in the monitor', async () => {
    for (let round = 0; round < 5; round++)
      await Promise.all(Array.from({ length: 25 }, (_, at) => login(`wave${round}x${at}@people.example`)))
    const found = () => mongoose.connection.collection('faults').findOne({ type: 'security' })
    await until('the monitor knows', async () => (await found()) !== null)
    expect(await found()).toMatchObject({ severity: 'HIGH', count: 1 })
  })
})

const SecurityModel = async () =>
  (await import('#server/features/account/security-log/security-log.model.ts')).SecurityModel

describe('The list of sessions', () => {
  test("shows each session's device, country and start, and which one is the caller's; its ids give no access", async () => {
    const kim = await person(server, 'kim')
    const phone = await login(kim.email, PASSWORD, { 'user-agent': PHONE })
    const held = await sessions(phone)
    expect(held.sessions).toHaveLength(2)
    const own = held.sessions.find(({ id }) => id === held.current)
    expect(own).toMatchObject({ device: 'mobile', browser: 'Chrome', system: 'Android', country: 'Unknown' })
    expect(Math.abs(Date.parse(own!.lastSeenAt) - Date.now())).toBeLessThan(60_000)
    const stored = await mongoose.connection.collection<{ _id: string }>('sessions').find().toArray()
    expect(stored.some(({ _id }) => JSON.stringify(held).includes(_id))).toBe(false)
    expect((await sessions(kim)).current).not.toBe(held.current)
  })

  test('ends one session: its page is signed out at once, its cookie is invalid, and the list is updated', async () => {
    const lea = await person(server, 'lea')
    const phone = await login(lea.email)
    const [here, there] = await Promise.all([
      connectLive(server, { cookie: lea.cookie() }),
      connectLive(server, { cookie: phone.cookie() }),
    ])
    const { current, sessions: both } = await sessions(lea)
    const other = both.find(({ id }) => id !== current)!
    expect((await lea.delete(`/auth/sessions/${other.id}`)).status).toBe(204)
    expect(await there.next('session:ended')).toEqual({ reason: 'logout' })
    await there.gone
    expect([await isIn(lea), await isIn(phone)]).toEqual([true, false])
    // Not the push of the log-in on the phone.
    const left = await here.next('sessions:updated', (pushed) => pushed.sessions.length === 1)
    expect(left.sessions[0]!.id).toBe(current)
    expect((await lea.delete(`/auth/sessions/${other.id}`)).status).toBe(404)
    here.close()
  })

  test('is pushed to open pages when a session begins, which by then is in the activity of the account', async () => {
    const kai = await person(server, 'kai')
    const here = await connectLive(server, { cookie: kai.cookie() })
    const phone = await login(kai.email, PASSWORD, { 'user-agent': PHONE })
    const { current } = await sessions(phone)
    // Not the push of the registration.
    await here.next('sessions:updated', ({ sessions: pushed }) => pushed.some(({ id }) => id === current))
    const { body } = await kai.get<AccountActivityView[]>('/auth/activity')
    expect(body[0]).toMatchObject({ event: 'login', outcome: 'done', device: 'mobile' })
    here.close()
  })

  test('is pushed when a log-in is refused, which by then is in the activity of the account', async () => {
    const kim = await person(server, 'kim')
    const here = await connectLive(server, { cookie: kim.cookie() })
    expect((await login(kim.email, 'not the password')).status).toBe(401)
    const newest = async () => (await kim.get<AccountActivityView[]>('/auth/activity')).body[0]
    await here.next('sessions:updated')
    let shown = await newest()
    // That was the push of the registration, if it came late.
    if (shown?.outcome === 'done') {
      await here.next('sessions:updated')
      shown = await newest()
    }
    expect(shown).toMatchObject({ event: 'login', outcome: 'refused', times: 1 })
    here.close()
  })

  test("ends all the person's other sessions, and nobody else's", async () => {
    const [mia, nils] = [await person(server, 'mia'), await person(server, 'nils')]
    const others = await Promise.all([login(mia.email), login(mia.email)])
    const here = await connectLive(server, { cookie: mia.cookie() })
    expect((await mia.delete(`/auth/sessions/${(await sessions(nils)).current}`)).status).toBe(404)
    expect((await mia.delete('/auth/sessions/zzz')).status).toBe(404)
    expect((await mia.delete('/auth/sessions')).status).toBe(204)
    expect([await isIn(mia), await isIn(nils), ...(await Promise.all(others.map(isIn)))]).toEqual([
      true,
      true,
      false,
      false,
    ])
    const { current, sessions: left } = await sessions(mia)
    expect(left.map(({ id }) => id)).toEqual([current])
    expect(here.socket.connected).toBe(true)
    here.close()
    expect((await visitor(server).get('/auth/sessions')).status).toBe(401)
  })

  test('is one indexed read', async () => {
    const { sessionsOf } = await import('#server/features/account/sessions/sessions.service.ts')
    const olga = await person(server, 'olga')
    const { executionStats } = (await sessionsOf(olga.id).explain('executionStats')) as unknown as {
      executionStats: { totalDocsExamined: number; nReturned: number }
    }
    expect(executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 1 })
  })
})

describe('A kind of notification that is switched off', () => {
  const prefer = (who: Caller, type: unknown, on: unknown) =>
    who.patch<CurrentUserView>('/users/me/notifications', { type, on })
  const listed = async (who: Caller) =>
    (await who.get<NotificationView[]>('/notifications')).body.map(({ type }) => type)
  const count = async (who: Caller) =>
    (await who.get<UnreadCountView>('/notifications/unread-count')).body.count

  test('creates no notification and counts none; the other kinds do, and so does it when it is on again', async () => {
    const [pia, quin] = [await person(server, 'pia'), await person(server, 'quin')]
    const { body: post } = await pia.post<PostView>('/posts', { text: 'Quiet, please' })
    expect((await prefer(pia, 'REACTION', false)).body.quiet).toEqual(['REACTION'])
    expect((await prefer(pia, 'REACTION', false)).body.quiet).toEqual(['REACTION'])
    await quin.post(`/posts/${post.id}/react`, { emoji: '💩' })
    await quin.post(`/posts/${post.id}/comments`, { text: 'Shh' })
    expect([await listed(pia), await count(pia)]).toEqual([['COMMENT'], 1])
    expect((await prefer(pia, 'REACTION', true)).body.quiet).toEqual([])
    const { body: second } = await pia.post<PostView>('/posts', { text: 'Loud again' })
    await quin.post(`/posts/${second.id}/react`, { emoji: '💩' })
    expect([await listed(pia), await count(pia)]).toEqual([['REACTION', 'COMMENT'], 2])
  })

  test('does not affect messages and their badge, if it is the one of messages', async () => {
    const [ria, sam] = [await person(server, 'ria'), await person(server, 'sam')]
    await befriend(ria, sam)
    await prefer(ria, 'MESSAGE', false)
    await sam.post('/messages', { receiverId: ria.id, content: 'Knock' })
    expect([await listed(ria), await count(ria)]).toEqual([[], 0])
    expect(
      (await ria.get<{ unreadCount: number }[]>('/messages/conversations')).body.map(
        ({ unreadCount }) => unreadCount,
      ),
    ).toEqual([1])
  })

  test('must be a kind that exists', async () => {
    const tom = await person(server, 'tom')
    for (const [type, on] of [
      ['SNEEZE', false],
      [undefined, false],
      ['FOLLOW', 'no'],
      [{ $ne: null }, true],
    ])
      expect((await prefer(tom, type, on)).status).toBe(400)
    expect((await prefer(visitor(server), 'FOLLOW', false)).status).toBe(401)
  })
})
