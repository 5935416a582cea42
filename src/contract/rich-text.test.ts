import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashtagsIn, mentionsIn, richPieces, tagOf } from './rich-text.ts'
import { firstLink, plainAddress } from './web-addresses.ts'
import { processorTime } from '#tests/support/durations.ts'

const kinds = (text: string) => richPieces(text).map((piece) => piece.kind)
const links = (text: string) =>
  richPieces(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))

/** The text with its tags, mentions and links in square brackets. */
const shown = (text: string) =>
  richPieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.text}]`))
    .join('')

/** Texts of what the rules look at, in every order. */
const written = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '#',
        '＃',
        '@',
        '＠',
        '://',
        'https://',
        'www.',
        '.com',
        '/',
        '?',
        ' ',
        '\n',
        '。',
        '“',
        '”',
        '(',
        ')',
      ),
      fc.constantFrom(
        'ann',
        '東京',
        'を',
        'ग़लती',
        'e\u0301',
        'ทวิต',
        'مُحَمَّد',
        '1',
        '_',
        '\u200c',
        '・',
        '❤️',
        '\u202e',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('Every text', () => {
  it('is the same when its pieces are joined, and has the tags, mentions and link that the server finds', () => {
    fc.assert(
      fc.property(written, (text) => {
        const pieces = richPieces(text)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        const found = {
          tags: pieces.flatMap((piece) => (piece.kind === 'tag' ? [piece.tag] : [])),
          mentions: pieces.flatMap((piece) => (piece.kind === 'mention' ? [piece.handle] : [])),
          links: pieces.flatMap((piece) => (piece.kind === 'link' ? [plainAddress(piece.href)] : [])),
        }
        expect([...new Set(found.tags)]).toEqual(hashtagsIn(text))
        expect([...new Set(found.mentions)]).toEqual(mentionsIn(text))
        expect(found.links[0] ?? null).toBe(firstLink(text))
        for (const tag of found.tags) expect([tagOf(`#${tag}`), hashtagsIn(`#${tag}`)]).toEqual([tag, [tag]])
      }),
      { numRuns: 2_000 },
    )
  })

  it('has the same tags in composed and decomposed letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (word) => {
        const text = ` #${word}`
        expect(hashtagsIn(text.normalize('NFD'))).toEqual(hashtagsIn(text.normalize('NFC')))
      }),
    )
  })
})

describe('Rich text', () => {
  it.each([
    'Long live [@Sir_Flush]! [#royalflush] [#Łódź]',
    'me@example.com is no mention, and C#sharp no tag',
    '[#one]#two #[#double] [#under_score] [#123]',
    'مرحبا [@sir] [#عرش]',
    '[https://example.com/#fragment?x=@someone] [#after]',
    '',
    '#',
  ])('finds the pieces of %j', (text) => expect(shown(text.replace(/[[\]]/g, ''))).toBe(text))

  it.each([
    '[#ग़लती] [#தமிழ்] [#বাংলাদেশ] [#র‍্যাব]',
    '[#ทวิตล่ม] [#مُحَمَّد] [#می‌خواهم]',
    '[#cafe\u0301s] cafe\u0301#s',
    '[＃東京] 今日は[#東京・大阪]',
    '([#one]) “[#two]”, [#three]’s 「[#four]」、[#five]。 [#six]… [#seven]!',
    '#️⃣ 1️⃣[#tag] ❤️[#tag]',
    '[#पानी]। [#آب]، [#ջուր]։',
    `#${'a'.repeat(101)} [#${'a'.repeat(100)}]`,
    '#·a #\u0301',
  ])('knows the hashtags of every script: %j', (text) => {
    expect(shown(text.replace(/[[\]]/g, ''))).toBe(text)
  })

  it.each([
    '「[@ann]」さん [＠ann] [@ann]さん 谢谢[@ann]你好 [@ANN]님',
    '[@ann]: ([@ann]) “[@ann]” [@ann]’s [@ann]. .[@ann] 😀[@ann]😀',
    'ann@example.org a+b@example.org @ann@host.example @ann.host.social @ann.com',
    '@annë @anne\u0308 @аnn',
    `@${'a'.repeat(31)} [@${'a'.repeat(30)}]`,
    'https://bank.example@evil.example/',
  ])('knows who is mentioned: %j', (text) => expect(shown(text.replace(/[[\]]/g, ''))).toBe(text))

  it.each([
    'He said “[https://example.com/a]”. ‘[https://example.com/a]’ «[https://example.com/a]» „[https://example.com/a]“',
    '見て [https://example.com/foo]。次の文。 （[https://example.com/foo]）です 「[https://example.com/foo]」',
    '[https://example.com/foo]、続き [https://example.com/foo]！ [https://example.com/foo]…',
    '見て[https://example.com/foo]を見て、[example.com]を 보기[https://example.com/a]에서',
    '[https://ja.example/wiki/日本語] [https://münchen.example/straße] [https://en.example/wiki/a–b·c]',
    '[https://example.com/a]، [https://example.com/a]। [https://example.com/a]\u200b\u202eb',
    '❤️[https://example.com] [#東京][https://example.com/x]',
  ])('knows where an address ends: %j', (text) => expect(shown(text.replace(/[[\]]/g, ''))).toBe(text))

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
    ['marks', `a${'\u0301'.repeat(5_000)}`],
    ['signs with marks', '#\u0301@'.repeat(3_000)],
    ['handles', '@a.'.repeat(3_000)],
    ['hosts of other networks', `@a${'.b'.repeat(5_000)}`],
    ['joiners', '#a\u200c'.repeat(3_000)],
    ['letters without spaces', '#東'.repeat(5_000)],
    ['hosts', 'a.com'.repeat(2_000)],
    ['closings', 'http://a.com/' + ').'.repeat(5_000)],
    ['slashes', 'https://' + '/'.repeat(10_000)],
    ['brackets', 'http://a.com/' + '('.repeat(10_000)],
  ])('takes linear time for a text full of %s', (_name, text) => {
    // A hundred times what it takes; quadratic work takes a thousand times.
    expect(processorTime(() => richPieces(text))).toBeLessThan(100)
  })
})
