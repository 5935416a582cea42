import { fold, isUnspaced, SEARCH_WORD, UNSPACED_LETTER } from '#contract/fold.ts'
import { parseSearch } from '#contract/posts.search.ts'

/** A part of a text; `isMark`: it is one of the words that were searched. */
export interface TextPart {
  text: string
  isMark: boolean
}

/** Characters before the first mark: a row shows two lines. */
const LEAD = 40

const wordsOf = (query: string): string[] =>
  [...parseSearch(query).words.matchAll(SEARCH_WORD)].map(([word]) => fold(word))

/** A text in parts, from shortly before the first word that the query has. */
export function markedWords(text: string, query: string): TextPart[] {
  const words = wordsOf(query)
  const marks = [...text.matchAll(SEARCH_WORD)].flatMap(({ 0: run, index }) => placesIn(run, index, words))
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
  return isUnspaced(run) ? placeWithin(run, index, words) : []
}

/** In scripts without spaces the words stand within a run. */
function placeWithin(run: string, index: number, words: readonly string[]): Place[] {
  const letters = [...run.matchAll(UNSPACED_LETTER)].map((match) => ({
    folded: fold(match[0]),
    from: index + match.index,
    to: index + match.index + match[0].length,
  }))
  for (const word of words.filter(isUnspaced))
    for (const first of letters.keys()) {
      let folded = ''
      for (const letter of letters.slice(first)) {
        folded += letter.folded
        if (folded === word) return [{ from: letters[first]!.from, to: letter.to }]
        if (!word.startsWith(folded)) break
      }
    }
  return []
}

/** Where an excerpt begins: at a word, not far before the mark. */
function startBefore(text: string, mark: number): number {
  if (mark <= LEAD) return 0
  const blank = text.slice(mark - LEAD, mark).search(/\s/)
  return blank < 0 ? mark : mark - LEAD + blank + 1
}
