import { ObjectId } from 'mongodb'
import { expect } from 'vitest'
import fc from 'fast-check'
import type { CaseView, ReportReceipt } from '#contract/moderation.ts'
import { done } from '#tests/support/full-account.ts'
import type { Caller, Reply } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import {
  areApart,
  isLiving,
  isThere,
  join,
  livingIn,
  mayRead,
  NAMES,
  pair,
  writingsOf,
  type Name,
  type World,
  type Writing,
} from './model.ts'
import type { Audience } from './audience.ts'
import type { Cast } from './stage.ts'

/** The five and what has been pushed to them. */
export interface Real {
  readonly cast: Cast
  readonly audience: Audience
}

/** One call, at one of the two processes, of which the model says what it changes and whether it is refused. */
export class Act implements fc.AsyncCommand<World, Real> {
  readonly #does: Doing
  readonly #params: Params
  constructor(does: Doing, params: Params) {
    this.#does = does
    this.#params = params
  }
  check(world: Readonly<World>): boolean {
    return this.#does.when(world, this.#params)
  }
  async run(world: World, { cast, audience }: Real): Promise<void> {
    await this.#does.run(world, this.#params, cast)
    await audience.note(world)
  }
  toString(): string {
    const { by, other, at, side } = this.#params
    return `${this.#does.name}(${by}, ${other}, ${at}, ${side})`
  }
}

interface Params {
  readonly by: Name
  readonly other: Name
  /** Which of the writings it is about, counted anew from the start after the last one. */
  readonly at: number
  readonly side: 0 | 1
}

interface Doing {
  readonly name: string
  readonly when: (world: World, params: Params) => boolean
  readonly run: (world: World, params: Params, cast: Cast) => Promise<void>
}

const caller = ({ actors }: Cast, { by, side }: Params): Caller => actors.get(by)!.at[side]
const idOf = ({ actors }: Cast, name: Name): string => actors.get(name)!.id
const target = (from: readonly Writing[], { at }: Params): Writing | undefined => from[at % from.length]

/** The call is done as the model says, or refused as it says. */
function answered(what: string, { status, text }: Reply<unknown>, isAllowed: boolean): void {
  expect(status < 300, `${what}: ${status} ${text}`).toBe(isAllowed)
  expect(status, `${what}: ${text}`).toBeLessThan(500)
}

/** Writes something new, if the model allows it. */
async function write(
  world: World,
  cast: Cast,
  writing: Omit<Writing, 'word' | 'state'>,
  call: (text: string) => Promise<Reply<{ id: string; seq?: number }>>,
  isAllowed: boolean,
): Promise<void> {
  const word = `${writing.kind}${cast.common.slice(6)}x${world.writings.length}x`
  const answer = await call(`${cast.common} ${word}`)
  answered(word, answer, isAllowed)
  if (!isAllowed) return
  cast.ids.set(word, answer.body.id)
  if (answer.body.seq !== undefined) cast.seqs.set(answer.body.seq, word)
  world.writings.push({ ...writing, word, state: 'there' })
}

const post: Doing = {
  name: 'post',
  when: (world, { by }) => isLiving(world, by),
  async run(world, params, cast) {
    const call = (text: string) => caller(cast, params).post<{ id: string }>('/posts', { text })
    await write(world, cast, { kind: 'post', by: params.by }, call, true)
    const posts = writingsOf(world, 'post').map(({ word }) => cast.ids.get(word)!)
    for (const name of livingIn(world)) await cast.actors.get(name)!.page.send('watch', { posts })
  },
}

const comment: Doing = {
  name: 'comment',
  when: (world, { by }) => isLiving(world, by) && writingsOf(world, 'post').length > 0,
  async run(world, params, cast) {
    const on = target(writingsOf(world, 'post'), params)!
    const path = `/posts/${cast.ids.get(on.word)}/comments`
    const call = (text: string) => caller(cast, params).post<{ id: string }>(path, { text })
    await write(
      world,
      cast,
      { kind: 'comment', by: params.by, post: on },
      call,
      mayRead(world, params.by, on),
    )
  },
}

