import { expect, it } from 'vitest'
import { seeded } from '#tests/support/seeded.ts'
import { momentsInAll, packMoments } from './postings.ts'

it('the moments that several postings have in common are found, newest first, each once', () => {
  const dice = seeded(3)
  const base = Date.UTC(2026, 0, 1)
  for (let turn = 0; turn < 200; turn += 1) {
    const sets = Array.from({ length: 1 + dice(4) }, () =>
      Array.from({ length: dice(300) }, () => base - dice(200) * 2 ** dice(34)).sort((a, b) => b - a),
    )
    const [first, ...others] = sets
    expect(momentsInAll(sets.map(packMoments))).toEqual(
      [...new Set(first)].filter((moment) => others.every((other) => other.includes(moment))),
    )
  }
  expect(momentsInAll([packMoments([base]), packMoments([])])).toEqual([])
})
