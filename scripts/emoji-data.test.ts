import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { pickerData } from './emoji-data.ts'

const load = createRequire(import.meta.url)
const data = pickerData(
  load('emojibase-data/en/data.json') as Parameters<typeof pickerData>[0],
  load('emojibase-data/en/messages.json') as Parameters<typeof pickerData>[1],
)
const find = (emoji: string) => data.emojis.find((one) => one.emoji === emoji)

describe('The data of the emoji picker', () => {
  it('has every emoji of the package but the parts of others, each in a category', () => {
    expect(data.emojis.length).toBeGreaterThan(1800)
    const categories = new Set(data.categories.map(({ index }) => index))
    expect(data.emojis.every(({ category }) => categories.has(category!))).toBe(true)
    expect(find('🏻')).toBeUndefined()
    expect(find('🇦')).toBeUndefined()
  })

  it('has names, words to search for, and five skin tones', () => {
    expect(find('💩')).toMatchObject({
      label: 'Pile of poo',
      tags: expect.arrayContaining(['poop']) as unknown,
    })
    expect(find('👋')?.skins).toEqual({
      light: '👋🏻',
      'medium-light': '👋🏼',
      medium: '👋🏽',
      'medium-dark': '👋🏾',
      dark: '👋🏿',
    })
    expect(Object.keys(data.skinTones)).toHaveLength(5)
  })

  it('marks the flags of countries alone, which some systems cannot draw', () => {
    expect(find('🇫🇷')?.countryFlag).toBe(true)
    expect(find('🏁')?.countryFlag).toBeUndefined()
  })
})
