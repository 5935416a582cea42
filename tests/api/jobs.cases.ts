import mongoose, { type mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MonitorStatusView } from '#contract/monitor.ts'
import { clock } from '#server/platform/clock.ts'
import type { JobDefinition } from '#server/platform/jobs/job-kinds.ts'
import type { JobDocument } from '#server/platform/jobs/jobs.model.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { watching } from '#tests/realtime/support/scenes.ts'
import { waitingJob } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let king: Person
let kinds: typeof import('#server/platform/jobs/job-kinds.ts')
let store: typeof import('#server/platform/jobs/job-store.ts')
let upkeep: typeof import('#server/platform/jobs/job-upkeep.ts')
let runner: typeof import('#server/platform/jobs/job-runner.ts')
let transact: typeof import('#server/platform/mongo/transaction.ts').transact

beforeAll(async () => {
  server = await startTestServer()
  king = await person(server, 'king')
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  kinds = await import('#server/platform/jobs/job-kinds.ts')
  store = await import('#server/platform/jobs/job-store.ts')
  upkeep = await import('#server/platform/jobs/job-upkeep.ts')
  runner = await import('#server/platform/jobs/job-runner.ts')
  ;({ transact } = await import('#server/platform/mongo/transaction.ts'))
})
let stopSecond: (() => void) | undefined
afterAll(async () => {
  stopSecond?.()
  // No process would ever take them.
  await jobs().deleteMany({ kind: /^test:/ })
  await server.close()
})

const jobs = () =>
  mongoose.connection.collection<JobDocument>('jobs') as unknown as mongo.Collection<JobDocument>
const jobOf = (kind: string) => jobs().findOne({ kind })

let made = 0
/** A separate kind for each test. */
function kindOf(
  definition: Partial<JobDefinition<{ n: number }>> & Pick<JobDefinition<{ n: number }>, 'run'>,
) {
  const kind = `test:${(made += 1)}`
  return { kind, ...kinds.defineJob<{ n: number }>({ kind, does: 'Tests.', backoffMs: [20], ...definition }) }
}

