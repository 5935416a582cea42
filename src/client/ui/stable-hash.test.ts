import { describe, expect, it } from 'vitest'
import { MASCOTS, mascotFor } from './Mascot.tsx'
import { stableHash } from './stable-hash.ts'

const ids = Array.from({ length: 2_000 }, (_, index) =>
  (0x65f0_0000_0000 + index * 7).toString(16).padStart(24, '0'),
)

describe('A stable hash', () => {
  it('gives the same number for the same text', () => {
    expect(stableHash('sir_flushalot', 6)).toBe(stableHash('sir_flushalot', 6))
  })

  it('spreads neighbouring ids evenly', () => {
    const counts = [0, 0, 0, 0, 0, 0]
    for (const id of ids) counts[stableHash(id, 6)]! += 1
    expect(Math.min(...counts)).toBeGreaterThan((ids.length / 6) * 0.8)
  })

  it('picks each of the five mascots, and always the same one for an id', () => {
    expect(new Set(ids.map(mascotFor))).toEqual(new Set(MASCOTS))
    expect(mascotFor(ids[7]!)).toBe(mascotFor(ids[7]!))
  })
})
