/** Who may create an account: everybody, people with an invitation, nobody. Pages can import it without zod. */
export const SIGN_UP_MODES = ['open', 'invited', 'closed'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** Limits of an invitation. */
export const INVITATION = { note: 80, usesMost: 50, daysMost: 365, token: 100 } as const

/** Refusals of a registration by the site's settings. Separate from the others: the first page does not need them. */
export const SIGN_UP_MESSAGES = {
  closed: 'You cannot create an account here at the moment.',
  invited: 'Accounts are by invitation here. Please open the link that somebody sent you.',
  invitation: 'This invitation does not work, or does not work any more. Please ask for a new one.',
  name: 'This name has a word that is not allowed here.',
  nameLink: 'Please choose a name without a link. You can add links when you have confirmed your email.',
  handle: 'This handle has a word that is not allowed here.',
  mail: 'Addresses of this mail service are not accepted here.',
  note: 'Notes can have up to 80 characters.',
  uses: 'An invitation is for 1 to 50 people.',
  days: 'An invitation ends after 1 to 365 days.',
  revoked: 'That invitation is revoked already.',
} as const
