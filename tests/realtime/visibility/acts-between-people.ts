import { done } from '#tests/support/full-account.ts'
import { until } from '#tests/support/until.ts'
import { answered, caller, idOf, target, type Doing, type Params } from './doing.ts'
import { areApart, isLiving, join, livingIn, NAMES, pair, type Name, type World } from './model.ts'

const areOthers = (world: World, { by, other }: Params): boolean =>
  by !== other && isLiving(world, by) && isLiving(world, other)

/** Begins a mute or block, or ends it. */
export const relate = (kind: 'mute' | 'block'): Doing => ({
  name: kind,
  when: areOthers,
  async run(world, params, cast) {
    const held = kind === 'mute' ? world.mutes : world.blocks
    const key = pair(params.by, params.other)
    const path = `/users/${idOf(cast, params.other)}/${kind}`
    const isHeld = held.has(key)
    const call = caller(cast, params)
    await done(isHeld ? call.delete(path) : call.post(path))
    if (isHeld) held.delete(key)
    else held.add(key)
  },
})

/** Ann has made the group. */
const MAKER = NAMES[0]
/** Who can be added, or can go; the maker stays. */
const others = (world: World, isMember: boolean): Name[] =>
  isLiving(world, MAKER)
    ? livingIn(world).filter((name) => name !== MAKER && world.members.has(name) === isMember)
    : []

/** The other one, if the act can be about them. */
const whom = (world: World, isMember: boolean, params: Params): Name => {
  const able = others(world, isMember)
  return able.includes(params.other) ? params.other : target(able, params)!
}

export const add: Doing = {
  name: 'add',
  when: (world) => others(world, false).length > 0,
  async run(world, params, cast) {
    const other = whom(world, false, params)
    const path = `/messages/groups/${cast.groupId}/members`
    const answer = await cast.actors
      .get(MAKER)!
      .at[params.side].post(path, { memberIds: [idOf(cast, other)] })
    // Nobody is added across a block (row 483).
    const isAllowed = !areApart(world, MAKER, other)
    answered(`add ${other}`, answer, isAllowed)
    if (isAllowed) join(world, other)
  },
}

/** The maker takes somebody out. */
export const dismiss: Doing = {
  name: 'dismiss',
  when: (world) => others(world, true).length > 0,
  async run(world, params, cast) {
    const other = whom(world, true, params)
    const path = `/messages/groups/${cast.groupId}/members/${idOf(cast, other)}`
    await done(cast.actors.get(MAKER)!.at[params.side].delete(path))
    world.members.delete(other)
  },
}

export const quit: Doing = {
  name: 'quit',
  when: (world, { by }) => others(world, true).includes(by),
  async run(world, params, cast) {
    await done(caller(cast, params).post(`/messages/groups/${cast.groupId}/leave`))
    world.members.delete(params.by)
  },
}

/** Newcomers read from now on what was written before, or no longer. */
export const history: Doing = {
  name: 'history',
  when: (world) => isLiving(world, MAKER),
  async run(world, { side }, cast) {
    const showsHistory = !world.showsHistory
    await done(cast.actors.get(MAKER)!.at[side].patch(`/messages/groups/${cast.groupId}`, { showsHistory }))
    world.showsHistory = showsHistory
  },
}

/** Somebody deletes their account. Three people stay. */
export const erase: Doing = {
  name: 'erase',
  when: (world, { by }) => isLiving(world, by) && livingIn(world).length > 3,
  async run(world, params, cast) {
    await done(caller(cast, params).delete('/user/delete-account'))
    const erased = { kind: 'erase-account', key: idOf(cast, params.by), progress: 'once more' }
    await until(
      'the account is erased',
      async () => (await cast.store.collection('jobs').findOne(erased)) !== null,
    )
    world.erased.add(params.by)
    world.members.delete(params.by)
  },
}
