import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUserView, SessionView } from '#contract/account.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { PASSWORD, person, visitor } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let newcomers = 0
/** A valid registration, with these fields replaced. */
const form = (given: Record<string, unknown> = {}) => {
  const handle = `newcomer${++newcomers}`
  return { email: `${handle}@people.example`, handle, displayName: 'New Comer', password: PASSWORD, ...given }
}
const register = (given: Record<string, unknown> = {}) =>
  visitor(server).post<SessionView>('/auth/register', form(given))
const users = () => mongoose.connection.collection('users')
const sessions = () =>
  mongoose.connection.collection<{ _id: string; session: Record<string, unknown> }>('sessions')

describe('Registration', () => {
  test("creates an account, signs it in and answers the viewer's own view of it", async () => {
    const ann = visitor(server)
    const opened = await ann.post<SessionView>('/auth/register', {
      email: 'Ann@Palace.Example',
      handle: 'Ann_B',
      displayName: '  Ann Boleyn ',
      password: PASSWORD,
    })
    expect(opened.status).toBe(201)
    const { user } = opened.body
    expect(user).toEqual<CurrentUserView>({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      handle: 'ann_b',
      username: 'ann_b',
      email: 'ann@palace.example',
      displayName: 'Ann Boleyn',
      bio: '',
      avatarUrl: null,
      bannerUrl: null,
      createdAt: expect.stringMatching(/Z$/) as string,
      isAdmin: false,
      isModerator: false,
      hasPassword: true,
      hasGoogle: false,
      mustConfirm: false,
      isNewcomer: true,
      newEmail: null,
      quiet: [],
      readWhenSeen: true,
      requestNotices: false,
      rev: 1,
    })
    expect((await ann.get('/auth/me')).body).toEqual({ user })
  })

  const filled = 'Please fill in all required fields'
  test.each([
    [{ email: undefined }, filled],
    [{ handle: '' }, filled],
    [{ displayName: '   ' }, filled],
    [{ password: undefined, handle: 'x' }, filled],
    // In the product document's order: missing fields, then the password, then the handle.
    [{ password: 'short', email: '' }, filled],
    [{ password: 'short', handle: 'x' }, 'Password must be at least 8 characters'],
    [{ password: 'p'.repeat(129) }, 'Password must be at most 128 characters'],
    [{ handle: 'ab' }, 'Handle must be at least 3 characters'],
    [{ handle: 'a'.repeat(31) }, 'Handle must be at most 30 characters'],
    [{ handle: 'ann boleyn' }, 'Handle can only contain letters, numbers, and underscores'],
    [{ handle: 'ånn' }, 'Handle can only contain letters, numbers, and underscores'],
    [{ handle: 'Admin' }, 'That handle is reserved.'],
    [{ handle: 'search' }, 'That handle is reserved.'],
    [{ email: 'no address' }, 'Please enter a valid email address.'],
    [{ email: `${'a'.repeat(250)}@x.org` }, 'Please enter a valid email address.'],
    [{ displayName: 'D'.repeat(51) }, 'Display name must be at most 50 characters'],
    [{ displayName: '\u200b\u200b' }, 'Display name is required'],
    [{ password: 'Password1' }, 'That password is too common. Please choose another.'],
    [{ password: 'qwertyuiop' }, 'That password is too common. Please choose another.'],
    [{ password: 'Welcome2026', handle: 'x_weak' }, 'That password is too common. Please choose another.'],
    [
      { password: 'The_King_9', handle: 'the_king' },
      'That password is made of your own name or address. Please choose another.',
    ],
    [
      { password: 'theking@palace.example', email: 'theking@palace.example' },
      'That password is made of your own name or address. Please choose another.',
    ],
  ])('refuses %o with its message', async (given, sentence) => {
    const refused = await register(given)
    expect([refused.status, refused.text]).toEqual([400, sentence])
    expect(refused.headers.getSetCookie()).toEqual([])
  })

  test('says whether the handle or the address is in use, in any letter case', async () => {
    const first = form()
    await register(first)
    expect(await register({ handle: first.handle.toUpperCase() })).toMatchObject({
      status: 409,
      text: 'That handle is already taken.',
    })
    expect(await register({ email: first.email.toUpperCase() })).toMatchObject({
      status: 409,
      text: 'An account with that email already exists.',
    })
  })

  test('creates one account from ten simultaneous requests with one address in different letter cases', async () => {
    const spellings = Array.from({ length: 10 }, (_, at) =>
      'twin@people.example'
        .split('')
        .map((letter, place) => (place % 10 === at ? letter.toUpperCase() : letter))
        .join(''),
    )
    const answers = await Promise.all(spellings.map((email) => register({ email })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ text }) => text))).toEqual(
      new Set(['An account with that email already exists.']),
    )
    expect(await users().countDocuments({ email: 'twin@people.example' })).toBe(1)
  })

  test('creates one account from ten simultaneous requests with one handle in different letter cases', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => register({ handle: at % 2 ? 'Two_Of_Us' : 'two_of_us' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ text }) => text))).toEqual(
      new Set(['That handle is already taken.']),
    )
  })

  test('stores no unknown field', async () => {
    const opened = await register({
      isAdmin: true,
      sessionEpoch: 9,
      followerCount: 1000,
      _id: '0'.repeat(24),
      passwordHash: 'mine',
    })
    expect(opened.status).toBe(201)
    const stored = await users().findOne({ handle: opened.body.user.handle })
    expect(stored).toMatchObject({ isAdmin: false, sessionEpoch: 0, followerCount: 0 })
    expect(stored!._id.toHexString()).not.toBe('0'.repeat(24))
  })
})

