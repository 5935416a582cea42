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

// Characters that turn the text around them, also when nothing ends them.
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
// Letters and marks of the scripts that are written from right to left.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name without the invisible characters that turn its letters, and the text around it. */
export const withoutTurns = (name: string): string => name.replace(TURNING, '')

/**
 * A name as a part of a sentence: one that is written from right to left stands between isolates, so that it does not
 * change the order of the words around it. Every sentence and title with somebody's name uses it.
 */
export function inSentence(name: string): string {
  const plain = withoutTurns(name)
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}

/** What two texts have in common that people cannot tell apart: spelling of characters, widths, letter case, blanks. */
export const lookOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

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

/** The text with at most two blank lines together, and without blank lines at its end. */
export function withoutFloods(text: string): string {
  if (!text.includes('\n')) return text
  let blanks = 0
  const lines = text.split('\n').filter((line) => {
    blanks = isVisible(line) ? 0 : blanks + 1
    return blanks <= 2
  })
  return lines.join('\n').trimEnd()
}

/** The first lines of a text; null when it has no more than so many. */
export function firstLines(text: string, most: number): string | null {
  const lines = text.split('\n', most + 1)
  return lines.length <= most ? null : `${lines.slice(0, most).join('\n').trimEnd()}…`
}

/** The first character as people count them, with its accents; '' of an empty text. */
export function firstCharacter(text: string): string {
  // No ASCII character joins with the next one, and most names need no segmenter.
  if (/^[ -~](?:[ -~]|$)/.test(text)) return text.charAt(0)
  return graphemes().segment(text)[Symbol.iterator]().next().value?.segment ?? ''
}
