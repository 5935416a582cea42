import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { RegisterForm } from '#contract/account.register-form.ts'

export interface RegisterValues extends Omit<RegisterForm, 'puzzleSolved'> {
  acceptMarketing: boolean
  acceptAnalytics: boolean
}

/** Normalises a typed handle: lower case, only letters, digits and underscores. */
export const cleanHandle = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9_]/g, '')

/** The label of the button names the missing step (product section 4). */
export function submitLabel({
  puzzleSolved,
  accepted,
}: {
  puzzleSolved: boolean
  accepted: boolean
}): string {
  if (!puzzleSolved) return 'Complete puzzle to enable'
  return accepted ? 'Create Account' : 'Accept terms to enable'
}

const LOWER_CASE = new Set(['and', 'de', 'of', 'the', 'von'])

/** The display name that a handle suggests: 'ann_of_bath' is Ann of Bath. */
export const nameFrom = (handle: string): string =>
  handle
    .split('_')
    .filter(Boolean)
    .map((word, at) => (at > 0 && LOWER_CASE.has(word) ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join(' ')

/** The handle that a display name suggests: 'Zoë of Bath' is zoe_of_bath. Empty where too little is left of it. */
export function handleFrom(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .replace(/[\s-]+/g, '_')
  const handle = cleanHandle(plain).slice(0, LIMITS.handleMax)
  return handle.length < LIMITS.handleMin ? '' : handle
}

/** The field that one of the server's refusals is about; null when it is about none. */
export function fieldOfRefusal(sentence: string): 'email' | 'handle' | 'displayName' | 'password' | null {
  if (sentence === SIGN_UP_MESSAGES.mail) return 'email'
  if (sentence === SIGN_UP_MESSAGES.handle) return 'handle'
  if (sentence === SIGN_UP_MESSAGES.name) return 'displayName'
  if (sentence === MESSAGES.handleTaken || sentence === MESSAGES.handleReserved) return 'handle'
  if (sentence === MESSAGES.passwordTooCommon || sentence === MESSAGES.passwordPersonal) return 'password'
  return sentence === MESSAGES.emailTaken ? 'email' : null
}