describe('Log-in', () => {
  test('answers the account, in any letter case of the address', async () => {
    const bob = await person(server, 'bob_login')
    const again = await visitor(server).post<SessionView>('/auth/login', {
      email: '  BOB_LOGIN@people.example ',
      password: PASSWORD,
    })
    expect(again).toMatchObject({ status: 200, body: { user: { id: bob.id, email: bob.email } } })
  })

  test('answers a wrong password and an unknown address alike', async () => {
    await person(server, 'carol_login')
    const wrong = await visitor(server).post('/auth/login', {
      email: 'carol_login@people.example',
      password: 'not it at all',
    })
    const unknown = await visitor(server).post('/auth/login', {
      email: 'nobody@people.example',
      password: 'not it at all',
    })
    expect([wrong.status, wrong.text]).toEqual([401, 'Invalid email or password'])
    expect([unknown.status, unknown.text]).toEqual([401, 'Invalid email or password'])
  })

  test.each([
    [{}],
    [{ email: '', password: 'x' }],
    [{ email: 'a@b.example' }],
    [{ email: 'a@b.example', password: '' }],
  ])('needs both fields: %o', async (body) => {
    expect(await visitor(server).post('/auth/login', body)).toMatchObject({
      status: 400,
      text: 'Please fill in all fields',
    })
  })

  test('accepts a password however the keyboard composes its accented letters', async () => {
    await register({ email: 'accent@people.example', password: 'th\u00e9-throne-room' })
    expect(
      await visitor(server).post('/auth/login', {
        email: 'accent@people.example',
        password: 'the\u0301-throne-room',
      }),
    ).toMatchObject({ status: 200 })
  })

  test('with Google leads back to the log-in page while there are no credentials', async () => {
    const answer = await visitor(server).get('/auth/google')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?error=google'])
  })
})

