import { afterAll, beforeAll, expect, it } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { Chatter, acknowledgedBy, crowdedChat } from './chatter.ts'
import { expectMessagesConsistent } from './expect-messages.ts'
import { startWriting } from './writer.ts'

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
