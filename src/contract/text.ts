/**
 * What counts as text. Apart from the schemas on purpose: screens ask this while somebody types, and need no
 * schema library for it.
 */

// Control characters other than newline and tab (DECISIONS row 35).
// oxlint-disable-next-line no-control-regex -- the whole point is to find them
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
// Something a reader can see: not white space, not a format or control character, not a blank glyph.
const VISIBLE = /[^\p{White_Space}\p{Cf}\p{Cc}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/u

/** Has at least one character a reader can see; zero-width-only text is blank (SECURITY, bad inputs). */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Can be stored and given back exactly: well-formed UTF-16, no control characters (DECISIONS row 35). */
export const isStorable = (text: string): boolean => text.isWellFormed() && !FORBIDDEN.test(text)

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Where a cut text has to end so that its last character is whole: a flag, a family, a letter with its
 * accents.
 */
export const wholeCharacters = (head: string): number =>
  graphemes.segment(head).containing(head.length - 1)?.index ?? head.length

/** The text cut to `most` UTF-16 units, with an ellipsis when something is missing. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, wholeCharacters(text.slice(0, most - 1))).trimEnd()}…`

/** Whether there is an address in it that leads out of the house. Linear in the text. */
export const holdsLink = (text: string): boolean => /\b(?:https?:\/\/|www\.)\S/i.test(text)
