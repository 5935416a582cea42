import { describe, expect, it } from 'vitest'
import { cleanHandle, firstProblem, submitLabel } from './register-rules.ts'
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
}

const problem = (changes: Partial<RegisterValues>, puzzleSolved = true) => firstProblem({ ...RIGHT, ...changes }, { puzzleSolved, currentYear: 2026 })?.sentence

// Product section 5, in its order: each line breaks its own rule and every one after it.
const IN_ORDER: readonly [Partial<RegisterValues>, string][] = [
  [{ displayName: ' ' }, 'Please fill in all required fields'],
  [{ confirmPassword: 'other' }, 'Passwords do not match'],
  [{ password: 'short', confirmPassword: 'short' }, 'Password must be at least 8 characters'],
  [{ handle: 'a' }, 'Handle must be at least 3 characters'],
  [{ handle: 'a b!' }, 'Handle can only contain letters, numbers, and underscores'],
  [{ birthYear: '1899' }, 'Please enter a valid birth year'],
  [{ birthYear: '2015' }, 'You must be at least 13 years old to use this platform'],
  [{ birthYear: '2012' }, 'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf'],
  [{ acceptTerms: false }, 'You must accept our Terms of Service and Privacy Policy to create an account'],
]

describe('The registration', () => {
  it('is right when nothing is wrong', () => {
    expect(problem({})).toBeUndefined()
  })

  it.each(IN_ORDER.map(([changes, sentence], at) => ({ at, changes, sentence })))('says first: $sentence', ({ at, sentence }) => {
    const brokenFromHere = IN_ORDER.slice(at).reverse().reduce<Partial<RegisterValues>>((all, [changes]) => ({ ...all, ...changes }), {})
    expect(problem(brokenFromHere, false)).toBe(sentence)
  })

  it('says last that the puzzle is unsolved', () => {
    expect(problem({}, false)).toBe('Please complete the anti asshole verification first')
  })

  it.each(['email', 'handle', 'displayName', 'birthYear', 'password', 'confirmPassword'] as const)('needs %s', (field) => {
    expect(problem({ [field]: '  ' })).toBe('Please fill in all required fields')
  })

  it.each([
    ['2027', 'Please enter a valid birth year'],
    ['abcd', 'Please enter a valid birth year'],
    ['19e2', 'Please enter a valid birth year'],
    ['1900', undefined],
    ['2013', 'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf'],
    ['2014', 'You must be at least 13 years old to use this platform'],
    ['2011', 'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf'],
    ['2010', undefined],
    ['2026', 'You must be at least 13 years old to use this platform'],
  ])('of somebody born in %s says: %s', (birthYear, sentence) => {
    expect(problem({ birthYear })).toBe(sentence)
  })

  it('needs the privacy policy as much as the terms, and no announcements', () => {
    expect(problem({ acceptPrivacy: false })).toBe('You must accept our Terms of Service and Privacy Policy to create an account')
    expect(problem({ acceptMarketing: true })).toBeUndefined()
  })
})

describe("The handle's input", () => {
  it('keeps lower case letters, digits and underscores of whatever is typed', () => {
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