/** A job that waits until the test releases it. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

test('a job enqueued in a transaction runs after the commit, and leaves the queue', async () => {
  const done: number[] = []
  const { kind, enqueue } = kindOf({ run: async ({ n }) => void done.push(n) })
  await transact((tx) => enqueue({ n: 7 }, { tx }))
  await until('the job is gone', async () => (await jobOf(kind)) === null)
  expect(done).toEqual([7])
})

test('a job whose transaction is rolled back never runs', async () => {
  const done: number[] = []
  const { kind, enqueue } = kindOf({ run: async ({ n }) => void done.push(n) })
  await expect(
    transact(async (tx) => {
      await enqueue({ n: 1 }, { tx })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await jobOf(kind)).toBeNull()
  await enqueue({ n: 2 })
  await until('the other one is done', () => done.length > 0)
  expect(done).toEqual([2])
})

test('a key is queued once; a request during its run is done afterwards', async () => {
  const done: number[] = []
  const hold = gate()
  const { kind, enqueue } = kindOf({
    run: async ({ n }) => {
      done.push(n)
      if (done.length === 1) await hold.passed
    },
  })
  await Promise.all([1, 1, 1, 1].map((n) => enqueue({ n }, { key: 'x' })))
  await until('the first run is under way', () => done.length === 1)
  await enqueue({ n: 2 }, { key: 'x' })
  await enqueue({ n: 3 }, { key: 'x' })
  expect(await jobs().countDocuments({ kind })).toBe(1)
  hold.open()
  await until('the job is gone', async () => (await jobOf(kind)) === null)
  expect(done.at(-1)).toBe(3)
  expect(done.length).toBeLessThanOrEqual(3)
})

test('a failing job is retried, and after its last attempt it is dead with an error without personal data', async () => {
  let runs = 0
  const { kind, enqueue } = kindOf({
    maxAttempts: 3,
    run: async () => {
      runs += 1
      throw new Error('no way to king@palace.example')
    },
  })
  await enqueue({ n: 1 })
  await until('it is dead', async () => (await jobOf(kind))?.state === 'dead')
  expect(runs).toBe(3)
  expect(await jobOf(kind)).toMatchObject({
    attempts: 3,
    failures: 3,
    lastError: 'Error: no way to [address]',
    owner: null,
  })
  expect((await jobOf(kind))!.dueAt).toBeUndefined()
})

test('a job that ends its process each time is dead after the same number of runs', async () => {
  let runs = 0
  const { kind, enqueue } = kindOf({ run: async () => void (runs += 1) })
  await enqueue({ n: 1 }, { afterMs: 3_600_000 })
  // Six processes took it and were killed: its lease has expired without a counted failure.
  await jobs().updateOne(
    { kind },
    { $set: { state: 'running', owner: 'a process that is gone', attempts: 6, dueAt: new Date(0) } },
  )
  await until('it is dead', async () => (await jobOf(kind))?.state === 'dead')
  expect(runs).toBe(0)
})

test('a process whose clock is an hour wrong neither takes leased jobs nor delays due ones', async () => {
  const hold = gate()
  let runs = 0
  const { kind, enqueue } = kindOf({
    concurrency: 2,
    run: async () => {
      runs += 1
      await hold.passed
    },
  })
  const { now } = clock
  vi.spyOn(clock, 'now').mockImplementation(() => now() - 3_600_000)
  await enqueue({ n: 1 })
  await until('it runs', async () => (await jobOf(kind))?.state === 'running')
  vi.spyOn(clock, 'now').mockImplementation(() => now() + 3_600_000)
  expect(await store.takeJob([kind])).toBeNull()
  hold.open()
  await until('the job is gone', async () => (await jobOf(kind)) === null)
  expect(runs).toBe(1)
})

test(
  'a run whose lease another process has taken is told so and changes nothing any more',
  { timeout: 20_000 },
  async () => {
    let ended: unknown
    const { kind, enqueue } = kindOf({
      run: (_payload, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended = signal.reason
            reject(signal.reason as Error)
          })
        }),
    })
    await enqueue({ n: 1 })
    await until('it runs', async () => (await jobOf(kind))?.state === 'running')
    await jobs().updateOne({ kind }, { $set: { owner: 'another', dueAt: new Date(Date.now() + 3_600_000) } })
    await until('the run has heard of it', () => ended !== undefined)
    expect((ended as Error).name).toBe('LeaseLost')
    expect(await jobOf(kind)).toMatchObject({ state: 'running', owner: 'another', attempts: 1, failures: 0 })
  },
)

test('two processes that poll at the same moment do not take the same job', async () => {
  // Only this test takes jobs of this kind.
  await store.enqueueJob('test:unknown', {}, { key: 'once' })
  const taken = await Promise.all(Array.from({ length: 8 }, () => store.takeJob(['test:unknown'])))
  expect(taken.filter(Boolean)).toHaveLength(1)
  await jobs().deleteMany({ kind: 'test:unknown' })
})

test('two processes that take several at once share them, the oldest first, and none twice', async () => {
  for (let at = 0; at < 20; at += 1) await store.enqueueJob('test:many', {}, { key: `many-${at}` })
  expect((await store.takeJobs('test:many', 2)).map(({ key }) => key)).toEqual(['many-0', 'many-1'])
  const taken = (await Promise.all(Array.from({ length: 6 }, () => store.takeJobs('test:many', 5)))).flat()
  const keys = taken.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(taken.every(({ state, attempts }) => state === 'running' && attempts === 1)).toBe(true)
  const left = await store.takeJobs('test:many', 20)
  expect(keys.length + left.length).toBe(18)
  await jobs().deleteMany({ kind: 'test:many' })
})

test('a long queue fills the places of its kind, never more, and each job runs once', async () => {
  const done: number[] = []
  let [now, most] = [0, 0]
  const { kind, enqueue } = kindOf({
    concurrency: 4,
    run: async ({ n }) => {
      most = Math.max(most, (now += 1))
      await new Promise((resolve) => setImmediate(resolve))
      done.push(n)
      now -= 1
    },
  })
  await transact(async (tx) => {
    for (let n = 0; n < 30; n += 1) await enqueue({ n }, { tx })
  })
  await until('all are gone', async () => (await jobOf(kind)) === null)
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  expect(most).toBeLessThanOrEqual(4)
  expect(most).toBeGreaterThan(1)
})

test('the next run continues from the saved progress, with all attempts', async () => {
  const seen: unknown[] = []
  const { kind, enqueue } = kindOf({
    maxAttempts: 2,
    run: async (_payload, { progress, saveProgress }) => {
      seen.push(progress)
      const at = ((progress as number | null) ?? 0) + 1
      await saveProgress(at)
      if (at < 4) throw new Error('not yet')
    },
  })
  await enqueue({ n: 1 })
  await until('the job is gone', async () => (await jobOf(kind)) === null)
  expect(seen).toEqual([null, 1, 2, 3])
})

test(
  'a run that takes longer than it may is ended and counted as a failure',
  { timeout: 20_000 },
  async () => {
    const { kind, enqueue } = kindOf({ limitMs: 50, maxAttempts: 1, run: () => new Promise(() => undefined) })
    await enqueue({ n: 1 })
    await until('it is dead', async () => (await jobOf(kind))?.state === 'dead')
    expect((await jobOf(kind))!.lastError).toContain('took longer than it may')
  },
)

test('the last effect of a job and its end commit in one transaction', async () => {
  const effects = mongoose.connection.collection('test_effects')
  onTestFinished(() => effects.drop().then(() => undefined))
  await mongoose.connection.createCollection('test_effects')
  const { kind, enqueue } = kindOf({
    run: async ({ n }, run) => {
      await transact(async (tx) => {
        await effects.insertOne({ n }, { session: tx.session })
        await run.finishIn(tx)
      })
    },
  })
  await enqueue({ n: 1 })
  await until('the job is gone', async () => (await jobOf(kind)) === null)
  const { kind: lost, enqueue: enqueueLost } = kindOf({
    run: async ({ n }, run) => {
      await jobs().updateOne(
        { kind: lost },
        { $set: { owner: 'another', dueAt: new Date(Date.now() + 3_600_000) } },
      )
      await transact(async (tx) => {
        await effects.insertOne({ n }, { session: tx.session })
        await run.finishIn(tx)
      })
    },
  })
  await enqueueLost({ n: 2 })
  await until('it was tried', async () => (await jobOf(lost))?.owner === 'another')
  await until('the run is over', async () => (await effects.countDocuments({ n: 2 })) === 0)
  expect((await effects.find().toArray()).map(({ n }) => n as number)).toEqual([1])
})

test('periodic work has one document for any number of processes, and runs again and again', async () => {
  let rounds = 0
  const { runSoon } = kinds.definePeriodic({
    kind: 'test:round',
    does: 'Tests.',
    everyMs: 50,
    run: async () => void (rounds += 1),
  })
  await Promise.all([1, 2, 3].map(() => upkeep.scheduleJob('test:round', kinds.PERIODIC, 50)))
  await runSoon()
  await until('it was done three times', () => rounds >= 3)
  expect(await jobs().countDocuments({ kind: 'test:round' })).toBe(1)
})

describe('Periodic work', () => {
  let rounds = 0
  beforeAll(() => {
    kinds.definePeriodic({
      kind: 'test:tough',
      does: 'Tests.',
      everyMs: 60_000,
      run: async () => void (rounds += 1),
    })
  })
  const job = async () => (await jobOf('test:tough'))!
  /** So many processes took it and were killed. */
  const crash = (attempts: number) =>
    jobs().updateOne(
      { kind: 'test:tough' },
      { $set: { state: 'running', owner: 'a process that is gone', attempts, dueAt: new Date(0) } },
    )

  test('that ends its process each time rests for an hour, has one run, and is never dead', async () => {
    await upkeep.scheduleJob('test:tough', kinds.PERIODIC, 60_000)
    await crash(6)
    const rests = async () => {
      const { state, owner, dueAt } = await job()
      return state === 'waiting' && owner === null && dueAt!.getTime() > Date.now() + 3_000_000
    }
    await until('it rests', rests)
    expect(rounds).toBe(0)
    // One more process that is killed in it, and it rests again.
    await crash((await job()).attempts + 1)
    await until('it rests again', rests)
    expect(rounds).toBe(0)
    await jobs().updateOne({ kind: 'test:tough' }, { $set: { dueAt: new Date(0) } })
    await until('it has run', () => rounds === 1)
    await until('its interval counts again', async () => (await job()).attempts === 0)
  })

  test('that an earlier version left dead begins again with the next process, and cannot be discarded', async () => {
    const dead = { $set: { state: 'dead', diedAt: new Date() }, $unset: { dueAt: 1 } } as const
    await jobs().updateOne({ kind: 'test:tough' }, dead)
    const id = (await job())._id.toHexString()
    expect((await king.post(`/ai-monitor/jobs/${id}/discard`)).status).toBe(409)
    await upkeep.scheduleJob('test:tough', kinds.PERIODIC, 60_000)
    expect(await job()).toMatchObject({ state: 'waiting', dueAt: expect.any(Date) as Date })
    expect(await job()).not.toHaveProperty('diedAt')
  })
})

