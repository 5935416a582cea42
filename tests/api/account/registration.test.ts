import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { HandleCheckView, SessionView } from '#contract/account.ts'
import { PASSWORD, visitor } from '#tests/support/http-client.ts'
import { answerPuzzle, answerTo, newPuzzle, solvedPuzzle } from '#tests/support/puzzles.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let newcomers = 0
async function register(given: Record<string, unknown> = {}) {
  const handle = `newcomer${++newcomers}`
  const caller = visitor(server)
  const opened = await caller.post<SessionView>('/auth/register', {
    email: `${handle}@people.example`,
    handle,
    displayName: 'New Comer',
    password: PASSWORD,
    ...given,
  })
  return { ...opened, caller, stored: await mongoose.connection.collection('users').findOne({ handle }) }
}
const wrongFor = (right: string) => (right === 'wrong' ? 'other' : 'wrong')
const SOLVE = 'Please complete the anti asshole verification first'
const OVER = 'That puzzle is over. Here is a fresh one.'

describe('The puzzle', () => {
  test('does not contain its answer; the right answer gives a proof', async () => {
    const puzzle = await newPuzzle(server)
    expect(Object.keys(puzzle).sort()).toEqual(
      puzzle.kind === 'sum' ? ['kind', 'question', 'token'] : ['kind', 'options', 'question', 'token'],
    )
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
    const { status, stored } = await register()
    expect(status).toBe(201)
    expect(stored).toMatchObject({ unproven: true })
    expect(stored).not.toHaveProperty('agreed')
  })

  test('with a proof creates a proven account; each proof works once', async () => {
    const puzzleProof = await solvedPuzzle(server)
    const both = await Promise.all([register({ puzzleProof }), register({ puzzleProof })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    const refused = both.find(({ status }) => status === 400)!
    expect([refused.text, refused.stored]).toEqual([SOLVE, null])
    expect(both.find(({ status }) => status === 201)!.stored).not.toHaveProperty('unproven')
  })

  test('that is refused for another reason does not use up the proof', async () => {
    const puzzleProof = await solvedPuzzle(server)
    expect((await register({ puzzleProof, email: 'newcomer1@people.example' })).status).toBe(409)
    expect((await register({ puzzleProof })).status).toBe(201)
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
      expect((await register({ handle })).status).toBe(201)
    expect((await check('Seat_of_Wisdom')).body).toEqual({
      isFree: false,
      suggestions: ['seat_of_wisdom_the_great', 'the_seat_of_wisdom', 'seat_of_wisdom_ii'],
    })
    for (const suggestion of (await check('seat_of_wisdom')).body.suggestions)
      expect((await check(suggestion)).body.isFree).toBe(true)
  })

  test('is not offered longer than allowed', async () => {
    const handle = 'h'.repeat(30)
    await register({ handle })
    expect((await check(handle)).body).toEqual({ isFree: false, suggestions: [] })
  })

  test('is refused with the rule that it breaks', async () => {
    const refused = await check('admin')
    expect([refused.status, refused.text]).toEqual([400, 'That handle is reserved.'])
    expect((await check('a-b-c')).status).toBe(400)
  })
})
