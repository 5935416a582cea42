/**
 * The five reactions in the order of the bar (product section 9, DECISIONS row 41). Separate from the
 * schemas: the bar needs no schema library.
 */
export const REACTIONS = [
  { emoji: '💩', name: 'poo' },
  { emoji: '❤️', name: 'red heart' },
  { emoji: '😂', name: 'laughing face' },
  { emoji: '👍', name: 'thumbs up' },
  { emoji: '👎', name: 'thumbs down' },
] as const

/** Messages of the composers. Separate, so that the first page carries only these (product section 5). */
export const WRITING_MESSAGES = {
  emptyPost: 'Please write something before posting.',
  postTooLong: "Posts can't be longer than 500 characters.",
  pollUnfinished: 'A poll needs two to four different answers.',
  emptyComment: 'Please write something before posting your comment.',
  commentTooLong: "Comments can't be longer than 500 characters.",
} as const

/** Positions of the roast dial (DECISIONS row 480): who may comment on a post. */
export const ROAST_DIAL = ['roast', 'gentle', 'closed'] as const
export type RoastDial = (typeof ROAST_DIAL)[number]

/** Crowd control (DECISIONS rows 500 to 506): for how many hours it can be called, and the pace of slow comments. */
export const CROWD_CONTROL = { hours: [1, 8, 24], slowMinutes: [1, 5, 15] } as const

/** The poll of a post (DECISIONS row 301). Times in minutes. */
export const POLL = {
  fewest: 2,
  most: 4,
  optionText: 40,
  shortest: 60,
  longest: 7 * 24 * 60,
} as const
