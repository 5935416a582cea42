/** The kinds of notifications that a person can mute. */
export const NOTIFICATION_TYPES = ['FOLLOW', 'REACTION', 'COMMENT', 'MENTION', 'MESSAGE'] as const
export type QuietableType = (typeof NOTIFICATION_TYPES)[number]
