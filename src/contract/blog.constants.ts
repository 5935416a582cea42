import { UNSPACED } from './letters.ts'

/**
 * The slug of a title (product section 5): lower case letters, digits and hyphens; blanks become one hyphen.
 * Separate from the schemas, because the form computes it while the title is typed.
 */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 100)

/** The characters of a slug. */
export const SLUG = /^[a-z0-9-]+$/

/** Messages of the blog's form, without a title (product section 5). */
export const BLOG_MESSAGES = {
  titleRequired: 'Royal proclamation title is required',
  titleTooLong: 'A royal title must be at most 150 characters',
  slugRequired: 'Royal decree slug is required',
  slugCharacters: 'A slug can only contain lower-case letters, digits and hyphens',
  slugTaken: 'Another decree already bears that slug.',
  contentRequired: 'Royal content is required',
  contentTooLong: 'Even the King must stop at 50000 characters.',
  excerptTooLong: 'An excerpt must be at most 300 characters',
  notFound: 'Royal Decree Not Found',
  changed: 'Somebody else has revised this decree meanwhile.',
  timePast: 'Choose a time in the future.',
  timeFar: 'Choose a time within a year from now.',
  nowOrLater: 'A decree is published now or later, not both.',
} as const

/** Sentences about mailed articles. */
export const BLOG_MAIL_MESSAGES = {
  asked: 'If this address gets no decrees yet, a letter with a link is on its way to it.',
  confirmed: 'Every new decree will be brought to thee.',
  ended: 'No more decrees will be mailed to thee.',
  invalidLink: 'This link is not valid, or no longer.',
  unconfirmed: 'Confirm thy email address first.',
} as const

/** How far ahead an article can be scheduled, ms. */
export const SCHEDULE_WITHIN_MS = 365 * 24 * 60 * 60_000

/** Why an article cannot be scheduled for this time; null when it can. Both are epoch ms. */
export function scheduleProblem(at: number, now: number): string | null {
  if (at <= now) return BLOG_MESSAGES.timePast
  return at > now + SCHEDULE_WITHIN_MS ? BLOG_MESSAGES.timeFar : null
}

/** Path of the blog's RSS feed. */
export const BLOG_FEED = '/blog/rss.xml'

/** Characters of the content on a card of the list (product section 9). */
export const BLOG_PREVIEW = 300

const UNSPACED_LETTERS = new RegExp(`[${UNSPACED}]`, 'gu')

/**
 * Reading time in whole minutes at 200 words a minute, or 500 letters of scripts that do not separate words; at least
 * one.
 */
export function readingMinutes(content: string): number {
  const letters = content.match(UNSPACED_LETTERS)?.length ?? 0
  const pieces = content.replace(UNSPACED_LETTERS, ' ').split(/\s+/)
  const words = pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length
  return Math.max(1, Math.round(words / 200 + letters / 500))
}
