import { LIMITS } from '#contract/limits.ts'
import { wholeCharacters } from '#contract/text.ts'

/** How far back from the limit a blank is looked for, so that no word is cut. UTF-16 units. */
const REACH = 24

/**
 * The beginning of a long text for the card (product section 9: 280, then 'Show more'); null when all of it
 * fits. Ends at a blank where one is near, and never inside a character.
 */
export function shortText(text: string): string | null {
  if (text.length <= LIMITS.postTruncate) return null
  const head = text.slice(0, LIMITS.postTruncate)
  const blank = head.search(/\s\S*$/)
  const end = blank >= LIMITS.postTruncate - REACH ? blank : wholeCharacters(head)
  return `${text.slice(0, end).trimEnd()}…`
}
