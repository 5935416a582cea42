import { randomInt } from 'node:crypto'
import { beforeAll, describe, it } from 'vitest'
import { seeded } from './support/random.ts'
import { actOf, randomAct, type Act } from './visibility/acts.ts'
import { COVERING } from './visibility/covering.ts'
import { play } from './visibility/play.ts'
import { openPair } from './support/pair.ts'
import { openHouse, type House } from './visibility/stage.ts'

// VISIBILITY_RUNS=... adds random acts, as `npm run test:all` does; TEST_SEED=... repeats those of a run that failed.
const seed = Number(process.env['TEST_SEED'] ?? randomInt(1_000_000))
const runs = Number(process.env['VISIBILITY_RUNS'] ?? 0)

/** Of one run: series, and acts in each. */
const [SERIES, ACTS] = [8, 5]

let house: House
beforeAll(async () => {
  house = await openHouse((await openPair()).servers)
})

describe('[L10 L23 L28 L43 L49 L50 L67 L89 L92 L96] Five people at two processes see what one model says', () => {
  it('when each rule meets each other one', async () => {
    let turn = 0
    await play(
      house,
      COVERING.map((some) => some.map((step) => actOf(step, (turn += 1)))),
    )
  })

  it.runIf(runs > 0)(
    `after random acts (TEST_SEED=${seed})`,
    async () => {
      const random = seeded(seed)
      const acts = (): Act[] => Array.from({ length: ACTS }, () => randomAct(random))
      for (let run = 0; run < runs; run += 1) await play(house, Array.from({ length: SERIES }, acts))
    },
    120_000 + runs * 30_000,
  )
})
