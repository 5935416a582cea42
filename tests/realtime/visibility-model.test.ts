import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { until } from '#tests/support/until.ts'
import { acts, type Real } from './visibility/acts.ts'
import { Audience, wordsIn } from './visibility/audience.ts'
import { lookAround } from './visibility/eyes.ts'
import { isThere, livingIn, mayRead, newWorld, sightOf, type Name, type World } from './visibility/model.ts'
import { leave, newCast, openHouse, type House } from './visibility/stage.ts'

// SEED=... repeats the sequences of a run that failed; VISIBILITY_RUNS=... makes it longer.
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = Number(process.env.VISIBILITY_RUNS ?? 4)

/** The shrinking of a failure ends then, ms. */
const MOST_MS = 240_000
// It starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: MOST_MS * 2 + numRuns * 10_000 })

/** Jobs and the caches of the other process follow within this time, ms. */
const SETTLED_MS = 5_000

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.servers.close())

type Command = fc.AsyncCommand<World, Real>

/** Everybody looks at what there is, by all ways. */
class Look implements Command {
  readonly #side: 0 | 1
  constructor(side: 0 | 1) {
    this.#side = side
  }
  check(): boolean {
    return true
  }
  async run(world: World, real: Real): Promise<void> {
    await real.audience.check(world)
    await Promise.all(livingIn(world).map((name) => sees(world, real, name, this.#side)))
  }
  toString(): string {
    return `look(${this.#side})`
  }
}

async function sees(world: World, { cast }: Real, name: Name, side: 0 | 1): Promise<void> {
  const expected = sightOf(world, name)
  const look = async () => {
    const { said, unreadNotifications, notificationBadge, ...seen } = await lookAround(
      cast,
      cast.actors.get(name)!,
      side,
    )
    const readable = new Set(world.writings.flatMap((one) => (mayRead(world, name, one) ? [one.word] : [])))
    const { comments } = seen.exported
    const exported = { ...seen.exported, comments: comments.filter((word) => !mayBeStored(world, word)) }
    const leaked = wordsIn(said, cast).filter((word) => !readable.has(word))
    return { ...seen, exported, leaked, badge: notificationBadge - unreadNotifications }
  }
  const wanted = { ...expected, leaked: [], badge: 0 }
  let seen = await look()
  const isSo = async () =>
    JSON.stringify(sorted(seen)) === JSON.stringify(sorted(wanted)) || ((seen = await look()), false)
  await until('the sight is that of the model', isSo, SETTLED_MS).catch(() =>
    expect(seen, name).toEqual(wanted),
  )
}

/** Comments stay stored as long as their post can come back, and are exported as long as they are stored. */
const mayBeStored = (world: World, word: string): boolean =>
  world.writings.some((one) => one.word === word && one.post !== undefined && !isThere(world, one.post))

/** The same with the keys in one order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const)
  return Object.fromEntries(entries.toSorted(([one], [other]) => one.localeCompare(other)))
}

describe(`[L10 L89 L92 L96] Five people at two processes (SEED=${seed})`, () => {
  it('see by lists, pushes, searches, figures and exports what a model of the rules says', async () => {
    const looks = fc.constantFrom(0 as const, 1 as const).map((side): Command => new Look(side))
    const sequences = fc.commands([...acts, looks], { maxCommands: 40, size: 'max' })
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const cast = await newCast(house)
        const real = { cast, audience: new Audience(cast) }
        try {
          const world = newWorld()
          await fc.asyncModelRun(() => ({ model: world, real }), sequence)
          await new Look(0).run(world, real)
        } finally {
          leave(cast)
        }
      }),
      { seed, numRuns, interruptAfterTimeLimit: MOST_MS },
    )
  })
})
