/** What people write that the spam protection looks at. */
export const WRITINGS = ['post', 'comment', 'message'] as const
export type Writing = (typeof WRITINGS)[number]

/** What the spam protection can hold for an admin: nobody but its two people may read a message. */
export const HOLDABLE = ['post', 'comment'] as const
export type Holdable = (typeof HOLDABLE)[number]

/** What speaks for spam. */
export const SPAM_SIGNS = [
  'links',
  'nothing but links',
  'repetition',
  'many receivers',
  'many accounts',
  'speed',
  'mentions',
  'new account',
] as const
export type SpamSign = (typeof SPAM_SIGNS)[number]

/** What the author is told. */
export const SPAM_SENTENCES = {
  held: 'The guards want to look at this first. It will appear once they let it through.',
  refused: 'The guards take this for spam.',
  over: 'This was withdrawn or thrown away. Write it anew to post it.',
} as const

/** What the author is told once an admin has decided about a held writing. */
export const guardsDecided = (kind: Holdable, outcome: 'released' | 'rejected'): string =>
  outcome === 'released' ? `The guards let your ${kind} through.` : `The guards threw your ${kind} away.`
