import { expect, it } from 'vitest'
import { joined } from './joined.ts'

it('shows the month and year of joining', () => {
  expect(joined('2026-11-15T12:00:00.000Z')).toBe('November 2026')
})

it("shows 'Recently' when the date is unknown", () => {
  expect(joined('')).toBe('Recently')
  expect(joined('no date')).toBe('Recently')
})