const react: Doing = {
  name: 'react',
  when: (world, params) => {
    const on = target(writingsOf(world, 'post'), params)
    const isNew = !world.reactions.some((one) => one.post === on && one.by === params.by)
    return isLiving(world, params.by) && on !== undefined && isNew
  },
  async run(world, params, cast) {
    const on = target(writingsOf(world, 'post'), params)!
    const isAllowed = mayRead(world, params.by, on)
    const path = `/posts/${cast.ids.get(on.word)}/react`
    answered(`react to ${on.word}`, await caller(cast, params).post(path, { emoji: '👍' }), isAllowed)
    if (isAllowed) world.reactions.push({ post: on, by: params.by })
  },
}

const say: Doing = {
  name: 'say',
  when: (world, { by }) => isLiving(world, by),
  async run(world, params, cast) {
    const call = (content: string) =>
      caller(cast, params).post<{ id: string }>('/messages', { receiverId: cast.groupId, content })
    await write(world, cast, { kind: 'message', by: params.by }, call, world.members.has(params.by))
  },
}

const read: Doing = {
  name: 'read',
  when: (world, { by }) => isLiving(world, by) && world.members.has(by),
  async run(world, params, cast) {
    await done(caller(cast, params).post(`/messages/${cast.groupId}/read`, { seq: 10_000 }))
    world.members.get(params.by)!.read = world.writings.length
  },
}

/** Deletes something of one's own that one sees. */
const remove: Doing = {
  name: 'remove',
  when: (world, { by, at }) => {
    const one = world.writings[at % Math.max(1, world.writings.length)]
    return one !== undefined && one.by === by && mayRead(world, by, one)
  },
  async run(world, params, cast) {
    const one = target(world.writings, params)!
    const folder = { post: 'posts', comment: 'comments', message: `messages/${cast.groupId}` }[one.kind]
    await done(caller(cast, params).delete(`/${folder}/${cast.ids.get(one.word)}`))
    one.state = 'deleted'
  },
}

/** A moderator removes a post or comment. */
const hide: Doing = {
  name: 'hide',
  when: (world, params) => {
    const one = target(world.writings, params)
    return one !== undefined && one.kind !== 'message' && isThere(world, one)
  },
  async run(world, params, { king, cases, ids }) {
    const one = target(world.writings, params)!
    const report = { targetType: one.kind, targetId: ids.get(one.word), reason: 'spam' }
    const { id } = await done(king.post<ReportReceipt>('/reports', report))
    const decided = await done(king.post<CaseView>(`/admin/reports/${id}/actions`, { action: 'remove' }))
    cases.set(one.word, decided.id)
    one.state = 'hidden'
  },
}

/** It is shown again, because its author has appealed. */
const show: Doing = {
  name: 'show',
  when: (world, params) => {
    const one = target(world.writings, params)
    return (
      one?.state === 'hidden' &&
      isLiving(world, one.by) &&
      (one.post === undefined || isThere(world, one.post))
    )
  },
  async run(world, params, cast) {
    const one = target(world.writings, params)!
    const id = cast.cases.get(one.word)!
    const author = cast.actors.get(one.by)!.at[params.side]
    await done(author.post(`/moderation/cases/${id}/appeal`, { text: 'It was not.' }))
    await done(cast.queen.patch(`/admin/appeals/${id}`, { status: 'reversed' }))
    one.state = 'there'
  },
}

/** The time of a message is over, and the job comes that erases it. */
const expire: Doing = {
  name: 'expire',
  when: (world, params) => {
    const one = target(world.writings, params)
    return one?.kind === 'message' && isThere(world, one)
  },
  async run(world, params, { store, ids, groupId }) {
    const one = target(world.writings, params)!
    const expiresAt = new Date(Date.now() - 1)
    const _id = new ObjectId(ids.get(one.word))
    const message = await store.collection('messages').findOneAndUpdate({ _id }, { $set: { expiresAt } })
    await store
      .collection('conversations')
      .updateOne(
        { _id: new ObjectId(groupId), 'lastMessage.seq': message!['seq'] as number },
        { $set: { 'lastMessage.expiresAt': expiresAt } },
      )
    await store
      .collection('jobs')
      .updateOne({ kind: 'disappearing', key: groupId }, { $set: { dueAt: new Date(0) } })
    one.state = 'expired'
  },
}

