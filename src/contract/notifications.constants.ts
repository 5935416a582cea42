/** What a person can be told of, and can choose not to be told of. */
export const NOTIFICATION_TYPES = ['FOLLOW', 'REACTION', 'COMMENT', 'MENTION', 'MESSAGE'] as const
export type QuietableType = (typeof NOTIFICATION_TYPES)[number]
