import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { HandleCheckView, RegisterInput, SessionView } from '#contract/account.ts'
import { visitor, type Caller } from '#tests/support/http-client.ts'
import { answerPuzzle, answerTo, newPuzzle, solvedPuzzle } from '#tests/support/puzzles.ts'
import { accountFor, signUp, tellDetails } from '#tests/support/sign-up.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let newcomers = 0
const newHandle = () => `newcomer${++newcomers}`
const storedAs = (handle: string) => mongoose.connection.collection('users').findOne({ handle })
async function register(details: Record<string, unknown> = {}, changes: Partial<RegisterInput> = {}) {
  const handle = newHandle()
  const caller = visitor(server)
  const opened = await signUp(caller, { ...accountFor(handle), ...changes }, details)
  return { ...opened, caller, stored: await storedAs(handle) }
}
const registerAlone = (caller: Caller, handle: string) =>
  caller.post<SessionView>('/auth/register', accountFor(handle))
const wrongFor = (right: string) => (right === 'wrong' ? 'other' : 'wrong')
const SOLVE = 'Please complete the anti asshole verification first'
const OVER = 'That puzzle is over. Here is a fresh one.'

describe('The puzzle', () => {
  test('does not contain its answer; the right answer gives a proof', async () => {
    const puzzle = await newPuzzle(server)
    expect(Object.keys(puzzle).sort()).toEqual(['kind', 'options', 'question', 'token'])
    const answered = await answerPuzzle(server, puzzle.token, ` ${answerTo(puzzle).toUpperCase()} `)
    expect(answered.body).toEqual({ proof: expect.any(String) as string, attemptsLeft: 2 })
  })

  test('allows three attempts, also simultaneous ones; after them the right answer is refused', async () => {
    const puzzle = await newPuzzle(server)
    const right = answerTo(puzzle)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => answerPuzzle(server, puzzle.token, wrongFor(right))),
    )
    expect(answers.map(({ status, body }) => (status === 200 ? body.attemptsLeft : status)).sort()).toEqual([
      0, 1, 2, 400, 400, 400,
    ])
    expect(answers.every(({ body }) => !body?.proof)).toBe(true)
    const late = await answerPuzzle(server, puzzle.token, right)
    expect([late.status, late.text]).toEqual([400, OVER])
  })

  test('is refused when it has expired or is forged', async () => {
    const { token } = await newPuzzle(server)
    const [id, until, signature] = token.split('.')
    for (const made of [`${id}.1.${signature}`, `${id}.NaN.${signature}`, 'x'.repeat(40)]) {
      const refused = await answerPuzzle(server, made, '1')
      expect([refused.status, refused.text]).toEqual([400, OVER])
    }
    const longer = await answerPuzzle(server, `${id}.${Number(until) + 1}.${signature}`, '1')
    expect(longer.body.proof).toBeNull()
  })
})

