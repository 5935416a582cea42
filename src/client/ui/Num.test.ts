import { expect, it } from 'vitest'
import { inCompact, inFull } from './Num.tsx'

const COUNTS = [
  0, 7, 999, 1_000, 1_049, 1_050, 1_250, 9_949, 9_950, 12_345, 99_999, 999_949, 999_950, 1_000_000, 1_234_567,
  999_949_999, 999_950_000, 2_500_000_000,
]

it.each(COUNTS)('writes %i as Intl does', (count) => {
  const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
  expect(inCompact(count)).toBe(compact.format(count))
  expect(inFull(count)).toBe(new Intl.NumberFormat('en').format(count))
})
