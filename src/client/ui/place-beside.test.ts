import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeBeside } from './place-beside.ts'

const seen = { top: 0, bottom: 800, left: 0, right: 400 }
const line = (top: number, left = 100) => ({ top, bottom: top + 24, left, right: left + 40 })
const usual = { seen, width: 320, height: 280, isRightToLeft: false }

describe('What floats beside a line', () => {
  it('is below the line where there is room', () =>
    expect(placeBeside({ ...usual, line: line(100, 20) })).toMatchObject({ top: 128, left: 20, width: 320 }))

  it('is above the line where the keyboard leaves no room below', () =>
    expect(placeBeside({ ...usual, seen: { ...seen, bottom: 440 }, line: line(380) })).toMatchObject({
      top: 380 - 4 - 280,
    }))

  it('stays inside of a narrow window', () =>
    expect(placeBeside({ ...usual, line: line(100, 380) })).toMatchObject({ left: 72 }))

  it('begins at the right end of a word that is written from right to left', () =>
    expect(placeBeside({ ...usual, line: line(100, 340), isRightToLeft: true })).toMatchObject({ left: 60 }))

  it('never lies on the line of the caret, nor outside of what is seen', () => {
    const number = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(number(760), number(390), number(600), number(300), (top, left, height, keyboard) => {
        const bottom = 800 - keyboard
        fc.pre(top + 24 <= bottom)
        const place = placeBeside({ ...usual, seen: { ...seen, bottom }, height, line: line(top, left) })
        const end = place.top + Math.min(height, place.maxHeight)
        expect(place.top >= top + 24 || end <= top).toBe(true)
        expect(place.left).toBeGreaterThanOrEqual(8)
        expect(place.left + place.width).toBeLessThanOrEqual(392)
        expect(place.maxHeight === 0 || end <= bottom).toBe(true)
      }),
    )
  })
})
