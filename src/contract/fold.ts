import { LETTER, MARK, SPACED_LETTER, UNSPACED } from './letters.ts'

/** Signs that keyboards write in several ways. */
const SAME_SIGNS = [
  [/[’‘‛ʼʻ´`′]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
] as const

/** Letters that are found by others, but do not consist of them and an accent. The last ones are of Arabic keyboards. */
const FOUND_BY: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ς: 'σ',
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
}
const LETTERS_FOUND = new RegExp(`[${Object.keys(FOUND_BY).join('')}]`, 'gu')

// Invisible characters, and the line that makes an Arabic word longer.
const LEFT_OUT = /[\p{M}\p{Cf}ـ]/gu

function sameSigns(text: string): string {
  let same = text
  for (const [signs, sign] of SAME_SIGNS) same = same.replace(signs, sign)
  return same
}

// Signs twice: '´' is taken apart into a blank and an accent, and the upright dash becomes a dash.
const foldLetters = (text: string): string =>
  sameSigns(
    sameSigns(text.normalize('NFC'))
      .normalize('NFKD')
      .replace(LEFT_OUT, '')
      .toLowerCase()
      .replace(LETTERS_FOUND, (letter) => FOUND_BY[letter]!),
  ).normalize('NFC')

/** Nothing in it changes but letter case. */
const IS_PLAIN = /^[^`\P{ASCII}]*$/u

/**
 * Text for every search: without accents, letter case, widths and invisible characters, quotation marks and dashes
 * as keyboards have them, white space as single blanks. Punctuation stays.
 */
export const fold = (text: string): string =>
  (IS_PLAIN.test(text) ? text.toLowerCase() : foldLetters(text)).replace(/\s+/g, ' ').trim()

/** A letter of a script without spaces, with its marks. */
export const UNSPACED_LETTER = new RegExp(`(?=${LETTER}|${MARK})[${UNSPACED}](?:${MARK})*`, 'gu')

/**
 * What a search compares: a word, a run of letters of scripts without spaces, an emoji or a flag. 'iPhoneを' is a word and
 * a run.
 */
export const SEARCH_WORD = new RegExp(
  [
    `(?:${UNSPACED_LETTER.source})+`,
    String.raw`${SPACED_LETTER}(?:${SPACED_LETTER}|(?![${UNSPACED}])${MARK}|[\u200c\u200d](?=${SPACED_LETTER}|${MARK}))*`,
    String.raw`\p{RI}{2}|\p{Extended_Pictographic}`,
  ].join('|'),
  'gu',
)

/** Where a name can be searched from: each of its words, and in scripts without spaces each of their letters. */
const NAME_STARTS = new RegExp(String.raw`(?<!\S)\S|[${UNSPACED}]|(?<=[${UNSPACED}])${SPACED_LETTER}`, 'gu')

/** A name, folded, from each of these places to its end: 'ann of cleves', 'of cleves', 'cleves'. */
export function nameStarts(name: string): string[] {
  const folded = fold(name)
  return Array.from(folded.matchAll(NAME_STARTS), ({ index }) => folded.slice(index))
}

/** Whether a word is a run of letters of scripts without spaces. */
export const isUnspaced = (word: string): boolean => BEGINS_UNSPACED.test(word)
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
