import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { until } from '#tests/support/until.ts'
import { doingOf, textOf, type Act } from './acts.ts'
import { Audience, wordsIn } from './audience.ts'
import { lookAround } from './eyes.ts'
import { isThere, livingIn, mayRead, NAMES, newWorld, sightOf, type Name, type World } from './model.ts'
import { leave, newCast, type Cast, type House } from './stage.ts'

/** The other process follows within this time, ms: less than what it caches would be kept without being told. */
const SETTLED_MS = 3_000

/**
 * Five new people do what the series say; acts for which the model has no place are left out. After each series what was
 * pushed and what everybody sees is what the model says. A failure names all acts up to it.
 */
export async function play(house: House, series: Iterable<readonly Act[]>): Promise<void> {
  const cast = await newCast(house)
  const audience = new Audience(cast)
  const world = newWorld()
  const acts: string[] = []
  let looks = 0
  try {
    for (const some of series) {
      for (const act of some) {
        if (!doingOf(act).when(world, act)) continue
        acts.push(textOf(act))
        await doingOf(act).run(world, act, cast)
        audience.note(world)
      }
      await jobsDone(cast)
      await audience.check(world)
      await Promise.all(livingIn(world).map((name) => sees(world, cast, name, looks)))
      looks += 1
    }
  } catch (error) {
    throw new Error(`After ${acts.length} acts: ${acts.join(', ')}`, { cause: error })
  } finally {
    leave(cast)
  }
}

const jobsDone = ({ store }: Cast): Promise<void> =>
  until('the jobs are done', async () => {
    const isDue = { $or: [{ state: 'running' }, { state: 'waiting', dueAt: { $lte: new Date() } }] }
    return (await store.collection('jobs').countDocuments(isDue)) === 0
  })

/** They look at the two processes in turn. */
async function sees(world: World, cast: Cast, name: Name, looks: number): Promise<void> {
  const side = (looks + NAMES.indexOf(name)) % 2 === 0 ? 0 : 1
  const actor = cast.actors.get(name)!
  const readable = new Set(world.writings.filter((one) => mayRead(world, name, one)).map(({ word }) => word))
  const wanted = { ...sightOf(world, name), leaked: [], badge: 0 }
  const look = async (): Promise<object> => {
    const { said, unread, badge, ...seen } = await lookAround(cast, actor, side)
    const comments = seen.exported.comments.filter((word) => !mayBeStored(world, word))
    return {
      ...seen,
      exported: { ...seen.exported, comments },
      leaked: wordsIn(said, cast).filter((word) => !readable.has(word)),
      badge: badge - unread,
    }
  }
  let seen = await look()
  const isSo = async () => isDeepStrictEqual(seen, wanted) || ((seen = await look()), false)
  await until('the sight is that of the model', isSo, SETTLED_MS).catch(() =>
    expect(seen, `what ${name} sees`).toEqual(wanted),
  )
}

/** Comments stay stored as long as their post can come back, and are exported as long as they are stored. */
const mayBeStored = (world: World, word: string): boolean =>
  world.writings.some((one) => one.word === word && one.post !== undefined && !isThere(world, one.post))
