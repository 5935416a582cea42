import { ObjectId } from 'mongodb'
import type { CaseView, ReportReceipt } from '#contract/moderation.ts'
import { done } from '#tests/support/full-account.ts'
import { answered, caller, target, write, type Doing } from './doing.ts'
import {
  isLiving,
  isThere,
  livingIn,
  mayRead,
  notify,
  writingsOf,
  type Name,
  type World,
  type Writing,
} from './model.ts'

export const post: Doing = {
  name: 'post',
  when: (world, { by }) => isLiving(world, by),
  async run(world, params, cast) {
    const call = (text: string) => caller(cast, params).post<{ id: string }>('/posts', { text })
    await write(world, cast, { kind: 'post', by: params.by }, call, true)
    const posts = writingsOf(world, 'post').map(({ word }) => cast.ids.get(word)!)
    for (const name of livingIn(world)) await cast.actors.get(name)!.page.send('watch', { posts })
  },
}

export const comment: Doing = {
  name: 'comment',
  when: (world, { by }) => isLiving(world, by) && writingsOf(world, 'post').length > 0,
  async run(world, params, cast) {
    const on = target(writingsOf(world, 'post'), params)!
    const path = `/posts/${cast.ids.get(on.word)}/comments`
    const call = (text: string) => caller(cast, params).post<{ id: string }>(path, { text })
    const isAllowed = mayRead(world, params.by, on)
    await write(world, cast, { kind: 'comment', by: params.by, post: on }, call, isAllowed)
    if (isAllowed) notify(world, params.by, world.writings.at(-1)!)
  },
}

export const react: Doing = {
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
    if (!isAllowed) return
    world.reactions.push({ post: on, by: params.by })
    notify(world, params.by, on)
  },
}

export const say: Doing = {
  name: 'say',
  when: (world, { by }) => isLiving(world, by),
  async run(world, params, cast) {
    const call = (content: string) =>
      caller(cast, params).post<{ id: string }>('/messages', { receiverId: cast.groupId, content })
    await write(world, cast, { kind: 'message', by: params.by }, call, world.members.has(params.by))
  },
}

/** A reaction to a message, which pushes the whole message. */
export const wave: Doing = {
  name: 'wave',
  when: (world, { by }) => isLiving(world, by) && writingsOf(world, 'message').length > 0,
  async run(world, params, cast) {
    const to = target(writingsOf(world, 'message'), params)!
    const path = `/messages/${cast.groupId}/${cast.ids.get(to.word)}/reaction`
    const answer = await caller(cast, params).put(path, { emoji: '👍' })
    answered(`react to ${to.word}`, answer, mayRead(world, params.by, to))
  },
}

export const read: Doing = {
  name: 'read',
  when: (world, { by }) => isLiving(world, by) && world.members.has(by),
  async run(world, params, cast) {
    await done(caller(cast, params).post(`/messages/${cast.groupId}/read`, { seq: 10_000 }))
    Object.assign(world.members.get(params.by)!, { read: world.writings.length, isNew: false })
  },
}

/** What one has written and sees. */
const ownOf = (world: World, by: Name): Writing[] =>
  world.writings.filter((one) => one.by === by && mayRead(world, by, one))
const isPublic = ({ kind }: Writing): boolean => kind !== 'message'
const shownIn = (world: World): Writing[] =>
  world.writings.filter((one) => isPublic(one) && isThere(world, one))
/** What a moderator has removed, and may be shown again. */
const hiddenIn = (world: World): Writing[] =>
  world.writings.filter(
    (one) =>
      one.state === 'hidden' &&
      isLiving(world, one.by) &&
      (one.post === undefined || isThere(world, one.post)),
  )
const messagesIn = (world: World): Writing[] =>
  writingsOf(world, 'message').filter((one) => isThere(world, one))

export const remove: Doing = {
  name: 'remove',
  when: (world, { by }) => ownOf(world, by).length > 0,
  async run(world, params, cast) {
    const one = target(ownOf(world, params.by), params)!
    const folder = { post: 'posts', comment: 'comments', message: `messages/${cast.groupId}` }[one.kind]
    await done(caller(cast, params).delete(`/${folder}/${cast.ids.get(one.word)}`))
    one.state = 'deleted'
  },
}

/** A moderator removes a post or comment. */
export const hide: Doing = {
  name: 'hide',
  when: (world) => shownIn(world).length > 0,
  async run(world, params, { king, cases, ids }) {
    const one = target(shownIn(world), params)!
    const report = { targetType: one.kind, targetId: ids.get(one.word), reason: 'spam' }
    const { id } = await done(king.post<ReportReceipt>('/reports', report))
    const decided = await done(king.post<CaseView>(`/admin/reports/${id}/actions`, { action: 'remove' }))
    cases.set(one.word, decided.id)
    one.state = 'hidden'
  },
}

/** It is shown again, because its author has appealed. */
export const show: Doing = {
  name: 'show',
  when: (world) => hiddenIn(world).length > 0,
  async run(world, params, cast) {
    const one = target(hiddenIn(world), params)!
    const id = cast.cases.get(one.word)!
    const author = cast.actors.get(one.by)!.at[params.side]
    await done(author.post(`/moderation/cases/${id}/appeal`, { text: 'It was not.' }))
    await done(cast.queen.patch(`/admin/appeals/${id}`, { status: 'reversed' }))
    one.state = 'there'
  },
}

/** The time of a message is over. The job that erases it comes with `sweep`. */
export const expire: Doing = {
  name: 'expire',
  when: (world) => messagesIn(world).length > 0,
  async run(world, params, { store, ids, groupId }) {
    const one = target(messagesIn(world), params)!
    const over = { $set: { expiresAt: new Date(Date.now() - 1) } }
    const message = await store
      .collection('messages')
      .findOneAndUpdate({ _id: new ObjectId(ids.get(one.word)) }, over)
    const isLast = { _id: new ObjectId(groupId), 'lastMessage.seq': message!['seq'] as number }
    await store
      .collection('conversations')
      .updateOne(isLast, { $set: { 'lastMessage.expiresAt': over.$set.expiresAt } })
    one.state = 'expired'
  },
}

const expiredIn = (world: World): Writing[] => world.writings.filter(({ state }) => state === 'expired')

/** The job comes that erases what has expired. */
export const sweep: Doing = {
  name: 'sweep',
  when: (world) => expiredIn(world).length > 0,
  async run(world, _params, { store, groupId }) {
    await store
      .collection('jobs')
      .updateOne({ kind: 'disappearing', key: groupId }, { $set: { dueAt: new Date(0) } })
    for (const one of expiredIn(world)) one.state = 'erased'
  },
}
