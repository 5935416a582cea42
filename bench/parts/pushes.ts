import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ObjectId, type Db } from 'mongodb'
import type { Bench } from '#bench/support/bench.ts'
import { startChild, type Child } from '#bench/support/child.ts'
import { openLoop } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { cpuOf, familyOf } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { quantile, spreadOf } from '#bench/support/stats.ts'
import { buildWorld, personId } from '#bench/support/world.ts'
import { waitingJob } from '#tests/support/insert-rows.ts'
import { aSubscription } from '#tests/support/push-service.ts'

const DATABASE = 'bench_pushes'
const SERVICE = path.resolve(import.meta.dirname, '../support/push-service.ts')
const POSTS = 10_000
const PEOPLE = 400
/** Unread notifications of each person. */
const NOTIFICATIONS = 10
/** Pushes in one run. */
const PUSHES = PEOPLE * NOTIFICATIONS
const PER_SECOND = 500
const FEEDS_A_SECOND = 60
/** Jobs that are due at a rate begin when all of them are stored, ms. */
const LEAD_MS = 4_000
/** A run that takes longer has failed, ms. */
const MOST_MS = 120_000

/**
 * Web pushes of the job engine to a local push service, encrypted as for a real one: how many a second are sent when
 * all are due, and what 500 a second cost the readers of the feed. The jobs are written as a notification writes them;
 * a process that the server starts sends them.
 */
export async function pushes(bench: Bench): Promise<Result[]> {
  const { anotherProduct, database, options } = bench
  const db = database(DATABASE)
  const storePid = bench.own.at(-1)!
  await buildWorld(db, { ...options, posts: POSTS })
  const service = await startChild(SERVICE, {})
  const product = await anotherProduct({
    database: DATABASE,
    // The only way to a push service without a public address.
    env: { NODE_ENV: 'test', OUTBOUND_TEST_SERVER: `127.0.0.1:${service.port}` },
  })
  try {
    const jobs = await prepare(db)
    const cookie = (await signIn(db, [personId(1)]))[0]!
    const feed = () => readFeed(product, cookie)
    await send(db, service, jobs, 0)
    await feed()
    const rounds: Record<string, number>[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      const drained = await drain(db, service, jobs, () => cpuFor(product, storePid))
      const idle = await feed()
      const sending = send(db, service, jobs, PER_SECOND)
      await untilTaken(service, 1)
      const busy = await feed()
      const ratios = { p99: busy.p99 / idle.p99, feedCpu: busy.cpu / idle.cpu }
      rounds.push({ ...drained, ...ratios, idle: idle.p99, busy: busy.p99, rate: await sending })
    }
    const figure = (name: string) => spreadOf(rounds.map((round) => round[name]!))
    const detail = {
      rounds: rounds.length,
      pushes: PUSHES,
      /** Of one push: of the server, of the process that sends it, and of the database. */
      cpuMicroseconds: figure('server'),
      senderCpuMicroseconds: figure('sender'),
      storeCpuMicroseconds: figure('store'),
      offered: PER_SECOND,
      sentWhileRead: figure('rate'),
      idleMs: figure('idle'),
      busyMs: figure('busy'),
      /** The server's CPU for one page of the feed, against idle. */
      feedCpuRatio: figure('feedCpu'),
    }
    console.log(detail)
    return [
      {
        measure: 'web pushes of the job engine, all due at once',
        unit: '/s',
        value: figure('drain'),
        must: PER_SECOND,
        atLeast: true,
        detail,
      },
      {
        measure: `signed-in feed's p99 while ${PER_SECOND} web pushes a second are sent, against idle`,
        unit: 'x',
        value: figure('p99'),
        must: 1.5,
        detail,
      },
    ]
  } finally {
    await Promise.all([product.stop(), service.stop()])
    await db.collection('jobs').deleteMany({ kind: 'push' })
  }
}

/** Reads the feed for as long as the pushes take. The server's CPU for one page: microseconds. */
async function readFeed(product: Child, cookie: string): Promise<{ p99: number; cpu: number }> {
  const before = await product.cpu()
  const many = (FEEDS_A_SECOND * PUSHES) / PER_SECOND
  const { latencies } = await openLoop(product.port, many, FEEDS_A_SECOND, () => ({
    path: '/api/posts',
    cookie,
  }))
  return { p99: quantile(latencies, 0.99), cpu: ((await product.cpu()) - before) / many }
}

type Cpu = Record<'server' | 'sender' | 'store', number>

