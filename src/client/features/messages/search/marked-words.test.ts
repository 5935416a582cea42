import { describe, expect, it } from 'vitest'
import { markedWords } from './marked-words.ts'

/** Marks in square brackets. */
const shown = (text: string, query: string) =>
  markedWords(text, query)
    .map((part) => (part.isMark ? `[${part.text}]` : part.text))
    .join('')

describe('The excerpt of a message that was found', () => {
  it.each([
    ['The Café is flushed', 'cafe FLUSHED', 'The [Café] is [flushed]'],
    ['paper, paper!', 'paper', '[paper], [paper]!'],
    ['papers', 'paper', 'papers'],
    ['soft paper', 'from:ann paper has:media', 'soft [paper]'],
    ['right 🚽 there', '🚽', 'right [🚽] there'],
    ['昨日の東京駅で', '東京', '昨日の[東京]駅で'],
    ['nothing here', 'from:ann', 'nothing here'],
    ['', 'paper', ''],
  ])('%s, searched for %s', (text, query, expected) => expect(shown(text, query)).toBe(expected))

  it('begins at a word not far before the first mark', () => {
    const text = `${'one two three '.repeat(20)}needle and more`
    expect(shown(text, 'needle')).toMatch(/^…(one|two|three) .{0,40}\[needle\] and more$/)
  })
})
