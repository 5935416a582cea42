import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PendingSignUpView, SessionView } from '#contract/account.ts'
import type { HouseView } from '#contract/admin.ts'
import { SIGN_UP_MESSAGES, type SignUpMode } from '#contract/account.sign-up.constants.ts'
import type { NewInvitationView } from '#contract/account.sign-up.ts'
import { PASSWORD, person, visitor, type Caller } from '#tests/support/http-client.ts'
import { nthMail, outbox } from '#tests/support/mail.ts'
import { ageSessions } from '#tests/support/sessions.ts'
import { tellDetails } from '#tests/support/sign-up.ts'
import { solvedPuzzle } from '#tests/support/puzzles.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { google } from '#tests/support/shared-google.ts'
import { connectLive } from '#tests/support/socket-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await google.open(server.url)
})
afterAll(async () => {
  await server.close()
  await google[Symbol.asyncDispose]()
})

/** The address that the log-in button leads to. */
async function question(caller: Caller, next?: string): Promise<URL> {
  const { status, headers } = await caller.get(
    `/auth/google${next ? `?next=${encodeURIComponent(next)}` : ''}`,
  )
  expect(status).toBe(302)
  return new URL(headers.get('location')!)
}

/** Fills in the provider's pages as a person does, and returns the address that it redirects to. */
async function answer(asked: URL, login: string, { consents = true } = {}): Promise<URL> {
  const jar = new Map<string, string>()
  let at = asked
  let form: URLSearchParams | null = null
  for (let step = 0; step < 12; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply: Response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const set of reply.headers.getSetCookie())
      jar.set(...(set.split(';')[0]!.split(/=(.*)/s).slice(0, 2) as [string, string]))
    form = null
    if (reply.status === 303 || reply.status === 302) {
      at = new URL(reply.headers.get('location')!, at)
      if (at.origin !== google.issuer) return at
      continue
    }
    const page = await reply.text()
    if (reply.status !== 200) throw new Error(`${at.href}: ${reply.status} ${page}`)
    if (!consents) at = new URL(/href="([^"]*abort)"/.exec(page)![1]!, at)
    else
      form = new URLSearchParams(
        page.includes('value="login"') ? { prompt: 'login', login, password: 'x' } : { prompt: 'consent' },
      )
  }
  throw new Error('The provider never came to an end')
}

/** Calls the product's callback with the provider's answer, and returns the next address. */
async function bringBack(caller: Caller, answered: URL): Promise<string> {
  const { status, headers } = await caller.get(answered.pathname.replace('/api', '') + answered.search)
  expect(status).toBe(302)
  return headers.get('location')!
}

const signIn = async (caller: Caller, login: string, next?: string) =>
  bringBack(caller, await answer(await question(caller, next), login))
const me = (caller: Caller) => caller.get<SessionView>('/auth/me')
const accounts = () => mongoose.connection.collection('users')

async function newcomer(email: string, handle: string): Promise<Caller> {
  const caller = visitor(server)
  expect(await signIn(caller, email)).toBe('/register/google')
  expect((await caller.post('/auth/google/register', { handle, displayName: 'A Newcomer' })).status).toBe(201)
  return caller
}

test('a log-in that never returns from Google leaves a session of half an hour', async () => {
  const before = Date.now()
  await question(visitor(server))
  const [newest] = await mongoose.connection.collection('sessions').find().sort({ expires: -1 }).toArray()
  expect(Math.abs((newest!['expires'] as Date).getTime() - before - 30 * 60_000)).toBeLessThan(60_000)
})

test('the redirect carries a state and a PKCE challenge, and returns to the configured address', async () => {
  const asked = await question(visitor(server))
  expect(asked.href.startsWith(`${google.issuer}/auth?`)).toBe(true)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'the-palace',
    redirect_uri: `${server.url}/api/auth/google/callback`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    state: expect.stringMatching(/^.{24}$/) as string,
  })
})

