/**
 * The events of the security log, each with its words in the settings: when it was done, and when it was
 * refused.
 */
export const SECURITY_EVENTS = {
  registration: ['Registered', 'Registration refused'],
  login: ['Logged in', 'Log-in refused'],
  logout: ['Logged out', 'Log-out refused'],
  'sessions-ended': ['Ended other sessions', 'Ending sessions refused'],
  'reset-asked': ['Asked for a link to reset the password', 'Asked for too many reset links'],
  'password-reset': ['Reset the password by a mailed link', 'Password reset refused'],
  'password-changed': ['Changed the password', 'Could not change the password'],
  'email-asked': ['Asked for another email address', 'Could not change the email address'],
  'email-changed': ['Confirmed another email address', 'Email confirmation refused'],
  'google-linked': ['Linked a Google account', 'Google sign-in refused'],
  'google-unlinked': ['Unlinked the Google account', 'Unlinking refused'],
  'second-step': ['Showed the second factor', 'Second factor refused'],
  'second-factor-changed': ['Changed the second factor', 'Could not change the second factor'],
  proof: ['Proved that it was you', 'Proof refused'],
  'admin-call': ['Used an admin call', 'Tried to use an admin call'],
  'cross-site': ['Another site wrote in your name', 'Another site tried to write in your name'],
} as const
export type SecurityEventName = keyof typeof SECURITY_EVENTS

/** done: it happened. refused: by a wrong password, a rule or a limit. */
export const SECURITY_OUTCOMES = ['done', 'refused'] as const
export type SecurityOutcome = (typeof SECURITY_OUTCOMES)[number]