/** Sends all pushes at once. Returns how many a second, and the CPU of one. */
async function drain(
  db: Db,
  service: Child,
  jobs: readonly PushJob[],
  cpu: () => Promise<Cpu>,
): Promise<Cpu & { drain: number }> {
  const before = await cpu()
  const perSecond = await send(db, service, jobs, 0)
  const after = await cpu()
  const ofOne = (name: keyof Cpu) => (after[name] - before[name]) / PUSHES
  return { drain: perSecond, server: ofOne('server'), sender: ofOne('sender'), store: ofOne('store') }
}

/** Microseconds of CPU so far: of the server, of the process that it has started, and of the database. */
async function cpuFor(
  product: Child,
  storePid: number,
): Promise<Record<'server' | 'sender' | 'store', number>> {
  const started = familyOf(product.pid).slice(1)
  const sender = started.reduce((sum, pid) => sum + cpuOf(pid), 0) * 1000
  return { server: await product.cpu(), sender, store: cpuOf(storePid) * 1000 }
}

type PushJob = { userId: string; deviceId: string; notificationId: string }

/** People with a device, a session and unread notifications. Returns a job for each notification. */
async function prepare(db: Db): Promise<PushJob[]> {
  const people = Array.from({ length: PEOPLE }, (_, at) => new ObjectId(personId(1_000 + at)))
  const ids = { $in: people }
  await db.collection('sessions').deleteMany({ 'session.passport.user': { $in: people.map(String) } })
  await db.collection('push_devices').deleteMany({ userId: ids })
  await db.collection('notifications').deleteMany({ userId: ids })
  await db.collection('notification_counters').deleteMany({ _id: ids })
  await signIn(db, people.map(String))
  await db
    .collection('sessions')
    .updateMany({ 'session.passport.user': { $in: people.map(String) } }, [
      { $set: { 'session.name': { $concat: ['name-', '$session.passport.user'] } } },
    ])
  await db.collection('users').updateMany({ _id: ids }, { $set: { pushes: true } })
  const devices = people.map((userId) => ({
    _id: new ObjectId(),
    userId,
    ...aSubscription(),
    session: `name-${userId.toHexString()}`,
    createdAt: new Date(),
  }))
  await db.collection('push_devices').insertMany(devices)
  const follower = { id: personId(2), displayName: 'Person 2', handle: 'person_2', avatarUrl: null }
  const notifications = devices.flatMap(({ userId, _id: deviceId }) =>
    Array.from({ length: NOTIFICATIONS }, (_, at) => ({
      deviceId,
      row: {
        _id: new ObjectId(),
        userId,
        seq: at + 1,
        type: 'FOLLOW',
        data: { followerDisplayName: follower.displayName, followerHandle: follower.handle },
        message: 'Person 2 started following you',
        actor: follower,
        read: false,
        createdAt: new Date(),
        rev: 1,
      },
    })),
  )
  await db.collection('notifications').insertMany(notifications.map(({ row }) => row))
  await db
    .collection('notification_counters')
    .insertMany(people.map((_id) => ({ _id, seq: NOTIFICATIONS, unread: NOTIFICATIONS, rev: 1 })))
  return notifications.map(({ deviceId, row: { _id, userId } }) => ({
    userId: userId.toHexString(),
    deviceId: deviceId.toHexString(),
    notificationId: _id.toHexString(),
  }))
}

/** Enqueues the jobs, all due now or at a rate, and waits until the service has them all. Returns pushes a second. */
async function send(db: Db, service: Child, jobs: readonly PushJob[], perSecond: number): Promise<number> {
  await fetch(`${service.url}/forget`)
  const now = Date.now() + (perSecond && LEAD_MS)
  await db.collection('jobs').insertMany(
    jobs.map((payload, at) => ({
      kind: 'push',
      key: randomBytes(12).toString('hex'),
      payload,
      ...waitingJob(new Date(now + (perSecond && (at * 1_000) / perSecond))),
      expiresAt: new Date(now + 3600_000),
    })),
  )
  const { firstAt, lastAt } = await untilTaken(service, jobs.length)
  return ((jobs.length - 1) * 1_000) / (lastAt - firstAt)
}

interface Taken {
  pushes: number
  firstAt: number
  lastAt: number
}

async function untilTaken(service: Child, many: number): Promise<Taken> {
  for (const deadline = Date.now() + MOST_MS; Date.now() < deadline; await pause(20)) {
    const taken = (await (await fetch(`${service.url}/taken`)).json()) as Taken
    if (taken.pushes >= many) return taken
  }
  throw new Error(`The push service did not get ${many} pushes within ${MOST_MS} ms`)
}
