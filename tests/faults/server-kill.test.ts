import { afterAll, beforeAll, expect, it } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { Chatter, acknowledgedBy } from './chatter.ts'
import { expectMessagesConsistent } from './expect-messages.ts'

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
  const talking = chatters.map((chatter) => chatter.talk())
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledgedBy(chatters)
    await until('both talk again', () => acknowledgedBy(chatters) >= before + 10, 30_000)
    await server.kill()
    await server.start()
  }
  chatters.forEach((chatter) => chatter.stop())
  await Promise.all(talking)
  expect(chatters[0]!.retries + chatters[1]!.retries, 'the kills were felt').toBeGreaterThan(0)
  await expectMessagesConsistent(ann, bob, chatters)
}, 240_000)
