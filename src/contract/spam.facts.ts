/** What people write that the spam protection looks at. */
export const WRITINGS = ['post', 'comment', 'message'] as const
export type Writing = (typeof WRITINGS)[number]

/** What speaks for spam. */
export const SPAM_SIGNS = ['links', 'nothing but links', 'repetition', 'speed', 'mentions', 'new account'] as const
export type SpamSign = (typeof SPAM_SIGNS)[number]

/** What the author is told. */
export const SPAM_SENTENCES = {
  held: 'The guards want to look at this first. It will appear once they let it through.',
  refused: 'The guards take this for spam.',
} as const
