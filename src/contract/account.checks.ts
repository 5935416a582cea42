import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { isStorable, isVisible, withoutTurns } from './text.ts'

// The rules of the account's forms without the schema library, which is 27 kB: what a form checks before it
// sends. Each function returns the message for what is wrong, else undefined. The schemas in account.ts and
// people.ts say the same, and rules.test.ts holds both to it.

/** An address in its stored form (`plainEmail`): every local part without quotation marks (RFC 5322), a domain in ASCII. */
export const EMAIL_PATTERN =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/

const INTERNATIONAL_DOMAIN = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.-]+$/u

/** An address as it is stored and compared: trimmed, in lower case, an international domain in ASCII. */
export function plainEmail(typed: string): string {
  const email = typed.trim().toLowerCase()
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  if (at === 0 || !INTERNATIONAL_DOMAIN.test(domain)) return email
  const address = `http://${domain}`
  return email.slice(0, at) + (URL.canParse(address) ? new URL(address).hostname : domain)
}

export function checkEmail(typed: string): string | undefined {
  const email = plainEmail(typed)
  const fits = Math.max(typed.length, email.length) <= LIMITS.email && EMAIL_PATTERN.test(email)
  return fits ? undefined : MESSAGES.invalidEmail
}

/** What is wrong with a log-in, and in which field. */
export function checkLogin({
  email,
  password,
}: {
  email: string
  password: string
}): { field: 'email' | 'password'; message: string } | undefined {
  if (email.trim() === '') return { field: 'email', message: MESSAGES.fillAllFields }
  if (email.trim().length > LIMITS.email) return { field: 'email', message: MESSAGES.badCredentials }
  if (password === '') return { field: 'password', message: MESSAGES.fillAllFields }
  if (password.length > LIMITS.passwordMax) return { field: 'password', message: MESSAGES.badCredentials }
  return undefined
}

/** `tooShort`: each form has its own message for it. */
export function checkNewPassword(password: string, tooShort: string): string | undefined {
  if (password.length > LIMITS.passwordMax) return MESSAGES.passwordTooLong
  return password.length < LIMITS.passwordMin ? tooShort : undefined
}

/** A new password that is typed twice. */
export function checkPasswordTwice(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  messages: { tooShort: string; differ: string },
): { password?: string; confirmPassword?: string } {
  const wrong = checkNewPassword(password, messages.tooShort)
  if (wrong) return { password: wrong }
  return password === confirmPassword ? {} : { confirmPassword: messages.differ }
}

export function checkDisplayName(typed: string): string | undefined {
  const name = withoutTurns(typed).trim()
  if (name.length > LIMITS.displayName) return MESSAGES.displayNameTooLong
  if (!isStorable(name) || /[\n\t]/.test(name)) return MESSAGES.brokenText
  return isVisible(name) ? undefined : MESSAGES.displayNameRequired
}

export function checkBio(bio: string): string | undefined {
  if (bio.length > LIMITS.bio) return MESSAGES.bioTooLong
  return isStorable(bio) ? undefined : MESSAGES.brokenText
}
