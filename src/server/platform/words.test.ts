import { describe, expect, it } from 'vitest'
import { holdsLiterals, searchTerms, wordsIn } from './words.ts'

describe('The search words of a post', () => {
  it('are its words, numbers, tags and emoji in lower case, each once', () => {
    expect(wordsIn('The Throne, the THRONE! #Royal_Flush 42 💩💩')).toEqual([
      'the',
      'throne',
      'royal_flush',
      '42',
      '💩',
    ])
  })

  it('are the same with and without accents and other marks, and in full width', () => {
    expect(wordsIn('cafe\u0301 Ｒｏｙａｌ Thrö\u0351\u036fne')).toEqual(wordsIn('CAF\u00c9 royal throne'))
    expect(wordsIn('cafe royal throne')).toEqual(['cafe', 'royal', 'throne'])
  })

  it('are the characters and their pairs in scripts without spaces', () => {
    expect(wordsIn('王立水洗 便')).toEqual(['王', '立', '水', '洗', '王立', '立水', '水洗', '便'])
  })
})

describe('A search', () => {
  it('for nothing, or only for punctuation, has no words', () => {
    expect([searchTerms('  '), searchTerms('+++ "'), searchTerms('')]).toEqual([null, null, null])
  })

  it('takes parts with special characters literally', () => {
    const terms = searchTerms('(a+)+$ throne')!
    expect(terms).toEqual({ words: ['throne', 'a'], literals: ['a+)+$'] })
    expect(holdsLiterals('Beware of (A+)+$ on the throne', terms.literals)).toBe(true)
    expect(holdsLiterals('aaaa on the throne', terms.literals)).toBe(false)
  })

  it.each(['hello, world', 'where is it?', '“state of the art”', "don't e-mail 3.14"])(
    'does not ask for the punctuation of %j',
    (query) => expect(searchTerms(query)?.literals).toEqual([]),
  )

  it.each([
    ['I don’t flush', "don't"],
    ["I don't flush", 'don’t'],
    ['state-of-the-art', 'state of the art'],
    ['state of the art', 'state-of-the-art'],
    ['新しいiPhoneを買った', 'iPhone'],
    ['東京2026オリンピック', '2026'],
    ['東京2026オリンピック', '東京2026'],
    ['黒猫が好き', '猫'],
    ['본 한국은 크다', '한국'],
    ['Łukasz in der Straße', 'strasse lukasz'],
    ['I like c++, and R&D', 'r&d c++?'],
    ['go 🇩🇪', '🇩🇪'],
  ])('finds %j by %j', (text, query) => {
    const { words, literals } = searchTerms(query)!
    expect(wordsIn(text)).toEqual(expect.arrayContaining(words))
    expect(holdsLiterals(text, literals)).toBe(true)
  })
})