test('a new person goes on to the page that they wanted an account for', async () => {
  const wanted = await signIn(visitor(server), 'eve.throne@people.example', '/p/0123')
  expect(wanted).toBe('/register/google?next=%2Fp%2F0123')
})

test('a new person chooses a handle and is signed in; the next time they are signed in at once', async () => {
  const ann = visitor(server)
  expect(await signIn(ann, 'ann.throne@people.example')).toBe('/register/google')
  expect((await me(ann)).status).toBe(401)
  expect((await ann.get<PendingSignUpView>('/auth/google/newcomer')).body).toEqual({
    email: 'ann.throne@people.example',
    displayName: 'ann.throne',
    handle: 'annthrone',
  })
  expect(await ann.post('/auth/google/register', { handle: 'admin', displayName: 'Ann' })).toMatchObject({
    status: 400,
    text: 'That handle is reserved.',
  })
  const opened = await ann.post<SessionView>('/auth/google/register', {
    handle: 'AnnThrone',
    displayName: 'Ann',
  })
  expect([opened.status, opened.body.user]).toMatchObject([
    201,
    { handle: 'annthrone', email: 'ann.throne@people.example', displayName: 'Ann' },
  ])
  expect((await me(ann)).body.user.id).toBe(opened.body.user.id)
  expect((await ann.get('/auth/google/newcomer')).status).toBe(404)
  const again = visitor(server)
  expect(await signIn(again, 'ann.throne@people.example', '/messages?user=1')).toBe(
    '/login?google=welcome&next=%2Fmessages%3Fuser%3D1',
  )
  expect((await me(again)).body.user.id).toBe(opened.body.user.id)
})

test('what the form tells before it belongs to the account', async () => {
  const caller = visitor(server)
  await signIn(caller, 'told@people.example')
  const details = { handle: 'told', birthYear: 1990, puzzleProof: await solvedPuzzle(server) }
  expect((await tellDetails(caller, details)).status).toBe(204)
  const { status } = await caller.post('/auth/google/register', { handle: 'told', displayName: 'Told' })
  expect([status, caller.cookie().includes('sign-up-')]).toEqual([201, false])
  const stored = await accounts().findOne({ handle: 'told' })
  expect(stored).toMatchObject({ agreed: { ageBand: '18+' } })
  expect(stored).not.toHaveProperty('unproven')
})

test('no password opens an account without one', async () => {
  await newcomer('keyless@people.example', 'keyless')
  for (const password of [PASSWORD, 'null', 'undefined']) {
    expect(
      await visitor(server).post('/auth/login', { email: 'keyless@people.example', password }),
    ).toMatchObject({ status: 401, text: 'Invalid email or password' })
  }
})

test('a registration needs an identity from Google', async () => {
  const answered = await visitor(server).post('/auth/google/register', {
    handle: 'stranger',
    displayName: 'Stranger',
  })
  expect(answered).toMatchObject({
    status: 404,
    text: 'That took too long. Please sign up with Google again.',
  })
})

test('after a handle was taken meanwhile, another one can be chosen', async () => {
  await person(server, 'taken_one')
  const caller = visitor(server)
  await signIn(caller, 'taken_one@elsewhere.example')
  expect((await caller.get<PendingSignUpView>('/auth/google/newcomer')).body.handle).toBe('')
  expect(
    (await caller.post('/auth/google/register', { handle: 'taken_one', displayName: 'Two' })).status,
  ).toBe(409)
  expect(
    (await caller.post('/auth/google/register', { handle: 'taken_two', displayName: 'Two' })).status,
  ).toBe(201)
})