describe('Sessions', () => {
  test('a visitor gets 401 and no cookie', async () => {
    const nobody = visitor(server)
    expect(await nobody.get('/auth/me')).toMatchObject({ status: 401, text: 'Please log in to continue.' })
    expect(nobody.cookie()).toBe('')
  })

  test('the cookie is HttpOnly and SameSite', async () => {
    const cookie = (await register()).headers.getSetCookie().find((one) => one.startsWith('sid='))
    expect(cookie).toMatch(/^sid=.+; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/)
  })

  test('a log-in changes the session id, so a planted cookie is worthless', async () => {
    const erin = await person(server, 'erin')
    const planted = erin.cookie()
    await erin.post('/auth/login', { email: erin.email, password: PASSWORD })
    expect(erin.cookie()).not.toBe(planted)
    const thief = visitor(server)
    thief.setCookie(planted)
    expect((await thief.get('/auth/me')).status).toBe(401)
    expect((await erin.get('/auth/me')).status).toBe(200)
  })

  test('a log-out ends this session only, closes its sockets, and its cookie is refused afterwards', async () => {
    const fay = await person(server, 'fay')
    const phone = await person(server, 'fay')
    const cookie = fay.cookie()
    const recorded = await recordEvents('session:ended')
    expect((await fay.post('/auth/logout')).status).toBe(204)
    const sessionId = decodeURIComponent(cookie.split('=')[1]!).slice(2).split('.')[0]
    expect(recorded.stop()).toEqual([
      { name: 'session:ended', payload: { userId: fay.id, sessionId, reason: 'logout' } },
    ])
    fay.setCookie(cookie)
    expect((await fay.get('/auth/me')).status).toBe(401)
    expect((await phone.get('/auth/me')).status).toBe(200)
  })

  test('a log-out without a session succeeds', async () => {
    expect((await visitor(server).post('/auth/logout')).status).toBe(204)
  })

  test("all sessions end when the person's session epoch is raised", async () => {
    const gwen = await person(server, 'gwen')
    const phone = await person(server, 'gwen')
    await users().updateOne({ handle: 'gwen' }, { $inc: { sessionEpoch: 1 } })
    const { bus } = await import('#server/platform/bus.ts')
    bus.emit('session:ended', { userId: gwen.id, sessionId: null, reason: 'reset' })
    expect((await gwen.get('/auth/me')).status).toBe(401)
    expect((await phone.get('/auth/me')).status).toBe(401)
    expect((await (await person(server, 'gwen')).get('/auth/me')).status).toBe(200)
  })

  test('a session ends 30 days after its log-in, however active it is', async () => {
    const dayInMs = 24 * 3600 * 1000
    // The server caches a session for a moment, so each is made old before its first call.
    const afterDays = async (days: number) => {
      const hal = await person(server, 'hal')
      await sessions().updateMany(
        { 'session.passport.user': hal.id },
        { $set: { 'session.startedAt': Date.now() - days * dayInMs } },
      )
      return (await hal.get('/auth/me')).status
    }
    expect(await afterDays(29.9)).toBe(200)
    expect(await afterDays(30.1)).toBe(401)
  })

  test('a session lasts 7 days after its last use, in the browser and in the database', async () => {
    const jane = await person(server, 'jane')
    const cookie = jane.cookie()
    const mine = { 'session.passport.user': jane.id }
    const soon = new Date(Date.now() + 24 * 3600 * 1000)
    await sessions().updateOne(mine, {
      $set: { expires: soon, lastModified: new Date(Date.now() - 2 * 3600 * 1000) },
    })
    const seen = { handle: 'jane', lastSeenAt: { $gt: new Date(Date.now() - 3600 * 1000) } }
    expect(await users().countDocuments(seen), 'at the log-in').toBe(1)
    await users().updateOne({ handle: 'jane' }, { $set: { lastSeenAt: new Date(0) } })
    const answer = await jane.get('/auth/me')
    expect(jane.cookie()).toBe(cookie)
    const inAWeek = Date.now() + 7 * 24 * 3600 * 1000
    const expires = /Expires=([^;]+)/.exec(answer.headers.getSetCookie()[0]!)![1]!
    expect(Math.abs(Date.parse(expires) - inAWeek)).toBeLessThan(10_000)
    const stored = () => sessions().findOne<{ expires: Date }>(mine)
    await until('the use is noted', async () => (await stored())!.expires > soon)
    expect(Math.abs((await stored())!.expires.getTime() - inAWeek)).toBeLessThan(10_000)
    await until('the person is seen', async () => (await users().countDocuments(seen)) === 1)
  })

  test('a session of a deleted account is signed out', async () => {
    const ivy = await person(server, 'ivy')
    await users().deleteOne({ handle: 'ivy' })
    const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
    forgetViewer(ivy.id)
    expect((await ivy.get('/auth/me')).status).toBe(401)
  })
})
