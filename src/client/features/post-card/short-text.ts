import { LIMITS } from '#contract/limits.ts'

/** How far back from the limit a blank is looked for, so that no word is cut. UTF-16 units. */
const REACH = 24

/**
 * The beginning of a long text for the card (product section 9: 280, then 'Show more'); null when all of it fits. Ends
 * at a blank where one is near, and never inside a character.
 */
export function shortText(text: string): string | null {
  if (text.length <= LIMITS.postTruncate) return null
  const head = text.slice(0, LIMITS.postTruncate)
  const blank = head.search(/\s\S*$/)
  const end = blank >= LIMITS.postTruncate - REACH ? blank : wholeCharacters(head)
  return `${text.slice(0, end).trimEnd()}…`
}

/** The text cut to `most` UTF-16 units, with an ellipsis when something is missing. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, wholeCharacters(text.slice(0, most - 1))).trimEnd()}…`
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

// The last character of a cut text may be half a one: a flag, a family, a letter with its accents.
function wholeCharacters(head: string): number {
  return graphemes.segment(head).containing(head.length - 1)?.index ?? head.length
}
