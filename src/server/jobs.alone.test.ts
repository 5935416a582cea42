import mongoose, { type mongo } from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/server.ts'
import './boot/features.ts'
import { canDiscard } from './platform/jobs/dead-jobs.ts'
import { attempt } from './platform/jobs/job-attempt.ts'
import { jobKinds, type JobKind } from './platform/jobs/job-kinds.ts'
import { LEASE_MS, enqueueJob, takeJob, takeJobs } from './platform/jobs/job-store.ts'
import { reviveJobs } from './platform/jobs/job-upkeep.ts'
import type { JobDocument } from './platform/jobs/jobs.model.ts'
import { connectStore, disconnectStore } from './platform/mongo/connect.ts'

// The queue alone: no process takes jobs besides the tests. Each kind has its own settings, and work that fails.
beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})
afterEach(async () => void (await jobs().deleteMany({})))

const jobs = () => mongoose.connection.collection<mongo.Document>('jobs')
const HOUR = 3600_000
const DAY = 24 * HOUR
const all = [...jobKinds.values()]

/** Work that may be discarded once it is dead: what brings it back, or why nobody misses it. */
const DISCARDABLE: Record<string, string> = {
  'end-release': 'The text waits again, and an admin decides about it.',
  'mail-decree': 'An admin may not want a late mail; the article is there.',
  'group-notices': 'The next message of the group enqueues it.',
  video: 'Its owner sees that it failed, and uploads it again.',
  voice: 'Its sender sees that it failed, and records it again.',
  recount: 'An admin or a command asks for it again.',
  rebuild: 'The command asks for it again.',
}

const found = async (kind: string) => (await jobs().findOne({ kind })) as unknown as JobDocument | null
const dueInMs = async (kind: string): Promise<number> => (await found(kind))!.dueAt!.getTime() - Date.now()
const setDue = (kind: string, dueAt: Date) => jobs().updateOne({ kind }, { $set: { dueAt } })
/** Its time comes; of a killed process its lease ends. */
const makeDue = (kind: string) => setDue(kind, new Date(0))
const clockWasAhead = (kind: string) => setDue(kind, new Date(Date.now() + 365 * DAY))

async function enqueued(kind: JobKind): Promise<void> {
  if (kind.everyMs !== undefined) return reviveJobs([kind])
  const { expiresAfterMs } = kind
  await enqueueJob(kind.kind, {}, expiresAfterMs === undefined ? {} : { expiresAfterMs })
}

/** Runs the due job once; its work fails. */
async function runFailing(kind: JobKind): Promise<void> {
  const job = await takeJob([kind.kind])
  expect(job, 'a job is due').not.toBeNull()
  const fails = { ...kind, run: () => Promise.reject(new Error('It does not work')) } as JobKind
  await attempt(fails, job!, new AbortController())
}

/** More runs than any kind with a limit has. */
const MANY = 110

async function failEachTime(kind: JobKind): Promise<void> {
  const most = Number.isFinite(kind.maxAttempts) ? MANY : 12
  for (let runs = 0; runs < most && (await found(kind.kind))?.dueAt; runs++) {
    await makeDue(kind.kind)
    await runFailing(kind)
  }
}

async function endProcessEachTime(kind: JobKind): Promise<void> {
  for (let runs = 0; runs < 6; runs++) {
    await makeDue(kind.kind)
    await takeJob([kind.kind])
  }
  await makeDue(kind.kind)
  await runFailing(kind)
}

/** How work ends that never succeeds. */
async function endingOf({ kind }: JobKind): Promise<string> {
  const job = await found(kind)
  if (job === null) return 'dropped'
  if (job.state === 'dead') return 'dead'
  return (await dueInMs(kind)) <= HOUR ? 'tried again' : 'stopped'
}

function mayEnd({ kind, everyMs, expiresAfterMs, isObligation }: JobKind): string[] {
  if (everyMs !== undefined) return ['tried again']
  if (expiresAfterMs !== undefined) return ['tried again', 'dropped', 'dead']
  return isObligation ? ['tried again', 'dead'] : kind in DISCARDABLE ? ['dead'] : []
}

const named = (kinds: readonly JobKind[]) => kinds.map((kind) => [kind.kind, kind] as const)
const periodic = all.filter(({ everyMs }) => everyMs !== undefined)

test('each kind is periodic, must be done, expires, or has a reason here why it may be discarded', () => {
  const rest = all.filter(
    ({ everyMs, isObligation, expiresAfterMs }) => everyMs === undefined && !isObligation && !expiresAfterMs,
  )
  expect(rest.map(({ kind }) => kind).sort()).toEqual(Object.keys(DISCARDABLE).sort())
  const kept = all.filter(({ kind }) => !canDiscard(kind))
  expect(kept).toEqual(all.filter(({ everyMs, isObligation }) => everyMs !== undefined || isObligation))
})

describe.each(named(all))('%s', (name, kind) => {
  test('is taken by one of two processes when its process was killed in the middle', async () => {
    await enqueued(kind)
    await makeDue(name)
    expect(await takeJob([name])).not.toBeNull()
    await makeDue(name)
    const taken = await Promise.all([takeJob([name]), takeJobs(name, 5), takeJob([name])])
    expect(taken.flat().filter(Boolean)).toHaveLength(1)
  })

  test.each([
    ['fails', failEachTime],
    ['ends its process', endProcessEachTime],
  ])('goes on, or is given up as it may be, when each run %s', async (_how, wear) => {
    await enqueued(kind)
    await wear(kind)
    expect(mayEnd(kind)).toContain(await endingOf(kind))
  })

  test("goes on after the store's clock was a year ahead, in a run or before the next try", async () => {
    await enqueued(kind)
    await makeDue(name)
    await takeJob([name])
    await clockWasAhead(name)
    await reviveJobs([kind])
    expect(await dueInMs(name)).toBeLessThanOrEqual(LEASE_MS)
    await jobs().updateOne({ kind: name }, { $set: { state: 'waiting', failures: 1 } })
    await clockWasAhead(name)
    await reviveJobs([kind])
    expect(await dueInMs(name)).toBeLessThanOrEqual(HOUR)
  })
})

describe.each(named(periodic))('The periodic work %s', (name, kind) => {
  test.each([
    ['its document is gone', () => jobs().deleteMany({})],
    ["the store's clock was a year ahead", () => clockWasAhead(name)],
    [
      'an earlier version left it dead',
      () => jobs().updateOne({}, { $set: { state: 'dead' }, $unset: { dueAt: 1 } }),
    ],
  ])('goes on when %s', async (_what, happens) => {
    await enqueued(kind)
    await happens()
    await reviveJobs([kind])
    expect(await found(name)).toMatchObject({ state: 'waiting' })
    expect(await dueInMs(name)).toBeLessThanOrEqual(kind.everyMs!)
  })
})

describe.each(named(all.filter(({ isObligation }) => isObligation)))(
  '%s, which must be done',
  (name, kind) => {
    test('cannot be discarded when it is dead, and has one run each day', async () => {
      await enqueued(kind)
      await endProcessEachTime(kind)
      expect([canDiscard(name), await endingOf(kind)]).toEqual([false, 'dead'])
      await reviveJobs([kind])
      expect(await takeJob([name]), 'on the same day').toBeNull()
      await jobs().updateOne({ kind: name }, { $set: { diedAt: new Date(Date.now() - DAY) } })
      await reviveJobs([kind])
      expect(await takeJob([name]), 'on the next day').not.toBeNull()
      await makeDue(name)
      await runFailing(kind)
      expect(await endingOf(kind), 'after that run').toBe('dead')
    })
  },
)
