import { describe, expect, it } from 'vitest'
import { textFor, tokenAt } from './token.ts'

/** The token at the bar in the text. */
const at = (text: string) => tokenAt(text.replace('|', ''), text.indexOf('|'))

describe('The word that is completed', () => {
  it.each([
    ['Hail @|', { kind: 'person', start: 5, end: 6, query: '' }],
    ['Hail @an|', { kind: 'person', start: 5, end: 8, query: 'an' }],
    ['@Ängel|', { kind: 'person', start: 0, end: 6, query: 'Ängel' }],
    ['(#thr|', { kind: 'tag', start: 1, end: 5, query: 'thr' }],
    ['#عرش|', { kind: 'tag', start: 0, end: 4, query: 'عرش' }],
    ['#ग़ल|ती', { kind: 'tag', start: 0, end: 6, query: 'ग़ल' }],
    ['今日は＃東京|', { kind: 'tag', start: 3, end: 6, query: '東京' }],
    ['＠an|', { kind: 'person', start: 0, end: 3, query: 'an' }],
    ['#می\u200c|', { kind: 'tag', start: 0, end: 4, query: 'می\u200c' }],
  ])('is found in %j', (text, token) => expect(at(text)).toEqual(token))

  it('reaches to its end, while what is before the caret is searched for', () =>
    expect(at('@an|nabel, hail')).toEqual({ kind: 'person', start: 0, end: 8, query: 'an' }))

  it.each(['ann@ho|', 'https://x.y/#fo|', '@ann |', 'ann|', '##a|', `@${'a'.repeat(200)}|`, '|@ann'])(
    'is none in %j',
    (text) => expect(at(text)).toBeNull(),
  )
})

describe('What replaces it', () => {
  const inserted = (text: string, word: string) => textFor(text.replace('|', ''), at(text)!, word)
  it('ends with a space', () => expect(inserted('@an|', '@ann')).toBe('@ann '))
  it.each(['@an| is here', '@an|, hail', '@an|\nhail'])('has none before %j', (text) =>
    expect(inserted(text, '@ann')).toBe('@ann'),
  )
})
