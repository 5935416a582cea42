import { describe, it } from 'vitest'
import { converge, openPalace, seed } from './support/convergence.ts'

const SECONDS = 3

describe(`[L1 L2 L6 L7 L41 L42] After much that happened at once (SEED=${seed})`, () => {
  it('[L49 L50] every page shows the truth, and nobody reads what they may not in a group, with two servers', async () => {
    await converge(await openPalace(2), SECONDS, true)
  }, 120_000)
})