test("the next due job is found by the store's clock, and a running one by the end of its lease", async () => {
  const ask = () => store.nextDueInMs(['test:next', 'test:none'])
  expect(await ask()).toBeNull()
  await store.enqueueJob('test:next', { n: 1 }, { afterMs: 60_000 })
  expect(await ask()).toBeGreaterThan(0)
  expect(await ask()).toBeLessThanOrEqual(60_000)
  await store.enqueueJob('test:next', { n: 2 }, {})
  expect(await ask()).toBe(0)
  await store.takeJob(['test:next'])
  expect(await ask()).toBeGreaterThan(0)
  expect(await ask()).toBeLessThanOrEqual(store.LEASE_MS)
  await jobs().deleteMany({ kind: 'test:next' })
})

test('the polling query reads at most one index key for each kind', async () => {
  await jobs().insertMany(
    Array.from(
      { length: 300 },
      (_, n) =>
        ({
          kind: `test:later${n % 3}`,
          payload: {},
          ...waitingJob(),
        }) as unknown as JobDocument,
    ),
  )
  const explained = await jobs()
    .find(store.DUE(['test:later0', 'test:later1', 'test:later2']))
    .sort({ dueAt: 1 })
    .limit(1)
    .explain('executionStats')
  const { totalKeysExamined, totalDocsExamined } = (
    explained as { executionStats: { totalKeysExamined: number; totalDocsExamined: number } }
  ).executionStats
  await jobs().deleteMany({ kind: /^test:later/ })
  expect([totalKeysExamined, totalDocsExamined]).toEqual([expect.any(Number), 0])
  expect(totalKeysExamined).toBeLessThanOrEqual(6)
})

