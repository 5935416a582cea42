import { expect, it } from 'vitest'
import { seeded } from '#tests/support/seeded.ts'
import { encodePlaces, placesInAll } from './postings.ts'

it('places are kept in the smaller form, and the common ones of any forms are found', () => {
  const dice = seeded(3)
  for (const size of [1, 7, 8, 9, 300, 8192, 65_536])
    for (let turn = 0; turn < 20; turn += 1) {
      const sets = Array.from({ length: 1 + dice(4) }, () => {
        const share = 1 + dice(100)
        return Array.from({ length: size }, (_, place) => place).filter(() => dice(100) < share)
      })
      const stored = sets.map((places) => encodePlaces(places, size))
      for (const [at, { list, bits }] of stored.entries()) {
        expect(Number(list === undefined) + Number(bits === undefined)).toBe(1)
        expect((list ?? bits)!.length).toBe(Math.min(sets[at]!.length * 2, Math.ceil(size / 8)))
      }
      const [first, ...others] = sets.map((places) => new Set(places))
      expect(placesInAll(stored)).toEqual(
        [...first!].filter((place) => others.every((set) => set.has(place))),
      )
    }
  expect(placesInAll([encodePlaces([1, 2], 100), {}])).toEqual([])
})
