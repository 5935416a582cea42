import { LIMITS } from '#contract/limits.ts'
import { expect, it } from 'vitest'
import type { ConversationView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { person } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import { acknowledgedBy, Chatter, conversationOf, crowdedChat, readAll } from './chatter.ts'
import { expectMessagesConsistent } from './expect-messages.ts'
import { startKillableServer } from './killable-server.ts'
import { shareRestarts } from './shared-restarts.ts'
import { answered, startWriting } from './writer.ts'
import {
  Commenter,
  expectCommentsConsistent,
  expectFollowsConsistent,
  expectMentionsConsistent,
  Follower,
  Mentioner,
} from './writers.ts'

/** The cluster test kills more often, and under load. */
const KILLS = 5
const killable = startKillableServer()
const withOthers = shareRestarts(killable)

it.concurrent(
  `L5 L6: ${KILLS} kills of the server lose, double or reorder no acknowledged message`,
  withOthers(async (restart) => {
    const [ann, bob] = [await person(killable.server, 'ann'), await person(killable.server, 'bob')]
    const chatters = [new Chatter(ann, bob), new Chatter(bob, ann)]
    const stop = startWriting(chatters)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = acknowledgedBy(chatters)
      await until('both talk again', () => acknowledgedBy(chatters) >= before + 10, 30_000)
      await restart()
    }
    await stop()
    expect(chatters[0]!.retries + chatters[1]!.retries, 'the kills were felt').toBeGreaterThan(0)
    await expectMessagesConsistent(ann, bob, chatters)
  }),
  240_000,
)

it.concurrent(
  'L5 L6: kills of the server in the middle of groups lose, double and reorder no message of a crowded conversation',
  withOthers(async (restart) => {
    const [ann, bob] = [
      await person(killable.server, 'crowd_ann'),
      await person(killable.server, 'crowd_bob'),
    ]
    const chatters = crowdedChat(ann, bob, 6)
    const stop = startWriting(chatters)
    const least = () => Math.min(...chatters.map(({ acknowledged }) => acknowledged.size))
    for (let kill = 0; kill < 3; kill += 1) {
      const before = least()
      await until('all talk again', () => least() >= before + 3, 60_000)
      await restart()
    }
    const afterLast = least()
    await until('all talk after the last kill', () => least() >= afterLast + 2, 60_000)
    await stop()
    await expectMessagesConsistent(ann, bob, chatters)
  }),
  240_000,
)

it.concurrent(
  'L5 L6 L49: kills of the server lose, double and reorder no message of a group, nor anybody who comes in meanwhile',
  withOthers(async (restart) => {
    const people = await Promise.all(
      ['one', 'two', 'three'].map((name) => person(killable.server, `group_${name}`)),
    )
    const late = await Promise.all(
      Array.from({ length: 3 }, (_, at) => person(killable.server, `late_${at}`)),
    )
    const maker = people[0]!
    // Nobody can be added who has not accepted contact.
    for (const one of [...people.slice(1), ...late]) await one.post(`/users/${maker.id}/follow`)
    const { id } = (
      await maker.post<ConversationView>('/messages/groups', {
        name: 'Killed',
        memberIds: people.slice(1).map((one) => one.id),
      })
    ).body
    const chatters = people.map((one) => new Chatter(one, { id }, 5))
    const stop = startWriting(chatters)
    const least = () => Math.min(...chatters.map(({ acknowledged }) => acknowledged.size))
    for (const newcomer of late) {
      const before = least()
      await until('all talk again', () => least() >= before + 3, 60_000)
      const add = () => maker.post(`/messages/groups/${id}/members`, { memberIds: [newcomer.id] })
      let adding: Promise<unknown> | undefined
      await restart({ before: () => void (adding = answered(add)) })
      await adding
    }
    await stop()
    const all = await readAll(maker, id)
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1))
    const said = all.filter(({ notice }) => !notice)
    expect(said).toHaveLength(acknowledgedBy(chatters))
    expect(new Set(said.map(({ content }) => content)).size, 'nothing doubled').toBe(said.length)
    // Made, three added at the beginning in one line, three later.
    expect(all.length - said.length).toBe(2 + late.length)
    for (const one of people) {
      const others = said.filter(({ senderId }) => senderId !== one.id).length
      expect((await conversationOf(one, id)).unreadCount).toBe(Math.min(others, LIMITS.unreadMessages))
    }
    for (const newcomer of late) {
      const seen = await readAll(newcomer, id)
      expect(seen).toEqual(all.slice(-seen.length))
      expect((await conversationOf(newcomer, id)).group!.firstSeq).toBe(seen[0]!.seq)
    }
  }),
  240_000,
)

it.concurrent(
  'L3 L5: kills of the server in the middle of groups lose and double no comment, follow or mention',
  withOthers(async (restart) => {
    const star = await person(killable.server, 'star')
    const { body: post } = await star.post<PostView>('/posts', { text: 'Comment on this' })
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, at) => person(killable.server, `writer_${at}`)),
    )
    const commenters = people.map((one) => new Commenter(one, post.id))
    const followers = people.map((one) => new Follower(one, star))
    const mentioners = people.map((one) => new Mentioner(one, star))
    const stop = startWriting([...commenters, ...followers, ...mentioners])
    const least = () =>
      Math.min(
        ...commenters.map(({ written }) => written.length),
        ...followers.map(({ acknowledged }) => acknowledged),
        ...mentioners.map(({ written }) => written.length),
      )
    for (let kill = 0; kill < 3; kill += 1) {
      const before = least()
      await until('all write again', () => least() >= before + 3, 60_000)
      await restart()
    }
    const afterLast = least()
    await until('all write after the last kill', () => least() >= afterLast + 2, 60_000)
    await stop()
    await expectCommentsConsistent(star, post.id, commenters)
    await expectFollowsConsistent(star, followers)
    // The last notification is of a mention: the follows begin before.
    await expectMentionsConsistent(
      star,
      mentioners,
      followers.filter(({ isFollowing }) => !isFollowing).length,
    )
  }),
  360_000,
)
