import { fold } from '#contract/fold.ts'
import { parseSearch } from '#contract/posts.search.ts'

/** A part of a text; `isMark`: it is one of the words that were searched. */
export interface TextPart {
  text: string
  isMark: boolean
}

// As the server splits texts (platform/words.ts); accents may be characters of their own here.
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu
/** Characters before the first mark: a row shows two lines. */
const LEAD = 40

const wordsOf = (query: string): string[] =>
  [...parseSearch(query).words.matchAll(WORD)].map(([word]) => fold(word))

/** A text in parts, from shortly before the first word that the query has. */
export function markedWords(text: string, query: string): TextPart[] {
  const words = wordsOf(query)
  const marks = [...text.matchAll(WORD)].flatMap(({ 0: run, index }) => placesIn(run, index, words))
  const parts: TextPart[] = []
  let end = startBefore(text, marks[0]?.from ?? 0)
  if (end > 0) parts.push({ text: '…', isMark: false })
  for (const { from, to } of marks) {
    if (from > end) parts.push({ text: text.slice(end, from), isMark: false })
    parts.push({ text: text.slice(from, to), isMark: true })
    end = to
  }
  return end < text.length ? [...parts, { text: text.slice(end), isMark: false }] : parts
}

interface Place {
  from: number
  to: number
}

function placesIn(run: string, index: number, words: readonly string[]): Place[] {
  const folded = fold(run)
  if (words.includes(folded)) return [{ from: index, to: index + run.length }]
  // Scripts without spaces: the words stand within a run.
  const within = words.find((word) => UNSPACED.test(word) && run.includes(word))
  if (within === undefined) return []
  const from = index + run.indexOf(within)
  return [{ from, to: from + within.length }]
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Where an excerpt begins: at a word, not far before the mark. */
function startBefore(text: string, mark: number): number {
  if (mark <= LEAD) return 0
  const blank = text.slice(mark - LEAD, mark).search(/\s/)
  return blank < 0 ? mark : mark - LEAD + blank + 1
}
