import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SENTENCES } from '#contract/errors.ts'
import { person, visitor } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'
import { Chatter, acknowledgedBy } from './chatter.ts'
import { expectTruth } from './truth.ts'

const KILLS = 3
let server: ServerProcess

beforeAll(async () => {
  // Its own embedded database: the server has to bring it back by itself.
  server = await startServerProcess({ MONGODB_URI: '' })
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

const mongodPid = async () => Number(await readFile(path.join(server.dataDir, 'mongo/db/mongod.lock'), 'utf8'))

it(`L3 L6: mongod is killed ${KILLS} times in mid-send, comes back by itself, and no acknowledged message is lost or doubled`, async () => {
  const [ann, bob] = [await person(server, 'ann'), await person(server, 'bob')]
  const chatters = [new Chatter(ann, bob), new Chatter(bob, ann)]
  const talking = chatters.map((chatter) => chatter.talk())
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledgedBy(chatters)
    await until('both talk again', () => acknowledgedBy(chatters) >= before + 10, 60_000)
    const killed = await mongodPid()
    process.kill(killed, 'SIGKILL')
    await until('another mongod has taken over', async () => (await mongodPid()) !== killed, 60_000)
    await until('the store answers again', async () => (await fetch(`${server.url}/readyz`)).status === 200, 60_000)
  }
  const afterLast = acknowledgedBy(chatters)
  await until('both talk after the last kill', () => acknowledgedBy(chatters) >= afterLast + 10, 60_000)
  chatters.forEach((chatter) => chatter.stop())
  await Promise.all(talking)
  await expectTruth(ann, bob, chatters)
}, 240_000)

it('a store that hangs is answered for with 503 and Retry-After, on every call and page, and is one line in the log', async () => {
  const [ann, bob] = [await person(server, 'ann_waits'), await person(server, 'bob_waits')]
  const linesBefore = outageLines()
  const page = (cookie: string) => fetch(`${server.url}/`, { headers: { cookie } })
  const calls = () => [
    ann.get('/auth/me'),
    ann.get('/notifications'),
    ann.post('/messages', { receiverId: bob.id, content: 'Is anybody in there?', clientId: randomUUID() }),
    ann.post('/posts', { text: 'Hello?' }),
    visitor(server).get(`/users/${bob.handle}`),
    page(ann.cookie()),
  ]
  const hung = await mongodPid()
  process.kill(hung, 'SIGSTOP')
  try {
    for (const answers of [await Promise.all(calls()), await Promise.all(calls())]) {
      expect(answers.map(({ status, headers }) => [status, Number(headers.get('retry-after')) > 0])).toEqual(answers.map(() => [503, true]))
    }
    expect((await ann.get('/auth/me')).text).toBe(SENTENCES.busy)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  } finally {
    process.kill(hung, 'SIGCONT')
  }
  await until('the store answers again', async () => (await ann.get('/auth/me')).status === 200, 60_000)
  expect(outageLines() - linesBefore, server.log()).toBe(1)
  expect(server.log()).not.toContain('request failed')
}, 120_000)

const outageLines = (): number => server.log().split('the store does not answer').length - 1
