import { SENTENCES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'

export interface RegisterValues {
  email: string
  handle: string
  displayName: string
  birthYear: string
  password: string
  confirmPassword: string
  acceptTerms: boolean
  acceptPrivacy: boolean
  acceptMarketing: boolean
}

export interface Problem {
  /** Where it lies; null for the puzzle. */
  field: keyof RegisterValues | null
  sentence: string
}

interface Circumstances {
  puzzleSolved: boolean
  currentYear: number
}

const FILLED = ['email', 'handle', 'displayName', 'birthYear', 'password', 'confirmPassword'] as const

/** The first rule that is broken, in the order of product section 5; null when all hold. */
export function firstProblem(values: RegisterValues, { puzzleSolved, currentYear }: Circumstances): Problem | null {
  const empty = FILLED.find((field) => values[field].trim() === '')
  if (empty) return { field: empty, sentence: SENTENCES.fillRequiredFields }
  return passwordProblem(values) ?? handleProblem(values) ?? ageProblem(values, currentYear) ?? consentProblem(values, puzzleSolved)
}

function passwordProblem({ password, confirmPassword }: RegisterValues): Problem | null {
  if (password !== confirmPassword) return { field: 'confirmPassword', sentence: SENTENCES.passwordsDiffer }
  return password.length < LIMITS.passwordMin ? { field: 'password', sentence: SENTENCES.passwordTooShort } : null
}

function handleProblem({ handle }: RegisterValues): Problem | null {
  if (handle.length < LIMITS.handleMin) return { field: 'handle', sentence: SENTENCES.handleTooShort }
  return /^\w+$/.test(handle) ? null : { field: 'handle', sentence: SENTENCES.handleCharacters }
}

function ageProblem({ birthYear }: RegisterValues, currentYear: number): Problem | null {
  const year = /^\d{4}$/.test(birthYear.trim()) ? Number(birthYear) : Number.NaN
  const age = currentYear - year
  if (!(year >= LIMITS.birthYearMin && age >= 0)) return { field: 'birthYear', sentence: SENTENCES.birthYear }
  if (age < LIMITS.minimumAge) return { field: 'birthYear', sentence: SENTENCES.tooYoung }
  return age < LIMITS.consentAge ? { field: 'birthYear', sentence: SENTENCES.needsParent } : null
}

function consentProblem({ acceptTerms, acceptPrivacy }: RegisterValues, puzzleSolved: boolean): Problem | null {
  if (!acceptTerms) return { field: 'acceptTerms', sentence: SENTENCES.acceptTerms }
  if (!acceptPrivacy) return { field: 'acceptPrivacy', sentence: SENTENCES.acceptTerms }
  return puzzleSolved ? null : { field: null, sentence: SENTENCES.solvePuzzle }
}

/** What the handle's input keeps of what is typed: lower case, only letters, digits and underscores. */
export const cleanHandle = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9_]/g, '')

/** The button says what is still missing (product section 4). */
export function submitLabel({ puzzleSolved, accepted }: { puzzleSolved: boolean; accepted: boolean }): string {
  if (!puzzleSolved) return 'Complete puzzle to enable'
  return accepted ? 'Create Account' : 'Accept terms to enable'
}
