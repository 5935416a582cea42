// Separate from the schemas: pages need no schema library for these.

/** The orders of a post's comments; the first one is the usual one. */
export const COMMENT_ORDERS = ['newest', 'first', 'most'] as const
export type CommentOrder = (typeof COMMENT_ORDERS)[number]

/** The cursor of the page that follows this comment. */
export const commentCursor = (
  order: CommentOrder,
  { id, createdAt, poos }: { id: string; createdAt: string; poos: number },
): string => (order === 'most' ? `${poos}-${id}` : createdAt)

/** The roast of the day (DECISIONS row 261): the poos it needs at least, and how old it may be, ms. */
export const ROAST = { least: 3, lasts: 24 * 60 * 60_000 } as const

/**
 * Why somebody cannot comment on a post (DECISIONS rows 480 and 503). Separate from the other messages, so that the page of
 * a post carries only these.
 */
export const COMMENT_REFUSALS = {
  closed: 'The lid is down: nobody can comment on this drop.',
  gentle: 'Be gentle: only people whom the author follows or mentions can comment on this drop.',
  paused: 'The plunger is at work: only people whom the author follows can comment for now.',
} as const
