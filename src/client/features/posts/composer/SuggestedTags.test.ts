import { describe, expect, it } from 'vitest'
import { withTag } from './SuggestedTags.tsx'

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