describe('A dead job in the monitor', () => {
  const status = async () => (await king.get<MonitorStatusView>('/ai-monitor/status')).body
  async function dead(definition: Partial<JobDefinition<{ n: number }>> = {}) {
    const broken = { now: true }
    const done: number[] = []
    const { kind, enqueue } = kindOf({
      ...definition,
      maxAttempts: 1,
      run: async ({ n }) => {
        if (broken.now) throw new Error('broken by "ann@people.example"')
        done.push(n)
      },
    })
    const live = await watching(server, king, { topic: 'monitor' })
    onTestFinished(() => live.close())
    await enqueue({ n: 5 })
    const { status: pushed } = await live.next('monitor:updated', (event) =>
      event.status.deadJobs.some((job) => job.kind === kind),
    )
    return { kind, done, broken, live, job: pushed.deadJobs.find((job) => job.kind === kind)! }
  }

  test('[L1] appears on open pages with its error but without its payload, and is done after a retry', async () => {
    const { kind, done, broken, job, live } = await dead()
    expect((await status()).deadJobs).toContainEqual(job)
    expect(job).toMatchObject({ attempts: 1, canDiscard: true })
    expect(JSON.stringify(job)).not.toContain('ann@')
    broken.now = false
    expect((await king.post(`/ai-monitor/jobs/${job.id}/retry`)).status).toBe(204)
    await until('the job is gone', async () => (await jobOf(kind)) === null)
    expect(done).toEqual([5])
    await live.next('monitor:updated', (event) => event.status.deadJobs.every(({ id }) => id !== job.id))
    expect((await king.post(`/ai-monitor/jobs/${job.id}/retry`)).status).toBe(404)
    const log = await king.get<{ action: string; after: unknown }[]>('/admin/audit')
    expect(log.body).toContainEqual(
      expect.objectContaining({ action: 'monitor.retry', after: { job: kind } }),
    )
  })

  test('can be discarded by an admin, unless its kind must run', async () => {
    const { kind, job } = await dead()
    expect((await king.post(`/ai-monitor/jobs/${job.id}/discard`)).status).toBe(204)
    expect(await jobOf(kind)).toBeNull()
    const obligation = await dead({ isObligation: true })
    expect(obligation.job.canDiscard).toBe(false)
    expect((await king.post(`/ai-monitor/jobs/${obligation.job.id}/discard`)).status).toBe(409)
    expect(await jobOf(obligation.kind)).toMatchObject({ state: 'dead' })
  })
})