const areOthers = (world: World, { by, other }: Params): boolean =>
  by !== other && isLiving(world, by) && isLiving(world, other)

/** Begins a mute or block, or ends it. */
const relate = (kind: 'mute' | 'block'): Doing => ({
  name: kind,
  when: areOthers,
  async run(world, params, cast) {
    const held = kind === 'mute' ? world.mutes : world.blocks
    const key = pair(params.by, params.other)
    const path = `/users/${idOf(cast, params.other)}/${kind}`
    const isHeld = held.has(key)
    const call = caller(cast, params)
    const answer = await (isHeld ? call.delete(path) : call.post(path))
    // For a blocked person the blocker does not exist (row 46): a mute cannot begin.
    const isAllowed = kind === 'block' || isHeld || !world.blocks.has(pair(params.other, params.by))
    answered(path, answer, isAllowed)
    if (!isAllowed) return
    if (isHeld) held.delete(key)
    else held.add(key)
  },
})

/** Ann has made the group. */
const MAKER = NAMES[0]
const isOfGroup = (world: World, { other }: Params, isMember: boolean): boolean =>
  other !== MAKER && isLiving(world, MAKER) && isLiving(world, other) && world.members.has(other) === isMember

const add: Doing = {
  name: 'add',
  when: (world, params) => isOfGroup(world, params, false),
  async run(world, { other, side }, cast) {
    const path = `/messages/groups/${cast.groupId}/members`
    const answer = await cast.actors.get(MAKER)!.at[side].post(path, { memberIds: [idOf(cast, other)] })
    // Nobody is added across a block (row 483).
    const isAllowed = !areApart(world, MAKER, other)
    answered(`add ${other}`, answer, isAllowed)
    if (isAllowed) join(world, other)
  },
}

const dismiss: Doing = {
  name: 'dismiss',
  when: (world, params) => isOfGroup(world, params, true),
  async run(world, { other, side }, cast) {
    const path = `/messages/groups/${cast.groupId}/members/${idOf(cast, other)}`
    await done(cast.actors.get(MAKER)!.at[side].delete(path))
    world.members.delete(other)
  },
}

const quit: Doing = {
  name: 'quit',
  when: (world, params) => isOfGroup(world, params, true),
  async run(world, { other, side }, cast) {
    await done(cast.actors.get(other)!.at[side].post(`/messages/groups/${cast.groupId}/leave`))
    world.members.delete(other)
  },
}

/** Newcomers read from now on what was written before, or no longer. */
const history: Doing = {
  name: 'history',
  when: (world) => isLiving(world, MAKER),
  async run(world, { side }, cast) {
    const showsHistory = !world.showsHistory
    await done(cast.actors.get(MAKER)!.at[side].patch(`/messages/groups/${cast.groupId}`, { showsHistory }))
    world.showsHistory = showsHistory
  },
}

/** Somebody deletes their account. Three people stay. */
const erase: Doing = {
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

const OFTEN = [post, comment, say, say, relate('block'), relate('mute')]
const SOMETIMES = [react, read, remove, hide, show, expire, add, dismiss, quit, history, erase]

const params = fc.record({
  by: fc.constantFrom(...NAMES),
  other: fc.constantFrom(...NAMES),
  at: fc.nat(11),
  side: fc.constantFrom(0 as const, 1 as const),
})

/** Every kind of act, for `fc.commands`. */
export const acts = [...OFTEN, ...SOMETIMES].map((does) =>
  params.map((which): fc.AsyncCommand<World, Real> => new Act(does, which)),
)
