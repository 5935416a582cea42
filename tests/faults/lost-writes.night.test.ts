import { isDeepStrictEqual } from 'node:util'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inQuiet } from '#tests/support/commands.ts'
import { startLossyStore, type LossyStore, type StoreCommand } from '#tests/support/lossy-store.ts'
import { filesIn } from '#tests/support/media.ts'
import { until } from '#tests/support/until.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { prepareCall, ROLES, type Role } from '../api/matrix/call.ts'
import { ROWS, type Row } from '../api/matrix/rows.ts'
import { buildWorld } from '../api/matrix/world.ts'
import { contentsOf, effectsBetween } from './effects.ts'
import {
  AFTER_ROUND,
  CASES,
  ELSEWHERE,
  REPEATED,
  WRITES_NOTHING,
  type Call,
  type Repeated,
} from './lost-writes.cases.ts'

let lossy: LossyStore
let server: TestServer
let store: mongo.MongoClient
/** Calls whose body may have a clientId: the page repeats them by itself (LIVE L5). */
let repeatable: Set<string>

beforeAll(async () => {
  server = await startTestServer({ reachStore: async (uri) => (lossy = await startLossyStore(uri)).uri })
  // What is deleted is there until the end of the test, and what was sent can be taken back.
  const { setUndoTime } = await import('#server/shared/undo-time.ts')
  setUndoTime(3_600_000)
  store = await mongo.MongoClient.connect(server.storeUri)
  // The server's own rounds change nothing meanwhile.
  const { jobKinds } = await import('#server/platform/jobs/job-kinds.ts')
  const rounds = [...jobKinds.values()].filter(({ everyMs }) => everyMs !== undefined).length
  await until('all are planned', async () => (await jobs().countDocuments({ key: 'periodic' })) === rounds)
  await jobs().updateMany({ key: 'periodic' }, { $set: { dueAt: inHours(24) } })
  repeatable = await callsWithClientId()
})
afterAll(async () => {
  await server?.close()
  await store?.close()
  lossy?.close()
})

const RECOUNT = 'POST /admin/google-refresh'
const jobs = () => store.db().collection('jobs')

