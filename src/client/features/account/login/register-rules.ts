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
