/** The kinds of notifications that a person can mute. */
export const NOTIFICATION_TYPES = ['FOLLOW', 'REACTION', 'COMMENT', 'MENTION', 'MESSAGE'] as const
export type QuietableType = (typeof NOTIFICATION_TYPES)[number]

/** How often unread notifications are mailed (DECISIONS row 481). away: once in each absence of three days. */
export const DIGEST_RHYTHMS = ['day', 'week', 'away'] as const
export type DigestRhythm = (typeof DIGEST_RHYTHMS)[number]

/** Answers about the mails of notifications, as people read them. */
export const DIGEST_MESSAGES = {
  unconfirmed: 'Confirm your email address first. A link is in your settings.',
  ended: 'You will get no more news by mail.',
  invalidLink: 'This link does not work. You can switch off the mails in your settings.',
} as const
