import { NOT_IN_WORD, REST_OF_WORD, WORD } from '#contract/letters.ts'

/** What is completed: the word with an @ or # in which the caret is. */
export interface Token {
  kind: 'person' | 'tag'
  /** Place of the sign, and the end of the word. UTF-16 units. */
  start: number
  end: number
  /** What is written between the sign and the caret. */
  query: string
}

/** Longer than any handle or hashtag: the search for the sign ends there. UTF-16 units. */
const FARTHEST = 128

// A sign inside of a word or an address completes nothing. Each alternative takes linear time. What comes next may
// continue a word behind a joiner.
const BEFORE_CARET = new RegExp(
  String.raw`${NOT_IN_WORD}(?<![/@＠#＃&?=%.-])([@＠#＃])((?:${WORD}[\u200c\u200d]?)?)$`,
  'u',
)
const AFTER_CARET = new RegExp(`^${REST_OF_WORD}`, 'u')

/** The @word or #word at the caret; null where there is none. */
export function tokenAt(text: string, caret: number): Token | null {
  const from = Math.max(0, caret - FARTHEST)
  const match = BEFORE_CARET.exec(text.slice(from, caret))
  if (!match) return null
  const [, sign, query = ''] = match
  const rest = AFTER_CARET.exec(text.slice(caret, caret + FARTHEST))?.[0] ?? ''
  return {
    kind: sign === '#' || sign === '＃' ? 'tag' : 'person',
    start: from + match.index,
    end: caret + rest.length,
    query,
  }
}

/** What replaces a token: the word, and a space unless a space or a mark of the sentence follows. */
export const textFor = (text: string, { end }: Token, word: string): string =>
  /^[\s.,!?;:)\]}'"]/.test(text.slice(end, end + 1)) ? word : `${word} `
