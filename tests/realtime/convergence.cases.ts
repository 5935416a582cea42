import { beforeAll, describe, it } from 'vitest'
import { converge, seed } from './support/convergence.ts'
import { openPair, type Pair } from './support/pair.ts'

const SECONDS = 3

let pair: Pair
beforeAll(async () => {
  pair = await openPair()
})

describe(`[L1 L2 L6 L7 L41 L42] After much that happened at once (SEED=${seed})`, () => {
  it('[L49 L50] every page shows the truth, and nobody reads what they may not in a group, with two servers', async () => {
    const { here, there, store } = pair.servers
    await converge({ sites: [here, there], store }, SECONDS, true)
  })
})
