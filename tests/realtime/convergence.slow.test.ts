import { describe, it } from 'vitest'
import { converge, openPalace, seed } from './support/convergence.ts'

// CONVERGENCE_SECONDS=... makes it longer.
const seconds = Number(process.env.CONVERGENCE_SECONDS ?? 12)

describe(`[L1 L2 L6 L7 L41 L42] After much that happened at once (SEED=${seed})`, () => {
  it(
    'every page shows the truth, though its connection was cut again and again',
    async () => converge(await openPalace(1), seconds),
    (seconds + 90) * 1000,
  )

  it(
    'every page shows the truth with two servers, whichever it came back to',
    async () => converge(await openPalace(2), seconds / 2),
    (seconds + 90) * 1000,
  )

  it(
    '[L49 L50] nobody reads what they may not in a group, with two servers, whoever comes, goes, is removed or blocked',
    async () => converge(await openPalace(2), seconds / 2, true),
    (seconds + 90) * 1000,
  )
})
