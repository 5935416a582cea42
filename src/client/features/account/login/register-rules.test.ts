import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RegisterForm } from '#contract/account.register-form.ts'
import { RegisterInput } from '#contract/account.ts'
import { MESSAGES } from '#contract/errors.ts'
import { cleanHandle, fieldOfRefusal, handleFrom, nameFrom, submitLabel } from './register-rules.ts'
import type { RegisterValues } from './register-rules.ts'

const RIGHT: RegisterValues = {
  email: 'ann@people.example',
  handle: 'ann_1',
  displayName: 'Ann',
  birthYear: '1990',
  password: 'long-enough',
  confirmPassword: 'long-enough',
  acceptTerms: true,
  acceptPrivacy: true,
  acceptMarketing: false,
  acceptAnalytics: false,
}

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-06-01') }))
afterAll(() => void vi.useRealTimers())

const problem = (changes: Partial<RegisterValues>, puzzleSolved = true) =>
  RegisterForm.safeParse({ ...RIGHT, ...changes, puzzleSolved }).error?.issues[0]?.message
const sent = ({ email, handle, displayName, password }: RegisterValues) => ({
  email,
  handle,
  displayName,
  password,
})
/** What the server says to the four fields that are sent. */
const refusal = (changes: Partial<RegisterValues>) =>
  RegisterInput.safeParse(sent({ ...RIGHT, ...changes })).error?.issues[0]?.message

// Product section 5, in its order: each line breaks its own rule and every one after it.
const IN_ORDER: readonly [Partial<RegisterValues>, string][] = [
  [{ displayName: ' ' }, 'Please fill in all required fields'],
  [{ confirmPassword: 'other' }, 'Passwords do not match'],
  [{ password: 'short', confirmPassword: 'short' }, 'Password must be at least 8 characters'],
  [{ handle: 'a' }, 'Handle must be at least 3 characters'],
  [{ handle: 'a b!' }, 'Handle can only contain letters, numbers, and underscores'],
  [{ birthYear: '1899' }, 'Please enter a valid birth year'],
  [{ birthYear: '2015' }, 'You must be at least 13 years old to use this platform'],
  [
    { birthYear: '2012' },
    'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
  ],
  [{ acceptTerms: false }, 'You must accept our Terms of Service and Privacy Policy to create an account'],
]

describe('The registration', () => {
  it('is valid with correct input', () => {
    expect(problem({})).toBeUndefined()
  })

  it.each(IN_ORDER.map(([changes, sentence], at) => ({ at, changes, sentence })))(
    'says first: $sentence',
    ({ at, sentence }) => {
      const brokenFromHere = IN_ORDER.slice(at)
        .reverse()
        .reduce<Partial<RegisterValues>>((all, [changes]) => ({ ...all, ...changes }), {})
      expect(problem(brokenFromHere, false)).toBe(sentence)
    },
  )

  it('reports the unsolved puzzle last', () => {
    expect(problem({}, false)).toBe('Please complete the anti asshole verification first')
  })

  it.each(['email', 'handle', 'displayName', 'birthYear', 'password', 'confirmPassword'] as const)(
    'needs %s',
    (field) => {
      expect(problem({ [field]: '  ' })).toBe('Please fill in all required fields')
    },
  )

  it.each([
    ['2027', 'Please enter a valid birth year'],
    ['abcd', 'Please enter a valid birth year'],
    ['19e2', 'Please enter a valid birth year'],
    ['1900', undefined],
    [
      '2013',
      'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
    ],
    ['2014', 'You must be at least 13 years old to use this platform'],
    [
      '2011',
      'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
    ],
    ['2010', undefined],
    ['2026', 'You must be at least 13 years old to use this platform'],
  ])('of somebody born in %s says: %s', (birthYear, sentence) => {
    expect(problem({ birthYear })).toBe(sentence)
  })

  it.each<[Partial<RegisterValues>, string | undefined]>([
    [{ displayName: '👑'.repeat(25) }, undefined],
    [{ displayName: '👑'.repeat(26) }, 'Display name must be at most 50 characters'],
    [{ displayName: `  ${'x'.repeat(50)}  ` }, undefined],
    [{ displayName: 'x'.repeat(51) }, 'Display name must be at most 50 characters'],
    [{ displayName: '\u200b\u200b' }, 'Display name is required'],
    [{ password: '👑'.repeat(4) }, undefined],
    [{ password: '👑'.repeat(3) }, 'Password must be at least 8 characters'],
    [{ password: '👑'.repeat(64) }, undefined],
    [{ password: '👑'.repeat(65) }, 'Password must be at most 128 characters'],
    [{ handle: 'x'.repeat(31) }, 'Handle must be at most 30 characters'],
    [{ handle: '👑👑' }, 'Handle can only contain letters, numbers, and underscores'],
    [{ handle: 'Admin' }, 'That handle is reserved.'],
    [{ email: 'nobody' }, 'Please enter a valid email address.'],
    [{ email: `${'x'.repeat(250)}@a.io` }, 'Please enter a valid email address.'],
  ])('gives the same message for %o as the server: %s', (changes, sentence) => {
    const typed = changes.password === undefined ? changes : { ...changes, confirmPassword: changes.password }
    expect(problem(typed)).toBe(sentence)
    expect(refusal(typed)).toBe(sentence)
  })

  it('needs the privacy policy and the terms, but no announcements', () => {
    expect(problem({ acceptPrivacy: false })).toBe(
      'You must accept our Terms of Service and Privacy Policy to create an account',
    )
    expect(problem({ acceptMarketing: true })).toBeUndefined()
  })
})

describe("The handle's input", () => {
  it('keeps only lower case letters, digits and underscores', () => {
    expect(cleanHandle('Sir Plunge-A_Lot 99!')).toBe('sirplungea_lot99')
    expect(cleanHandle('ÄÖÜ')).toBe('')
  })
})

describe('The button', () => {
  it('says what is still missing', () => {
    expect(submitLabel({ puzzleSolved: false, accepted: false })).toBe('Complete puzzle to enable')
    expect(submitLabel({ puzzleSolved: false, accepted: true })).toBe('Complete puzzle to enable')
    expect(submitLabel({ puzzleSolved: true, accepted: false })).toBe('Accept terms to enable')
    expect(submitLabel({ puzzleSolved: true, accepted: true })).toBe('Create Account')
  })
})

describe('the display name that a handle suggests', () => {
  it.each([
    ['ann', 'Ann'],
    ['ann_of_bath', 'Ann of Bath'],
    ['_the__flush_', 'The Flush'],
    ['___', ''],
  ])('%s is %s', (handle, name) => expect(nameFrom(handle)).toBe(name))
})

describe('the handle that a display name suggests', () => {
  it.each([
    ['Ann', 'ann'],
    ['  Zoë of Bath-Spa! ', 'zoe_of_bath_spa'],
    ['Al', ''],
    ['王小明', ''],
    ['The Most Honourable Order of the Bath', 'the_most_honourable_order_of_t'],
  ])('%s is %s', (name, handle) => expect(handleFrom(name)).toBe(handle))
})

it("the server's refusals are shown at their fields", () => {
  expect(fieldOfRefusal(MESSAGES.handleTaken)).toBe('handle')
  expect(fieldOfRefusal(MESSAGES.emailTaken)).toBe('email')
  expect(fieldOfRefusal(MESSAGES.passwordTooCommon)).toBe('password')
  expect(fieldOfRefusal(MESSAGES.busy)).toBeNull()
})
