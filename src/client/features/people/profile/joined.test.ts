import { expect, it } from 'vitest'
import { joined } from './joined.ts'

it('says month and year somebody joined', () => {
  expect(joined('2026-11-15T12:00:00.000Z')).toBe('November 2026')
})

it("says 'Recently' when that is not known", () => {
  expect(joined('')).toBe('Recently')
  expect(joined('no date')).toBe('Recently')
})