describe('A registration', () => {
  test('with only the four fields creates an account that counts as unproven', async () => {
    const handle = newHandle()
    expect((await registerAlone(visitor(server), handle)).status).toBe(201)
    const stored = await storedAs(handle)
    expect(stored).toMatchObject({ unproven: true })
    expect(stored).not.toHaveProperty('agreed')
  })

  test('takes nothing but the four fields from its body', async () => {
    const handle = newHandle()
    const body = { ...accountFor(handle), birthYear: 1990, puzzleProof: await solvedPuzzle(server) }
    expect((await visitor(server).post('/auth/register', body)).status).toBe(201)
    const stored = await storedAs(handle)
    expect(stored).toMatchObject({ unproven: true })
    expect(stored).not.toHaveProperty('agreed')
  })

  test('after the details with a proof creates a proven account; each proof works once', async () => {
    const puzzleProof = await solvedPuzzle(server)
    const both = await Promise.all([register({ puzzleProof }), register({ puzzleProof })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    const refused = both.find(({ status }) => status === 400)!
    expect([refused.text, refused.stored]).toEqual([SOLVE, null])
    expect(both.find(({ status }) => status === 201)!.stored).not.toHaveProperty('unproven')
  })

  test('that is refused for another reason does not use up the proof', async () => {
    const puzzleProof = await solvedPuzzle(server)
    const taken = newHandle()
    await registerAlone(visitor(server), taken)
    expect((await register({ puzzleProof }, { email: `${taken}@people.example` })).status).toBe(409)
    // The unique index refuses it: within the transaction that has used up the proof.
    const handle = newHandle()
    const twins = await Promise.all([
      signUp(visitor(server), accountFor(handle), {}),
      signUp(visitor(server), accountFor(handle), { puzzleProof }),
    ])
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await register({ puzzleProof })).status).toBe(twins[1].status === 201 ? 400 : 201)
  })

  test('sent twice at once creates one account with its details', async () => {
    const caller = visitor(server)
    const handle = newHandle()
    await tellDetails(caller, { handle, birthYear: 1990, puzzleProof: await solvedPuzzle(server) })
    const both = await Promise.all([registerAlone(caller, handle), registerAlone(caller, handle)])
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
    const stored = await storedAs(handle)
    expect(stored).toMatchObject({ agreed: { ageBand: '18+' } })
    expect(stored).not.toHaveProperty('unproven')
  })

  test('in each of two tabs gets the details of its own tab', async () => {
    const browser = visitor(server)
    const [one, two] = [newHandle(), newHandle()]
    const year = new Date().getFullYear()
    await tellDetails(browser, { handle: one, birthYear: year - 17, puzzleProof: await solvedPuzzle(server) })
    await tellDetails(browser, { handle: two.toUpperCase(), birthYear: 1960 })
    expect((await registerAlone(browser, one)).status).toBe(201)
    expect((await registerAlone(browser, two)).status).toBe(201)
    const first = await storedAs(one)
    expect(first).toMatchObject({ agreed: { ageBand: '16-17' } })
    expect(first).not.toHaveProperty('unproven')
    expect(await storedAs(two)).toMatchObject({ agreed: { ageBand: '18+' }, unproven: true })
  })

  test('has the details in a cookie, which goes when the account exists and stays for a retry', async () => {
    const caller = visitor(server)
    const handle = newHandle()
    const answer = await tellDetails(caller, { handle, birthYear: 1990 })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        `^sign-up-${handle}=[\\w.-]+; Max-Age=600; Path=/api/auth; Expires=.+; HttpOnly; SameSite=Lax$`,
      ),
    ])
    const refused = await caller.post('/auth/register', { ...accountFor(handle), password: 'password123' })
    expect([refused.status, caller.cookie()]).toEqual([400, expect.stringContaining('sign-up-')])
    expect((await registerAlone(caller, handle)).status).toBe(201)
    expect(caller.cookie()).not.toContain('sign-up-')
    expect(await storedAs(handle)).toMatchObject({ agreed: { ageBand: '18+' } })
  })

  test('with details that are not as they were told is refused', async () => {
    const caller = visitor(server)
    const handle = newHandle()
    await tellDetails(caller, { handle, birthYear: new Date().getFullYear() - 17 })
    const [name = '', value = ''] = caller.cookie().split('=')
    const [content = '', signature = ''] = value.split('.')
    const details = JSON.parse(Buffer.from(content, 'base64url').toString()) as object
    const changed = Buffer.from(JSON.stringify({ ...details, agreed: { ageBand: '18+' } })).toString(
      'base64url',
    )
    caller.setCookie(`${name}=${changed}.${signature}`)
    const refused = await registerAlone(caller, handle)
    expect([refused.status, refused.text]).toEqual([400, SOLVE])
    expect((await registerAlone(caller, handle)).status, 'without them').toBe(201)
  })

  test('with details whose time is over is refused', async () => {
    const { setSignedCookie } = await import('#server/platform/cookies.ts')
    const caller = visitor(server)
    const handle = newHandle()
    setSignedCookie(
      { cookie: (name: string, value: string) => caller.setCookie(`${name}=${value}`) } as never,
      `sign-up-${handle}`,
      { purpose: 'registrations', content: { inviteHash: null, until: Date.now() - 1 } },
    )
    const refused = await registerAlone(caller, handle)
    expect([refused.status, refused.text]).toEqual([400, SOLVE])
  })

  test.each(['', 'made-up-by-somebody.1.xxxxxxxxxxxxxxxx', 7])(
    'with %o for a proof is refused',
    async (puzzleProof) => {
      const refused = await register({ puzzleProof })
      expect([refused.status, refused.text]).toEqual([400, SOLVE])
    },
  )

  test("does not accept a puzzle's token as a proof", async () => {
    const refused = await register({ puzzleProof: (await newPuzzle(server)).token })
    expect([refused.status, refused.text]).toEqual([400, SOLVE])
  })

  const year = (age: number) => new Date().getFullYear() - age
  test.each([
    [year(12), 'You must be at least 13 years old to use this platform'],
    [
      year(13),
      'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
    ],
    [
      year(15),
      'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
    ],
    [1899, 'Please enter a valid birth year'],
    [year(-1), 'Please enter a valid birth year'],
    ['1990', 'Please enter a valid birth year'],
  ])('with the year of birth %o is refused with its message', async (birthYear, sentence) => {
    const refused = await register({ birthYear })
    expect([refused.status, refused.text]).toEqual([400, sentence])
  })

  test.each([
    [16, '16-17'],
    [17, '16-17'],
    [18, '18+'],
    [80, '18+'],
  ])('at age %i stores the age band, not the year, and the accepted versions', async (age, ageBand) => {
    const { status, stored, caller } = await register({
      birthYear: year(age),
      termsVersion: '2026-11',
      privacyVersion: '2026-11',
    })
    expect(status).toBe(201)
    expect(stored!.agreed).toEqual({
      ageBand,
      terms: '2026-11',
      privacy: '2026-11',
      at: expect.any(Date) as Date,
    })
    expect(JSON.stringify(stored)).not.toContain('birthYear')
    const settings = await caller.get<PrivacySettingsView>('/user/privacy-settings')
    expect(settings.body.agreed).toMatchObject({ ageBand, terms: '2026-11' })
    const exported = await caller.get<{ privacySettings: PrivacySettingsView }>('/user/export-data')
    expect(exported.body.privacySettings.agreed).toEqual(settings.body.agreed)
  })

  test('that accepts an unknown version of the terms is refused', async () => {
    expect((await register({ termsVersion: '1999-01' })).status).toBe(400)
  })
})