/** A row may be about a state of the record, such as '(of a draft)'. */
const WRITES = Object.keys(ROWS).filter((operation) => !/^GET | \(/.test(operation))
/** Those whom the matrix sees succeed, or who have a case of their own. */
const proven = WRITES.filter((operation) => CASES[operation] ?? roleFor(operation, ROWS[operation]!))
// First the one that goes through everybody and all posts: there are few then.
const inOrder = proven.toSorted((one, other) => Number(other === RECOUNT) - Number(one === RECOUNT))

function roleFor(operation: string, { answers }: Row): Role | undefined {
  // Here there is time for it.
  if (operation.endsWith('/take-back')) return 'owner'
  const roles = ['owner', 'other', 'admin', 'moderator', 'visitor'] as const
  return roles.find((role) => answers[ROLES.indexOf(role)]! < 300)
}

async function callsWithClientId(): Promise<Set<string>> {
  const { routes } = await import('#server/boot/features.ts')
  const { z } = await import('zod')
  const named = routes.filter(
    ({ body }) =>
      body &&
      JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"clientId"'),
  )
  return new Set(named.map(({ method, path }) => `${method.toUpperCase()} ${path}`))
}

/** Each call is made by people who have done nothing before. */
async function prepare(operation: string): Promise<Call> {
  const [world, row] = [await buildWorld(server, `_${(worlds += 1)}`), ROWS[operation]!]
  const clientId = repeatable.has(operation) ? { clientId: crypto.randomUUID() } : undefined
  return CASES[operation]?.(world) ?? prepareCall(world, operation, row, roleFor(operation, row)!, clientId)
}
let worlds = 0

/** What the server notes of its own work. */
const LEFT_OUT = new Set(['sessions', 'activeVisitors', 'migrations', 'faults', 'pipes', 'wall_minutes'])
const contents = () =>
  inQuiet(async () => {
    // What waits from earlier calls does not begin during the next one.
    const soon = { state: 'waiting', dueAt: { $lt: inHours(2) } }
    await jobs().updateMany(soon, { $set: { dueAt: inHours(24) } })
    // Uploads are in folders of two digits. Other files come and go: the monitor tries whether it can write.
    const files = (await filesIn(process.env['UPLOADS_DIR']!)).filter((file) => /^[0-9a-f]{2}\//.test(file))
    const uploads = new Map(files.map((file) => [file, {}]))
    return new Map([...(await contentsOf(store.db(), LEFT_OUT)), ['files', uploads]])
  })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

interface Outcome {
  readonly status: number
  readonly effects: readonly string[]
}

async function outcomeOf(call: Call): Promise<Outcome> {
  const before = await contents()
  const { status } = await call()
  // The matrix retries a job that nobody knows.
  await jobs().deleteMany({ kind: 'test:matrix' })
  return { status, effects: effectsBetween(before, await contents()) }
}

/** A write that has an effect: no part of a transaction, and no work of the engine of jobs. */
function isWrite({ name, fields, collection, bytes }: StoreCommand): boolean {
  if (name === 'commitTransaction') return true
  if (!['insert', 'update', 'delete', 'findAndModify'].includes(name)) return false
  if (fields['autocommit'] === false || (LEFT_OUT.has(String(collection)) && collection !== 'sessions'))
    return false
  return collection !== 'jobs' || (name === 'update' && bytes.includes('upsert'))
}

/** The driver repeats a write under the same number of the same session. */
const nameOf = ({ name, fields }: StoreCommand): string =>
  mongo.BSON.EJSON.stringify([name, fields['lsid'], fields['txnNumber']])

/** The answer to the first write of the call is lost, and so is the one to its repetition by the driver. */
async function withLostAnswer(call: Call, isRepeated: boolean): Promise<Outcome & { lost: boolean }> {
  let lost = 0
  const disturbed: Call = async () => {
    void lossy.lose(isWrite, 'cut').then((first) => {
      lost += 1
      void lossy.lose((next) => nameOf(next) === nameOf(first), 'cut').then(() => (lost += 1))
    })
    let reply = await call()
    for (let time = 0; reply.status === 503 && time < 3; time += 1) reply = await call()
    lossy.relent()
    // As when the server's own answer is lost as well.
    return isRepeated ? { ...(await call()), status: reply.status } : reply
  }
  return { ...(await outcomeOf(disturbed)), lost: lost > 0 }
}

/** What an undisturbed call leaves, less what a repetition that finds its work done does not leave. */
function lessThan({ status, effects }: Outcome, { fewer = [], ...own }: Repeated): Outcome {
  const left = effects.filter((line) => !fewer.some((begin) => line.startsWith(begin)))
  return { status: own.status ?? status, effects: left }
}

function withoutOne({ status, effects }: Outcome, begin: string): Outcome {
  const at = effects.findIndex((line) => line.startsWith(begin))
  return { status, effects: effects.filter((_, index) => index !== at) }
}

/** As the round of uploads does it an hour after the last call. */
async function removeBrokenUploads(): Promise<void> {
  const { sweepMedia } = await import('#server/features/media/media-removal.ts')
  await sweepMedia(inHours(2).getTime())
}

describe('A lost answer of the store leaves exactly what an undisturbed call leaves:', () => {
  it.each(inOrder)('%s', async (operation) => {
    const repeated = REPEATED[operation] ?? {}
    const undisturbed = async () => lessThan(await outcomeOf(await prepare(operation)), repeated)
    const usual = await undisturbed()
    const { lost, ...outcome } = await withLostAnswer(await prepare(operation), repeatable.has(operation))
    expect(lost, 'it writes').toBe(!WRITES_NOTHING.has(operation))
    const disturbed = repeated.more ? withoutOne(outcome, repeated.more) : outcome
    // The first call of its kind may leave more than later ones.
    expect(disturbed).toEqual(isDeepStrictEqual(disturbed, usual) ? usual : await undisturbed())
  })

  it('every write of the contract has a case', () => {
    const missing = WRITES.filter((operation) => !proven.includes(operation))
    expect(missing.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted())
  })
})

describe('What is left of a broken upload is removed by its round, with its files, after', () => {
  it.each(Object.entries(AFTER_ROUND))('%s', async (operation, expected) => {
    await removeBrokenUploads()
    const call = await prepare(operation)
    const before = await contents()
    const left = async () =>
      effectsBetween(before, await contents()).map((line) => line.replace(/ \{.*$/, ''))
    const { lost } = await withLostAnswer(call, false)
    expect(lost, 'it writes').toBe(true)
    expect(await left(), 'something is to be removed').not.toEqual(expected)
    await removeBrokenUploads()
    expect(await left()).toEqual(expected)
  })
})