test('an account with an unverified address goes to the owner of the address: its password and sessions end', async () => {
  const squatter = await person(server, 'squatter')
  const page = await connectLive(server, { cookie: squatter.cookie() })
  const owner = visitor(server)
  expect(await signIn(owner, squatter.email)).toBe('/login?google=linked')
  expect((await me(owner)).body.user.id).toBe(squatter.id)
  expect(await page.next('session:ended')).toEqual({ reason: 'reset' })
  await page.gone
  expect((await me(squatter)).status).toBe(401)
  expect(
    (await visitor(server).post('/auth/login', { email: squatter.email, password: PASSWORD })).status,
  ).toBe(401)
  const mail = await nthMail(process.env['DATA_DIR']!, squatter.email)
  expect([mail.subject, mail.text]).toEqual([
    'Google opens your Royal Flush account now',
    expect.stringContaining('we removed the old password'),
  ])
  expect(await signIn(visitor(server), squatter.email)).toBe('/login?google=welcome')
})

test('an account whose address was verified keeps its password and its sessions', async () => {
  const bob = await person(server, 'bob')
  await accounts().updateOne({ handle: 'bob' }, { $set: { emailVerified: true } })
  const caller = visitor(server)
  expect(await signIn(caller, bob.email)).toBe('/login?google=welcome')
  expect((await me(caller)).body.user.id).toBe(bob.id)
  expect((await me(bob)).status).toBe(200)
  expect((await visitor(server).post('/auth/login', { email: bob.email, password: PASSWORD })).status).toBe(
    200,
  )
})

test('an address that Google has not verified gives no access', async () => {
  const cleo = await person(server, 'cleo')
  const caller = visitor(server)
  expect(await signIn(caller, `unverified:${cleo.email}`)).toBe('/login?error=google-unverified')
  expect(await signIn(caller, 'unverified:nobody@people.example')).toBe('/login?error=google-unverified')
  expect([
    (await me(caller)).status,
    (await me(cleo)).status,
    (await caller.get('/auth/google/newcomer')).status,
  ]).toEqual([401, 200, 404])
})

test('the Google account identifies a person, not its address', async () => {
  const dan = await newcomer('dan@people.example', 'dan')
  const moved = visitor(server)
  // The provider's accounts are identified by the typed login.
  const { claim } = await import('#server/features/people/users/account-claims.model.ts')
  const { transact } = await import('#server/platform/mongo/transaction.ts')
  const googleId = 'dan=new@people.example'
  const account = await accounts().findOneAndUpdate({ handle: 'dan' }, { $set: { googleId } })
  await transact((tx) => claim(tx, account!._id, 'googleId', googleId))
  expect(await signIn(moved, 'dan=new@people.example')).toBe('/login?google=welcome')
  expect((await me(moved)).body.user).toMatchObject({ handle: 'dan', email: 'dan@people.example' })
  expect(await signIn(visitor(server), 'other=dan@people.example')).toBe('/login?error=google-other')
  expect((await me(dan)).status).toBe(200)
})

test('Google can be unlinked only by a person with another way to log in', async () => {
  const lou = await newcomer('lou@people.example', 'lou')
  expect((await me(lou)).body.user).toMatchObject({ hasGoogle: true, hasPassword: false })
  expect(await lou.delete('/auth/google')).toMatchObject({
    status: 409,
    text: 'Set a password first. Without one you could not log in any more.',
  })
  await lou.put('/auth/password', { password: PASSWORD })
  expect((await lou.delete('/auth/google')).status).toBe(200)
  const mails = () => outbox(process.env['DATA_DIR']!, 'lou@people.example')
  await expect
    .poll(async () => (await mails()).map(({ subject }) => subject))
    .toContain('Google no longer opens your Royal Flush account')
  expect((await me(lou)).body.user).toMatchObject({ hasGoogle: false, hasPassword: true })
  expect(
    (await visitor(server).post('/auth/login', { email: 'lou@people.example', password: PASSWORD })).status,
  ).toBe(200)
  expect((await visitor(server).delete('/auth/google')).status).toBe(401)
})

test('a banned person cannot log in by Google either, and sees why', async () => {
  await newcomer('banned@people.example', 'banned_one')
  await accounts().updateOne({ handle: 'banned_one' }, { $set: { bannedAt: new Date() } })
  const caller = visitor(server)
  expect(await signIn(caller, 'banned@people.example')).toBe('/login?error=banned')
  expect((await me(caller)).status).toBe(401)
})

