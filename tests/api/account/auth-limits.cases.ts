import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BatchView } from '#contract/batch.ts'
import { PASSWORD, visitor } from '#tests/support/http-client.ts'
import { nthMail, outbox, tokenIn } from '#tests/support/mail.ts'
import { solvedPuzzle } from '#tests/support/puzzles.ts'
import { accountFor, signUp } from '#tests/support/sign-up.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let registerRate: typeof import('#server/features/account/login/registration-details.service.ts').registerRate
let loginRate: typeof import('#server/features/account/login/auth.service.ts').loginRate
beforeAll(async () => {
  server = await startTestServer()
  ;({ registerRate } = await import('#server/features/account/login/registration-details.service.ts'))
  ;({ loginRate } = await import('#server/features/account/login/auth.service.ts'))
})
afterAll(() => server.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (address: string, email: string, password = 'not it at all') =>
  visitor(server).post('/auth/login', { email, password }, from(address))
const open = (address: string, handle: string) =>
  visitor(server).post('/auth/register', accountFor(handle), from(address))
const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

describe('Log-in', () => {
  test('the sixth wrong attempt in 15 minutes from one address at one account is refused with the seconds to wait', async () => {
    await open('198.51.100.1', 'ann')
    const answers = await times(6, () => login('192.0.2.1', 'ann@people.example'))
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429])
    const refused = answers.find(({ status }) => status === 429)!
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(890)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(refused.text).toBe(`Too many requests. Please try again in ${seconds} seconds.`)
    // Even the right password has to wait now; other addresses and other accounts are not affected.
    expect((await login('192.0.2.1', 'ANN@people.example', PASSWORD)).status).toBe(429)
    expect((await login('192.0.2.2', 'ann@people.example', PASSWORD)).status).toBe(200)
    expect((await login('192.0.2.1', 'somebody@people.example')).status).toBe(401)
  })

  test('the right password resets the count of wrong ones', async () => {
    await open('198.51.100.2', 'bob')
    for (let round = 0; round < 3; round++) {
      await times(4, () => login('192.0.2.3', 'bob@people.example'))
      expect((await login('192.0.2.3', 'bob@people.example', PASSWORD)).status).toBe(200)
    }
  })

  test('one address has 50 attempts an hour for all accounts together, and a right password does not reset them', async () => {
    await open('198.51.100.3', 'carol')
    const answers = await times(50, (at) =>
      at === 30
        ? login('192.0.2.4', 'carol@people.example', PASSWORD)
        : login('192.0.2.4', `nobody${at}@people.example`),
    )
    expect(answers.filter(({ status }) => status === 429)).toEqual([])
    const next = await login('192.0.2.4', 'yet-another@people.example')
    expect(next.status).toBe(429)
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  test('20 failures an hour at one account slow down further attempts from all addresses but lock nobody out', async () => {
    await open('198.51.100.4', 'dora')
    for (let round = 0; round < 6; round++)
      await times(4, (at) => login(`203.0.113.${at}${round}`, 'dora@people.example'))
    const started = performance.now()
    const owner = await login('192.0.2.5', 'dora@people.example', PASSWORD)
    expect(owner.status).toBe(200)
    const ownerWaited = performance.now() - started
    expect(ownerWaited).toBeGreaterThan(1500)
    const again = performance.now()
    await login('192.0.2.5', 'erin@people.example')
    expect(performance.now() - again, 'another account').toBeLessThan(ownerWaited)
  })

  test('40 simultaneous guesses from 40 addresses are checked one after the other, and those beyond the queue are refused', async () => {
    await open('198.51.100.30', 'gina')
    const answers = await times(40, (at) => login(`203.0.113.${100 + at}`, 'gina@people.example'))
    const judged = answers.filter(({ status }) => status === 401)
    const refused = answers.filter(({ status }) => status === 429)
    expect(judged.length).toBeLessThanOrEqual(12)
    expect(judged.length + refused.length).toBe(40)
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    const unknown = await times(40, (at) => login(`203.0.113.${150 + at}`, 'nobody-at-all@people.example'))
    expect(unknown.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(12)
    expect(new Set(unknown.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(answers.map(({ status, text }) => `${status} ${text}`)),
    )
  })

  describe('After 100 failures a day at an account', () => {
    const guessedAt = async (email: string) => {
      const { accountDayRate } = await import('#server/features/account/login/auth.service.ts')
      for (let failure = 0; failure < 100; failure++) await accountDayRate.penalise(email)
    }
    const SENTENCE =
      'Too many wrong passwords were tried here. Log in where you have logged in before, or by "Forgot password?".'
    /** The owner's browser, with the device cookie from the registration. */
    const ownerOf = async (handle: string, address: string) => {
      const browser = visitor(server)
      await browser.post(
        '/auth/register',
        { email: `${handle}@people.example`, handle, displayName: handle, password: PASSWORD },
        from(address),
      )
      return browser
    }

    test('an unknown device is refused even with the right password, whether or not the account exists', async () => {
      await open('198.51.100.31', 'hugo')
      for (const email of ['hugo@people.example', 'no-hugo@people.example']) {
        await guessedAt(email)
        const answer = await login('192.0.2.31', email, PASSWORD)
        expect(answer).toMatchObject({ status: 429, text: SENTENCE })
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(80_000)
      }
    })

    test('the owner can log in at once on a device where they have logged in before', async () => {
      const owner = await ownerOf('iris', '198.51.100.32')
      await owner.post('/auth/logout')
      await guessedAt('iris@people.example')
      expect(
        (await owner.post('/auth/login', { email: 'iris@people.example', password: 'not it at all' })).status,
      ).toBe(401)
      expect(
        (await owner.post('/auth/login', { email: 'iris@people.example', password: PASSWORD })).status,
      ).toBe(200)
      const borrowed = await ownerOf('jack', '198.51.100.33')
      expect(
        (await borrowed.post('/auth/login', { email: 'iris@people.example', password: PASSWORD })).text,
        'a device of somebody else',
      ).toBe(SENTENCE)
    })

    test('the owner can log in on any device after resetting the password by a mailed link', async () => {
      await open('198.51.100.34', 'kim')
      await guessedAt('kim@people.example')
      const browser = visitor(server)
      const { config } = await import('#server/platform/config.ts')
      await browser.post('/auth/forgot-password', { email: 'kim@people.example' }, from('192.0.2.34'))
      const token = tokenIn(await nthMail(config.DATA_DIR, 'kim@people.example'))
      expect(
        (await browser.post('/auth/reset-password', { token, password: 'quite-another-one' })).status,
      ).toBe(200)
      expect(
        (
          await browser.post(
            '/auth/login',
            { email: 'kim@people.example', password: 'quite-another-one' },
            from('192.0.2.34'),
          )
        ).status,
      ).toBe(200)
    })

    test('a known device with 20 failures a day counts as an unknown one', async () => {
      const owner = await ownerOf('lars', '198.51.100.35')
      await guessedAt('lars@people.example')
      const guess = (password: string) =>
        owner.post('/auth/login', { email: 'lars@people.example', password }, from('192.0.2.35'))
      for (let failure = 0; failure < 21; failure++) {
        expect((await guess('not it at all')).status).toBe(401)
        // Resets the limit of five in 15 minutes, which is not tested here.
        await loginRate.forgive(`lars@people.example|${owner.device()}`)
      }
      expect((await guess(PASSWORD)).text).toBe(SENTENCE)
    })

    test('a device with a forged cookie, or one from before a change of the password, counts as an unknown one', async () => {
      const owner = await ownerOf('mona', '198.51.100.36')
      const old = owner.deviceCookie()
      await owner.put('/auth/password', { currentPassword: PASSWORD, password: 'quite-another-one' })
      await guessedAt('mona@people.example')
      const attempt = (cookie: string) =>
        visitor(server).post(
          '/auth/login',
          { email: 'mona@people.example', password: 'quite-another-one' },
          { ...from('192.0.2.36'), cookie },
        )
      const [content = ''] = owner.deviceCookie().split('.')
      for (const cookie of [old, `${content}.${'A'.repeat(43)}`, content, 'device=', 'device=e30.x'])
        expect((await attempt(cookie)).text).toBe(SENTENCE)
      expect((await attempt(owner.deviceCookie())).status).toBe(200)
    })
  })

  test('an invalid body does not count as an attempt', async () => {
    await open('198.51.100.5', 'fay')
    await times(10, () =>
      visitor(server).post(
        '/auth/login',
        { email: 'fay@people.example', password: { $ne: null } },
        from('192.0.2.6'),
      ),
    )
    expect((await login('192.0.2.6', 'fay@people.example', PASSWORD)).status).toBe(200)
  })
})

describe('Registration', () => {
  test('one address can register five accounts in 30 minutes', async () => {
    const answers = await times(6, (at) => open('192.0.2.7', `clerk${at}`))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429])
    expect((await open('192.0.2.8', 'clerk_elsewhere')).status).toBe(201)
  })

  test('without the proof of a solved puzzle one address can register five accounts a day', async () => {
    const answers = await times(6, (at) => open('192.0.2.70', `unproven${at}`))
    const refused = answers.find(({ status }) => status === 429)!
    // The sixth attempt reaches the limit of 30 minutes first.
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30 * 60)
    await registerRate.forgive('192.0.2.70')
    const later = await open('192.0.2.70', 'unproven_later')
    expect(later.status).toBe(429)
    expect(Number(later.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    const details = { puzzleProof: await solvedPuzzle(server) }
    const proven = await signUp(visitor(server), accountFor('proven_later'), details, from('192.0.2.70'))
    expect(proven.status).toBe(201)
  })

  test('an invalid form does not count as an attempt', async () => {
    await times(10, () => open('192.0.2.9', 'no'))
    expect((await open('192.0.2.9', 'careful')).status).toBe(201)
  })
})

describe('The current password, asked of a signed-in person', () => {
  test('may be wrong five times in 15 minutes, over all calls that ask for it', async () => {
    const zoe = visitor(server)
    await zoe.post(
      '/auth/register',
      { email: 'zoe@people.example', handle: 'zoe', displayName: 'Zoe', password: PASSWORD },
      from('198.51.100.90'),
    )
    const wrong = (at: number) =>
      zoe.put(at % 2 ? '/auth/password' : '/auth/email', {
        currentPassword: 'not it at all',
        password: 'another-of-those',
        email: 'zoe@new.example',
      })
    const answers = await times(5, wrong)
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(
      (await zoe.put('/auth/password', { currentPassword: PASSWORD, password: 'another-of-those' })).status,
    ).toBe(429)
  })

  test('a change of the e-mail address can be requested five times an hour', async () => {
    const yan = visitor(server)
    await yan.post(
      '/auth/register',
      { email: 'yan@people.example', handle: 'yan', displayName: 'Yan', password: PASSWORD },
      from('198.51.100.91'),
    )
    const answers = []
    for (let at = 0; at < 6; at++)
      answers.push(await yan.put('/auth/email', { currentPassword: PASSWORD, email: `yan${at}@new.example` }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  })
})

test('a caller over the limit, or without a session, is refused before the body is read', async () => {
  const broken = (path: string, address: string) =>
    visitor(server).raw('POST', path, '{"broken', { 'content-type': 'application/json', ...from(address) })
  expect((await broken('/auth/login', '192.0.2.60')).status).toBe(400)
  expect((await broken('/posts', '192.0.2.60')).status).toBe(401)
  await times(300, () => visitor(server).get('/auth/me', from('192.0.2.61')))
  expect((await broken('/auth/login', '192.0.2.61')).status).toBe(429)
})

test('Each read of a batch counts as a call: a visitor has 300 in five minutes', async () => {
  const reads = Array.from({ length: 20 }, () => ({ path: '/api/trending' }))
  const statuses: number[] = []
  for (let round = 0; round < 15; round++) {
    const { body } = await visitor(server).post<BatchView>('/batch', { reads }, from('192.0.2.90'))
    statuses.push(...body.map(({ status }) => status))
  }
  // The batches count too.
  expect(statuses.filter((status) => status === 200)).toHaveLength(300 - 15)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  expect((await visitor(server).post('/batch', { reads }, from('192.0.2.90'))).status).toBe(429)
})

describe('Codes of a second factor', () => {
  test('the fifth wrong one is mailed; after 50 in a day none is accepted until a new password is set', async () => {
    const email = 'code_ann@people.example'
    const at = (path: string, body?: object, who = visitor(server)) =>
      who.post(path, body, from('198.51.100.77'))
    const ann = visitor(server)
    await at('/auth/register', { email, handle: 'code_ann', displayName: 'Ann', password: PASSWORD }, ann)
    const { secret } = (await at('/auth/totp', undefined, ann)).body as { secret: string }
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect((await ann.put('/auth/totp', { code: codeNow() })).status).toBe(200)

    const { secondFactorRate } = await import('#server/features/account/second-factor/codes.service.ts')
    const { id } = (await ann.get<{ user: { id: string } }>('/auth/me')).body.user
    const caller = visitor(server)
    expect((await at('/auth/login', { email, password: PASSWORD }, caller)).status).toBe(202)
    const wrong = () => at('/auth/login/second', { code: '000000' }, caller)
    const news = async () =>
      (await outbox(process.env['DATA_DIR']!, email)).filter(({ text }) => text?.includes('five wrong codes'))
    for (let attempt = 0; attempt < 4; attempt++) expect((await wrong()).status).toBe(400)
    expect(await news()).toEqual([])
    expect((await wrong()).status).toBe(400)
    await until('a mail tells of it', async () => (await news()).length === 1)
    expect((await wrong()).status).toBe(429)
    for (let round = 1; round < 10; round++) {
      await secondFactorRate.forgive(id)
      for (let attempt = 0; attempt < 5; attempt++) expect((await wrong()).status).toBe(400)
    }
    await secondFactorRate.forgive(id)
    const refused = await wrong()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)

    await at('/auth/forgot-password', { email })
    await until('the link has arrived', async () =>
      (await outbox(process.env['DATA_DIR']!, email)).some(({ text }) => text?.includes('/reset-password')),
    )
    const mail = (await outbox(process.env['DATA_DIR']!, email)).find(({ text }) =>
      text?.includes('/reset-password'),
    )!
    const password = 'a-second-throne-entirely'
    expect((await at('/auth/reset-password', { token: tokenIn(mail), password })).status).toBe(200)
    const again = visitor(server)
    expect((await at('/auth/login', { email, password }, again)).status).toBe(202)
    expect((await at('/auth/login/second', { code: '000000' }, again)).status).toBe(400)
  })
})
