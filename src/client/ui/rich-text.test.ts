import { describe, expect, it } from 'vitest'
import { hashtagsIn, mentionsIn } from '#contract/posts.ts'
import { richPieces } from './rich-text.ts'
import { processorTime } from '#tests/support/durations.ts'

const kinds = (text: string) => richPieces(text).map((piece) => piece.kind)
const links = (text: string) =>
  richPieces(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))

const WRITTEN = [
  'Long live @Sir_Flush! #royalflush #Łódź',
  'me@example.com is no mention, and C#sharp no tag',
  '#one#two @a@b ##double #under_score #123',
  'مرحبا @sir #عرش',
  'https://example.com/#fragment?x=@someone #after',
  '',
  '#',
]

describe('Rich text', () => {
  it.each(WRITTEN)('gives the same text when its pieces are joined: %j', (text) => {
    expect(
      richPieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })

  it.each(WRITTEN.filter((text) => !text.includes('://')))(
    'finds the tags and mentions the server finds: %j',
    (text) => {
      const pieces = richPieces(text)
      expect(new Set(pieces.flatMap((piece) => (piece.kind === 'tag' ? [piece.tag] : [])))).toEqual(
        new Set(hashtagsIn(text)),
      )
      expect(new Set(pieces.flatMap((piece) => (piece.kind === 'mention' ? [piece.handle] : [])))).toEqual(
        new Set(mentionsIn(text)),
      )
    },
  )

  it('links web addresses, with https when no scheme is given', () => {
    expect(links('see https://example.com/a, http://example.org and example.net/x.')).toEqual([
      'https://example.com/a',
      'http://example.org',
      'https://example.net/x',
    ])
  })

  it.each([
    ['(see https://example.com/a_(b))', 'https://example.com/a_(b)'],
    ['"https://example.com/x"!', 'https://example.com/x'],
    ['Go to www.palace.museum, please', 'https://www.palace.museum'],
    ['youtube.com/watch?v=1&t=2...', 'https://youtube.com/watch?v=1&t=2'],
    ['https://example.com:8080/x#y', 'https://example.com:8080/x#y'],
  ])('finds where the address in %j ends', (text, href) => {
    expect(links(text)).toEqual([href])
  })

  it.each([
    'me@example.com',
    'end.Start',
    'notes.txt',
    'https://',
    'http://localhost/x',
    'https://bank.com@evil.com/',
    'a.b',
    '1.5',
    'e.g. this',
  ])('makes no link of %s', (text) => {
    expect(links(text)).toEqual([])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/x',
    'mailto:me@example.com',
    'file:///palace/keys',
  ])('never links to %s', (text) => {
    expect(links(text).every((href) => /^https?:\/\//.test(href))).toBe(true)
    expect(links(text)).not.toContain(text)
  })

  it('changes nothing inside an address', () => {
    expect(kinds('https://example.com/#fragment')).toEqual(['link'])
  })

  it.each([
    ['tags', '#a'.repeat(5_000)],
    ['signs', '#@'.repeat(5_000)],
    ['dots', 'a.'.repeat(5_000)],
    ['dashes', 'a-'.repeat(5_000)],
    ['hosts', 'a.com'.repeat(2_000)],
    ['closings', 'http://a.com/' + ').'.repeat(5_000)],
    ['slashes', 'https://' + '/'.repeat(10_000)],
    ['brackets', 'http://a.com/' + '('.repeat(10_000)],
  ])('takes linear time for a text full of %s', (_name, text) => {
    // A hundred times what it takes; quadratic work takes a thousand times.
    expect(processorTime(() => richPieces(text))).toBeLessThan(100)
  })
})
