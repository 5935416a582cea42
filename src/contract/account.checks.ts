import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { isStorable, isVisible } from './text.ts'

// The rules of the account's forms without the schema library, which is 27 kB: what a form checks before it
// sends. Each function returns the message for what is wrong, else undefined. The schemas in account.ts and
// people.ts say the same, and rules.test.ts holds both to it.

/** The schema library's own pattern (z.regexes.email). */
export const EMAIL_PATTERN =
  // oxlint-disable-next-line no-useless-escape -- to the letter, so that a test can compare the two
  /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/

export function checkEmail(typed: string): string | undefined {
  const fits = typed.length <= LIMITS.email && EMAIL_PATTERN.test(typed.trim())
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
  const name = typed.trim()
  if (name.length > LIMITS.displayName) return MESSAGES.displayNameTooLong
  if (!isStorable(name) || /[\n\t]/.test(name)) return MESSAGES.brokenText
  return isVisible(name) ? undefined : MESSAGES.displayNameRequired
}

export function checkBio(bio: string): string | undefined {
  if (bio.length > LIMITS.bio) return MESSAGES.bioTooLong
  return isStorable(bio) ? undefined : MESSAGES.brokenText
}
