import { fold } from '#contract/fold.ts'

// Letters and digits, without accents; an emoji is a word of its own.
const WORD = /[\p{L}\p{N}_]+|\p{Extended_Pictographic}/gu
// Scripts that do not separate words by spaces.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Stands among the words of a record with a picture or a video, so that it is found like one with a word, alone
 * and together with others. No text has it: a sign separates words.
 */
export const MEDIA_WORD = 'has:media'

/**
 * The words by which a text is found, each once: folded; pairs of characters in scripts without spaces.
 * Linear in the text.
 */
export function wordsIn(text: string): string[] {
  const words = new Set<string>()
  for (const [run] of fold(text).matchAll(WORD))
    for (const word of UNSPACED.test(run) ? pairsIn(run) : [run]) words.add(word)
  return [...words]
}

function pairsIn(run: string): string[] {
  const characters = Array.from(run)
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, at) => characters[at]! + character)
}

/** A search query; nothing in it is a pattern. */
export interface SearchTerms {
  /** A matching text has all of them. The longest, usually the rarest, comes first. */
  words: string[]
  /** Pieces with signs between letters ('c++', "don't", '(a+)+$'), which must be in the text literally. */
  literals: string[]
}

/** Null when the query has no words. */
export function searchTerms(query: string): SearchTerms | null {
  const words = wordsIn(query).sort((one, other) => other.length - one.length)
  if (words.length === 0) return null
  const pieces = fold(query).split(/\s+/).filter(Boolean)
  return { words, literals: pieces.filter((piece) => piece.replace(WORD, '') !== '') }
}

/** Whether every literal piece is in the text. */
export function holdsLiterals(text: string, literals: readonly string[]): boolean {
  // Most queries have none, and a text may be long.
  if (literals.length === 0) return true
  const where = fold(text)
  return literals.every((literal) => where.includes(literal))
}