test('/metrics has the numbers of waiting, running and dead jobs, and the delay of the oldest one', async () => {
  const { enqueue } = kindOf({ maxAttempts: 1, run: () => Promise.reject(new Error('never')) })
  await enqueue({ n: 1 })
  const figures = async () => (await fetch(`${server.url}/metrics`)).text()
  const dead = (text: string) => Number(/^jobs\{state="dead"\} (\d+)$/m.exec(text)?.[1])
  await until(
    'the dead one is counted',
    async () => dead(await figures()) === (await jobs().countDocuments({ state: 'dead' })),
  )
  expect(await figures()).toMatch(/^jobs_oldest_due_seconds \d/m)
})

describe('A job that goes through a whole collection', () => {
  const ids = Array.from({ length: 250 }, (_, n) => String(n).padStart(3, '0'))
  /** Records how often and in which portions each document was visited. `meet` is called with each. */
  async function walkOver(meet: (id: string) => Promise<void> = () => Promise.resolve()) {
    const { defineWalk, portionOf, WALK_PORTION } = await import('#server/platform/jobs/walks.ts')
    const seen = { first: [] as string[], second: [] as string[], ends: [] as unknown[] }
    const partOf =
      (name: 'first' | 'second'): Part =>
      (after, signal) =>
        portionOf(
          ids.filter((id) => id > (after ?? '')).slice(0, WALK_PORTION),
          after,
          signal,
          async (id) => {
            await meet(id)
            seen[name].push(id)
            return id.endsWith('7')
          },
        )
    const kind = `test:walk${(made += 1)}`
    const walk = defineWalk<{ n: number }, 'first' | 'second'>({
      kind,
      does: 'Tests.',
      parts: { first: partOf('first'), second: partOf('second') },
      onEnd: async (_tx, { n }, { tally }) => void seen.ends.push({ n, tally }),
    })
    return { kind, walk, seen }
  }
  const ALL = { seen: 250, changed: 25 }

  test('visits each document of each part once, and ends with its counts', async () => {
    const { walk, seen } = await walkOver()
    await walk.start({ n: 1 })
    expect(await walk.isDoneWithin(60_000)).toBe(true)
    expect(seen).toEqual({ first: ids, second: ids, ends: [{ n: 1, tally: { first: ALL, second: ALL } }] })
    expect(await walk.state()).toBeNull()
  })

  test('is shared by all requests while it waits or runs', async () => {
    const hold = gate()
    const { kind, walk, seen } = await walkOver(() => hold.passed)
    await Promise.all([1, 1, 1].map((n) => walk.start({ n })))
    await until('it runs', async () => (await jobOf(kind))?.state === 'running')
    await Promise.all([2, 3].map((n) => walk.start({ n })))
    expect(await walk.isDoneWithin(0)).toBe(false)
    hold.open()
    expect(await walk.isDoneWithin(60_000)).toBe(true)
    expect(seen.ends).toEqual([{ n: 1, tally: { first: ALL, second: ALL } }])
  })

  test('continues after its last portion when its process was killed within the next one', async () => {
    const { kind, walk, seen } = await walkOver()
    const progress = {
      startedAt: new Date().toISOString(),
      part: 'first',
      after: '199',
      tally: { first: { seen: 200, changed: 20 }, second: { seen: 0, changed: 0 } },
    }
    // As after a kill: a lease that is not renewed.
    await jobs().insertOne({
      kind,
      key: 'house',
      payload: { n: 4 },
      state: 'running',
      owner: 'a process that is gone',
      attempts: 1,
      failures: 0,
      asked: 1,
      progress,
      lastError: null,
      dueAt: new Date(0),
      createdAt: new Date(),
    } as never)
    expect(await walk.isDoneWithin(60_000)).toBe(true)
    expect(seen.first).toEqual(ids.slice(200))
    expect(seen.ends).toEqual([{ n: 4, tally: { first: ALL, second: ALL } }])
  })

  test('is released within a batch when its process shuts down, and another process continues after it', async () => {
    const held = gate()
    const reached = gate()
    const { kind, walk, seen } = await walkOver(async (id) => {
      if (id !== '120' || seen.second.length > 0) return
      reached.open()
      await held.passed
    })
    await walk.start({ n: 5 })
    await reached.passed
    const closed = runner.closeJobs()
    held.open()
    await closed
    expect(await jobOf(kind)).toMatchObject({
      state: 'waiting',
      owner: null,
      attempts: 0,
      progress: { part: 'first', after: '120', tally: { first: { seen: 121, changed: 12 } } },
    })
    stopSecond = runner.startJobs()
    expect(await walk.isDoneWithin(60_000)).toBe(true)
    expect(seen.first).toEqual(ids)
    expect(seen.ends).toEqual([{ n: 5, tally: { first: ALL, second: ALL } }])
  })

  test('reports to its waiting callers that it was given up', async () => {
    const { walk, kind } = await walkOver()
    await jobs().insertOne({
      kind,
      key: 'house',
      payload: { n: 6 },
      state: 'dead',
      owner: null,
      attempts: 10,
      failures: 10,
      asked: 1,
      progress: null,
      lastError: 'Error: no way',
      createdAt: new Date(),
      diedAt: new Date(),
    } as never)
    await expect(walk.isDoneWithin(60_000)).rejects.toThrow('no way')
    expect(await walk.state()).toBeNull()
    await walk.start({ n: 7 })
    expect(await walk.isDoneWithin(60_000)).toBe(true)
  })
})

// The last test: no job is taken afterwards.
test('a process that shuts down releases its jobs at once, without counting an attempt', async () => {
  const { kind, enqueue } = kindOf({
    run: (_payload, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  })
  await enqueue({ n: 1 })
  await until('it runs', async () => (await jobOf(kind))?.state === 'running')
  await runner.closeJobs()
  expect(await jobOf(kind)).toMatchObject({ state: 'waiting', attempts: 0, failures: 0, owner: null })
  expect(await store.takeJob([kind])).not.toBeNull()
})