test('where accounts are by invitation, the invitation goes to Google and back', async () => {
  const king = await person(server, 'inviting_king')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
  const { token } = (await king.post<NewInvitationView>('/admin/invitations', { maxUses: 1, days: null }))
    .body
  const allow = async (mode: SignUpMode) =>
    expect((await king.put('/admin/sign-up', { mode })).status).toBe(200)
  const arrive = async (invite: string | null, login: string) => {
    const caller = visitor(server)
    const { headers } = await caller.get(`/auth/google${invite ? `?invite=${invite}` : ''}`)
    return { caller, at: await bringBack(caller, await answer(new URL(headers.get('location')!), login)) }
  }
  await allow('invited')
  try {
    expect((await arrive(null, 'uma@people.example')).at).toBe('/login?error=sign-up-invited')
    expect((await arrive('wrong', 'uma@people.example')).at).toBe('/login?error=sign-up-invitation')
    const [uma, vic] = [await arrive(token, 'uma@people.example'), await arrive(token, 'vic@people.example')]
    expect([uma.at, vic.at]).toEqual(['/register/google', '/register/google'])
    const answers = await Promise.all(
      [uma, vic].map(({ caller }, at) =>
        caller.post('/auth/google/register', { handle: `invited_${at}`, displayName: 'Invited' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort(), 'one use, one account').toEqual([201, 403])
    await allow('closed')
    expect((await arrive(token, 'wim@people.example')).at).toBe('/login?error=sign-up-closed')
    const known = answers[0]!.status === 201 ? 'uma@people.example' : 'vic@people.example'
    expect((await arrive(null, known)).at, 'who has an account').toBe('/login?google=welcome')
  } finally {
    await allow('open')
  }
})

test('an address of a mail domain that is not allowed opens no account; who has one logs in', async () => {
  const king = await person(server, 'mail_king')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
  const block = async (mailDomains: string[]) => {
    const { rev } = (await king.get<HouseView>('/admin/house')).body.blocks
    const lists = { refusedWords: [], heldWords: [], linkDomains: [], mailDomains }
    expect((await king.put('/admin/blocks', { ...lists, rev })).status).toBe(200)
  }
  await newcomer('xena@trash.example', 'xena_trash')
  const late = visitor(server)
  expect(await signIn(late, 'yul@trash.example')).toBe('/register/google')
  await block(['trash.example'])
  try {
    const zoe = visitor(server)
    expect(await signIn(zoe, 'zoe@very.trash.example')).toBe('/login?error=sign-up-mail')
    expect(
      (await zoe.post('/auth/google/register', { handle: 'zoe_trash', displayName: 'Zoe' })).status,
    ).toBe(404)
    expect(
      await late.post('/auth/google/register', { handle: 'yul_trash', displayName: 'Yul' }),
      'who had come from Google before',
    ).toMatchObject({ status: 400, text: SIGN_UP_MESSAGES.mail })
    expect(await accounts().countDocuments({ email: /trash\.example$/ })).toBe(1)
    expect(await signIn(visitor(server), 'xena@trash.example')).toBe('/login?google=welcome')
  } finally {
    await block([])
  }
})

test('a person who declines at Google is sent back to the log-in page', async () => {
  const caller = visitor(server)
  expect(
    await bringBack(caller, await answer(await question(caller), 'eve@people.example', { consents: false })),
  ).toBe('/login?error=google-cancelled')
  expect((await me(caller)).status).toBe(401)
})

test('an answer with a wrong or missing state, in another browser or for the second time is refused', async () => {
  const email = 'fay@people.example'
  await newcomer(email, 'fay')
  const caller = visitor(server)
  const answered = await answer(await question(caller), email)
  const wrong = new URL(answered)
  wrong.searchParams.set('state', 'x'.repeat(24))
  expect(await bringBack(caller, wrong)).toBe('/login?error=google-failed')
  // A wrong state removes the stored one.
  expect(await bringBack(caller, answered)).toBe('/login?error=google-failed')
  const stateless = await answer(await question(caller), email)
  stateless.searchParams.delete('state')
  expect(await bringBack(caller, stateless)).toBe('/login?error=google-failed')
  expect(await bringBack(visitor(server), await answer(await question(caller), email))).toBe(
    '/login?error=google-failed',
  )
  expect((await me(caller)).status).toBe(401)
})

test("a code issued for another browser's challenge is refused", async () => {
  const email = 'gus@people.example'
  await newcomer(email, 'gus')
  const [thief, victim] = [visitor(server), visitor(server)]
  const stolen = await answer(await question(victim), email)
  const own = await question(thief)
  stolen.searchParams.set('state', own.searchParams.get('state')!)
  expect(await bringBack(thief, stolen)).toBe('/login?error=google-failed')
  expect((await me(thief)).status).toBe(401)
})

test("the test's provider refuses a request without PKCE", async () => {
  const caller = visitor(server)
  const asked = await question(caller)
  asked.searchParams.delete('code_challenge')
  asked.searchParams.delete('code_challenge_method')
  const answered = await answer(asked, 'hal@people.example')
  expect(answered.searchParams.get('error')).toBe('invalid_request')
  expect(await bringBack(caller, answered)).toBe('/login?error=google-failed')
})

test('a log-in by Google replaces the session of the person signed in before', async () => {
  await newcomer('ida@people.example', 'ida')
  const caller = await person(server, 'jim')
  const before = caller.cookie()
  expect(await signIn(caller, 'ida@people.example')).toBe('/login?google=welcome')
  expect((await me(caller)).body.user.handle).toBe('ida')
  const old = visitor(server)
  old.setCookie(before)
  expect((await me(old)).status).toBe(401)
})

// Written to the database: a call would make the server cache the session.
const idOf = async (handle: string) => String((await accounts().findOne({ handle }))!._id)

test('a person without a password proves their identity by a fresh log-in with their Google account', async () => {
  const fran = await newcomer('fran@people.example', 'fran')
  const id = await idOf('fran')
  await ageSessions(id, 11 * 60_000)
  expect((await fran.get('/auth/proof')).body).toMatchObject({ password: false, google: true })
  const password = { password: 'a-second-throne' }
  expect((await fran.put('/auth/password', password)).status).toBe(403)
  const ask = async () =>
    new URL((await fran.get('/auth/google?proof=fresh&next=%2Fsettings')).headers.get('location')!)
  const asked = await ask()
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
  expect(await bringBack(fran, await answer(asked, 'somebody.else@people.example'))).toBe(
    '/login?error=google-proof&next=%2Fsettings',
  )
  expect((await fran.put('/auth/password', password)).status).toBe(403)
  expect(await bringBack(fran, await answer(await ask(), 'fran@people.example'))).toBe(
    '/login?google=proven&next=%2Fsettings',
  )
  expect((await me(fran)).body.user.id).toBe(id)
  expect((await fran.put('/auth/password', password)).status).toBe(204)
})

test("a proof counts only in the session that asked for it, and only with that person's own Google account", async () => {
  const gil = await newcomer('gil@people.example', 'gil')
  await ageSessions(await idOf('gil'), 11 * 60_000)
  const answered = await answer(
    new URL((await gil.get('/auth/google?proof=fresh')).headers.get('location')!),
    'gil@people.example',
  )
  const thief = await person(server, 'thief_of_proofs')
  expect(await bringBack(thief, answered)).toBe('/login?error=google-failed')
  const left = await person(server, 'left_open')
  const mixed = await answer(
    new URL((await left.get('/auth/google?proof=fresh')).headers.get('location')!),
    'gil@people.example',
  )
  expect(await bringBack(left, mixed)).toBe('/login?error=google-proof')
  expect((await me(left)).body.user.handle).toBe('left_open')
})
