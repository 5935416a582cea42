import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, SEARCH_WORD } from './fold.ts'

const runs = (text: string) => [...text.matchAll(SEARCH_WORD)].map(([run]) => run)

describe('What a search compares', () => {
  it.each([
    ['Łukasz Đorđe', 'lukasz dorde'],
    ['Øresund, Straße, STRAẞE', 'oresund, strasse, strasse'],
    ['Encyclopædia Œuvre Þór', 'encyclopaedia oeuvre thor'],
    ['İstanbul ışık', 'istanbul isik'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['don’t', "don't"],
    ['“yes” – no', '"yes" - no'],
    ['Ｒｏｙａｌ　ﾄｲﾚ', 'royal トイレ'],
    ['مُحَمَّد مـحـمـد', 'محمد محمد'],
    ['كيف', 'کیف'],
    ['می‌خواهم', 'میخواهم'],
    ['cafe\u0301 caf\u00e9', 'cafe cafe'],
    ['한국', '한국'],
  ])('folds %s to %s', (text, folded) => expect(fold(text)).toBe(folded))

  it('is the same for every spelling of the same characters, and when it is folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = fold(text)
        expect(fold(folded)).toBe(folded)
        for (const form of ['NFC', 'NFD'] as const) expect(fold(text.normalize(form))).toBe(folded)
      }),
    )
  })

  it.each([
    ['新しいiPhoneを買った', ['新しい', 'iPhone', 'を買った']],
    ['東京2026オリンピック', ['東京', '2026', 'オリンピック']],
    ['ग़लती হিন্দি', ['ग़लती', 'হিন্দি']],
    ['ทวิตล่ม is down', ['ทวิตล่ม', 'is', 'down']],
    ['💩🇩🇪!', ['💩', '🇩🇪']],
    ['cafe\u0301s', ['cafe\u0301s']],
  ])('of %s are the runs %j', (text, expected) => expect(runs(text)).toEqual(expected))
})
