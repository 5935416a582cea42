import { LIMITS } from '#contract/limits.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConversationView } from '#contract/messages.ts'
import { person } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { acknowledgedBy, Chatter, conversationOf, crowdedChat, readAll } from './chatter.ts'
import { expectMessagesConsistent } from './expect-messages.ts'
import { answered, startWriting } from './writer.ts'

/** The cluster test kills more often, and under load. */
const KILLS = 5
let server: ServerProcess

beforeAll(async () => {
  server = await startServerProcess({ MONGODB_URI: freshDatabase() })
}, 90_000)
afterAll(() => server[Symbol.asyncDispose]())

it(`L5 L6: ${KILLS} kills of the server lose, double or reorder no acknowledged message`, async () => {
  const [ann, bob] = [await person(server, 'ann'), await person(server, 'bob')]
  const chatters = [new Chatter(ann, bob), new Chatter(bob, ann)]
  const stop = startWriting(chatters)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledgedBy(chatters)
    await until('both talk again', () => acknowledgedBy(chatters) >= before + 10, 30_000)
    await server.kill()
    await server.start()
  }
  await stop()
  expect(chatters[0]!.retries + chatters[1]!.retries, 'the kills were felt').toBeGreaterThan(0)
  await expectMessagesConsistent(ann, bob, chatters)
}, 240_000)

it('L5 L6: kills of the server in the middle of groups lose, double and reorder no message of a crowded conversation', async () => {
  const [ann, bob] = [await person(server, 'crowd_ann'), await person(server, 'crowd_bob')]
  const chatters = crowdedChat(ann, bob, 6)
  const stop = startWriting(chatters)
  const least = () => Math.min(...chatters.map(({ acknowledged }) => acknowledged.size))
  for (let kill = 0; kill < 3; kill += 1) {
    const before = least()
    await until('all talk again', () => least() >= before + 3, 60_000)
    await server.kill()
    await server.start()
  }
  const afterLast = least()
  await until('all talk after the last kill', () => least() >= afterLast + 2, 60_000)
  await stop()
  await expectMessagesConsistent(ann, bob, chatters)
}, 240_000)

it('L5 L6 L49: kills of the server lose, double and reorder no message of a group, nor anybody who comes in meanwhile', async () => {
  const people = await Promise.all(['one', 'two', 'three'].map((name) => person(server, `group_${name}`)))
  const late = await Promise.all(Array.from({ length: 3 }, (_, at) => person(server, `late_${at}`)))
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
    const adding = answered(() => maker.post(`/messages/groups/${id}/members`, { memberIds: [newcomer.id] }))
    await server.kill()
    await server.start()
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
}, 240_000)