describe('A password, before the registration', () => {
  const check = (password: string) =>
    visitor(server).post('/auth/password', {
      password,
      handle: 'of_the_seat',
      email: 'duchess@people.example',
    })

  test('is refused with the sentence of the registration, or not at all', async () => {
    for (const [password, sentence] of [
      ['password123', MESSAGES.passwordTooCommon],
      ['duchess2026', MESSAGES.passwordPersonal],
      ['short', MESSAGES.passwordTooShort],
    ] as const) {
      const refused = await check(password)
      expect([password, refused.status, refused.text]).toEqual([password, 400, sentence])
    }
    expect((await check('a mop in the moonlight')).status).toBe(204)
  })
})

describe('A handle, before the registration', () => {
  const check = (handle: string) => visitor(server).get<HandleCheckView>(`/auth/handle?handle=${handle}`)

  test('is free, or others like it are offered that are', async () => {
    expect((await check('seat_of_wisdom')).body).toEqual({ isFree: true, suggestions: [] })
    for (const handle of ['seat_of_wisdom', 'royal_seat_of_wisdom'])
      expect((await registerAlone(visitor(server), handle)).status).toBe(201)
    expect((await check('Seat_of_Wisdom')).body).toEqual({
      isFree: false,
      suggestions: ['seat_of_wisdom_the_great', 'the_seat_of_wisdom', 'seat_of_wisdom_ii'],
    })
    for (const suggestion of (await check('seat_of_wisdom')).body.suggestions)
      expect((await check(suggestion)).body.isFree).toBe(true)
  })

  test('is not offered longer than allowed', async () => {
    const handle = 'h'.repeat(30)
    await registerAlone(visitor(server), handle)
    expect((await check(handle)).body).toEqual({ isFree: false, suggestions: [] })
  })

  test('is refused with the rule that it breaks', async () => {
    const refused = await check('admin')
    expect([refused.status, refused.text]).toEqual([400, 'That handle is reserved.'])
    expect((await check('a-b-c')).status).toBe(400)
  })
})
