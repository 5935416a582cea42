import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MonitorErrorView, MonitorStatusView } from '#contract/monitor.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

/**
 * Loaded before the product: makes it crash on request, by an exception or by an unhandled rejection.
 */
const FALLS = `data:text/javascript,${encodeURIComponent(`
process.on('SIGUSR2', () => { throw new TypeError('The seat of ann@people.example is gone') })
process.on('SIGALRM', () => { void Promise.reject(new RangeError('Nobody awaits seat 7')) })
`)}`

// Each test restarts the process.
vi.setConfig({ testTimeout: 60_000 })

const storeUri = freshDatabase()
let server: ServerProcess
let king: Person

beforeAll(async () => {
  server = await startServerProcess({
    MONGODB_URI: storeUri,
    SESSION_SECRET: 'the-same-after-each-fall',
    NODE_OPTIONS: `--import ${FALLS}`,
  })
  king = await person(server, 'king')
  const store = await MongoClient.connect(storeUri)
  await store
    .db()
    .collection('users')
    .updateOne({ handle: 'king' }, { $set: { isAdmin: true } })
  await store.close()
  await until('the crown is noticed', async () => (await king.get('/ai-monitor/status')).status === 200)
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  const store = await MongoClient.connect(storeUri)
  await store.db().dropDatabase()
  await store.close()
})

const errors = async () => (await king.get<MonitorStatusView>('/ai-monitor/status')).body.recentErrors
async function reportedError(words: RegExp): Promise<MonitorErrorView> {
  let found: MonitorErrorView | undefined
  await until(
    `the monitor tells of ${words}`,
    async () => (found = (await errors()).find((error) => words.test(error.message))) !== undefined,
  )
  return found!
}
async function fallAndReturn(signal: NodeJS.Signals): Promise<void> {
  await server.kill(signal)
  await server.start()
}
const notes = () => readdir(path.join(server.dataDir, 'running'))

test('The error that ended the process is in the monitor after the next start, as critical, without personal data', async () => {
  await fallAndReturn('SIGUSR2')
  expect(await reportedError(/^TypeError/)).toMatchObject({
    message: 'TypeError: The seat of [address] is gone',
    severity: 'CRITICAL',
    type: 'runtime',
    source: 'server',
    during: 'the process ended by it',
    resolved: false,
    count: 1,
  })
  expect(server.log()).toContain('The seat of ann@people.example is gone')
})

test('An unhandled rejection is in the monitor too', async () => {
  await fallAndReturn('SIGALRM')
  expect(await reportedError(/^RangeError/)).toMatchObject({
    message: 'RangeError: Nobody awaits seat #',
    severity: 'CRITICAL',
  })
})

test('A killed process is reported as killed', async () => {
  await fallAndReturn('SIGKILL')
  expect(await reportedError(/without a word/)).toMatchObject({
    severity: 'HIGH',
    type: 'runtime',
    during: 'the process was running',
  })
})

test('A process that was stopped in order is not reported, and leaves no file', async () => {
  const before = (await errors()).map(({ id, count }) => [id, count])
  expect(await notes()).toHaveLength(1)
  await server.stop()
  expect(await notes()).toEqual([])
  await server.start()
  expect(await notes()).toHaveLength(1)
  // The monitor writes errors within half a second: a later error is there, so an earlier one would be.
  await king.post('/ai-monitor/test-error', { errorType: 'runtime' })
  await until('the later one is there', async () => (await errors()).some(({ test: caused }) => caused))
  expect((await errors()).filter(({ test: caused }) => !caused).map(({ id, count }) => [id, count])).toEqual(
    before,
  )
})
