import { describe, expect, it } from 'vitest'
import { tagsOf, withTag } from './SuggestedTags.tsx'

describe('Hashtags of a text', () => {
  it('are found once each, without the #, and not inside words', () => {
    expect(tagsOf('#Throne and #throne, #plunger! but not a#b')).toEqual(['throne', 'plunger'])
  })
})

describe('A suggested hashtag', () => {
  it('is appended behind one space', () => {
    expect(withTag('', 'throne')).toBe('#throne ')
    expect(withTag('Hail', 'throne')).toBe('Hail #throne ')
    expect(withTag('Hail ', 'throne')).toBe('Hail #throne ')
  })

  it('is left out when it would not fit', () => {
    expect(withTag('x'.repeat(495), 'throne')).toBeNull()
    expect(withTag('x'.repeat(492), 'throne')).toBe(`${'x'.repeat(492)} #throne`)
  })
})
