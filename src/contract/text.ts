/**
 * Rules for text. Separate from the schemas: screens check them while somebody types, without the schema
 * library.
 */

// Control characters other than newline and tab (DECISIONS row 35).
// oxlint-disable-next-line no-control-regex -- the whole point is to find them
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
// A visible character: no white space, no format or control character, no blank glyph.
const VISIBLE = /[^\p{White_Space}\p{Cf}\p{Cc}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/u

/**
 * Has at least one visible character; text of zero-width characters alone is blank (SECURITY, bad inputs).
 */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Can be stored and returned unchanged: well-formed UTF-16, no control characters (DECISIONS row 35). */
export const isStorable = (text: string): boolean => text.isWellFormed() && !FORBIDDEN.test(text)

let segmenter: Intl.Segmenter | undefined
/** Made at its first use: it takes a phone 80 ms. */
const graphemes = (): Intl.Segmenter =>
  (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }))

/**
 * The end of a cut text such that its last character is whole: a flag, a family emoji, a letter with its
 * accents.
 */
export const wholeCharacters = (head: string): number =>
  // No ASCII character joins with the one before it, and most texts need no segmenter.
  /[ -~]{2}$/.test(head)
    ? head.length - 1
    : (graphemes()
        .segment(head)
        .containing(head.length - 1)?.index ?? head.length)

/** The text cut to `most` UTF-16 units, with an ellipsis if it was longer. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, wholeCharacters(text.slice(0, most - 1))).trimEnd()}…`

/** The first character as people count them, with its accents; '' of an empty text. */
export function firstCharacter(text: string): string {
  // No ASCII character joins with the next one, and most names need no segmenter.
  if (/^[ -~](?:[ -~]|$)/.test(text)) return text.charAt(0)
  return graphemes().segment(text)[Symbol.iterator]().next().value?.segment ?? ''
}
