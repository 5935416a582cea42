import { fold, isUnspaced, SEARCH_WORD } from '#contract/fold.ts'

/**
 * Stands among the words of a record with a picture or a video, so that it is found like one with a word, alone
 * and together with others. No text has it: a sign separates words.
 */
export const MEDIA_WORD = 'has:media'

const runsOf = (text: string): string[] => Array.from(fold(text).matchAll(SEARCH_WORD), ([run]) => run)

/**
 * The words by which a text is found, each once: folded; in scripts without spaces the characters and the pairs
 * of them. Linear in the text.
 */
export function wordsIn(text: string): string[] {
  const words = new Set<string>()
  for (const run of runsOf(text))
    for (const word of isUnspaced(run) ? [...Array.from(run), ...pairsIn(run)] : [run]) words.add(word)
  return [...words]
}

function pairsIn(run: string): string[] {
  const characters = Array.from(run)
  return characters.slice(1).map((character, at) => characters[at]! + character)
}

/** A search query; nothing in it is a pattern. */
export interface SearchTerms {
  /** A matching text has all of them. The longest, usually the rarest, comes first. */
  words: string[]
  /** Pieces with signs that are no punctuation ('c++', 'R&D', '(a+)+$'), which must be in the text literally. */
  literals: string[]
}

/** Signs that make another word of a word. */
const SIGN = String.raw`[#$%&*+<=>@^|~\\]`
const PUNCTUATION_AROUND = new RegExp(String.raw`^(?:(?!${SIGN})\p{P})+|(?:(?!${SIGN})\p{P})+$`, 'gu')
const HAS_SIGN = new RegExp(SIGN)

/** Null when the query has no words. */
export function searchTerms(query: string): SearchTerms | null {
  const words = runsOf(query).flatMap((run) =>
    isUnspaced(run) && Array.from(run).length > 1 ? pairsIn(run) : [run],
  )
  if (words.length === 0) return null
  const pieces = fold(query)
    .split(' ')
    .map((piece) => piece.replace(PUNCTUATION_AROUND, ''))
  return {
    words: [...new Set(words)].sort((one, other) => other.length - one.length),
    literals: pieces.filter((piece) => HAS_SIGN.test(piece)),
  }
}

/** Whether every literal piece is in the text. */
export function holdsLiterals(text: string, literals: readonly string[]): boolean {
  // Most queries have none, and a text may be long.
  if (literals.length === 0) return true
  const where = fold(text)
  return literals.every((literal) => where.includes(literal))
}
