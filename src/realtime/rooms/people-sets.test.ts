import { expect, test } from 'vitest'
import { newSeed, seeded } from '#tests/support/seeded.ts'
import { PeopleSets } from './people-sets.ts'

test('a set holds what was added and not what was removed, and owners do not share theirs', () => {
  const sets = new PeopleSets()
  sets.add('ann', ['bob', 'cat', 'bob'])
  sets.add('dan', ['cat'])
  expect([sets.has('ann', 'bob'), sets.has('dan', 'bob'), sets.has('eve', 'bob')]).toEqual([
    true,
    false,
    false,
  ])
  expect([sets.sizeOf('ann'), sets.sizeOf('dan'), sets.sizeOf('eve')]).toEqual([2, 1, 0])
  sets.remove('ann', 'cat')
  expect([sets.has('ann', 'cat'), sets.has('dan', 'cat'), sets.isKnown('cat')]).toEqual([false, true, true])
  sets.replace('dan', ['fay'])
  expect([sets.isKnown('cat'), sets.has('dan', 'fay')]).toEqual([false, true])
  sets.drop('ann')
  sets.drop('dan')
  expect(['bob', 'cat', 'fay'].filter((id) => sets.isKnown(id))).toEqual([])
})

test('any sequence of changes leaves the same as plain sets', () => {
  const seed = newSeed()
  const dice = seeded(seed)
  const sets = new PeopleSets()
  const model = new Map<string, Set<string>>()
  const owners = ['a', 'b', 'c', 'd']
  const ids = Array.from({ length: 30 }, (_, at) => `id ${at}`)
  const some = () => ids.filter(() => dice(3) === 0)
  for (let step = 0; step < 2_000; step += 1) {
    const owner = owners[dice(owners.length)]!
    const own = model.get(owner) ?? new Set()
    const deed = dice(10)
    if (deed < 4) {
      const added = some()
      sets.add(owner, added)
      model.set(owner, new Set([...own, ...added]))
    } else if (deed < 8) {
      const id = ids[dice(ids.length)]!
      sets.remove(owner, id)
      own.delete(id)
    } else if (deed < 9) {
      const wanted = some()
      sets.replace(owner, wanted)
      model.set(owner, new Set(wanted))
    } else {
      sets.drop(owner)
      model.delete(owner)
    }
    const held = (one: string) => ids.filter((id) => sets.has(one, id))
    for (const one of owners)
      expect(held(one), `seed ${seed}`).toEqual(ids.filter((id) => model.get(one)?.has(id)))
    const all = new Set([...model.values()].flatMap((set) => [...set]))
    expect(
      ids.filter((id) => sets.isKnown(id)),
      `seed ${seed}`,
    ).toEqual(ids.filter((id) => all.has(id)))
  }
})
