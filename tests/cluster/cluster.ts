import S3rver from '@20minutes/s3rver'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import { findMongod } from '#embedded-mongo/find-mongod.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startNginx } from '#tests/support/nginx.ts'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'

const run = promisify(execFile)
const BUCKET = 'royal-flush'
/** SESSION_SECRET of all servers at the begin. */
export const SECRET = 'one-secret-for-all-servers-of-the-cluster'
/**
 * Size of the folder in which uploads are processed, where a file system of that size can be mounted. Bytes.
 */
const WORK_ROOM = 64 * 2 ** 20

/**
 * The product as OPERATIONS describes it for the public: nginx, servers, Redis, a bucket, a replica set of three.
 */
export interface Cluster {
  /** The public address: nginx. */
  readonly url: string
  readonly storeUri: string
  readonly servers: readonly ServerProcess[]
  readonly redis: RedisProcess
  readonly store: ReplicaSet
  /** The folder in which uploads are processed; small if `isBounded`. */
  readonly work: { readonly path: string; readonly isBounded: boolean }
  /** Ends nginx's workers with all their connections; its master starts new ones. */
  cutConnections(): Promise<void>
  close(): Promise<void>
}

export interface ReplicaSet {
  readonly uri: string
  /** kill -9 of the primary. Returns a function that starts that member again. */
  killPrimary(): Promise<() => Promise<void>>
  /** Makes another member the primary. */
  stepDown(): Promise<void>
  /** Stops the primary's process for a while. Returns how it goes on. */
  pausePrimary(): Promise<() => void>
  /** Stops the others: the primary still writes, but no majority has it. Returns how they go on. */
  pauseSecondaries(): Promise<() => void>
  close(): Promise<void>
}

/** With so many servers. */
export async function startCluster(count: number): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-cluster-'))
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const store = await startReplicaSet(path.join(folder, 'mongo'))
    ends.push(() => store.close())
    const redis = await startRedis()
    ends.push(() => redis[Symbol.asyncDispose]())
    const bucket = await startBucket(path.join(folder, 'bucket'))
    ends.push(() => bucket.close())
    const work = await workFolder(path.join(folder, 'work'))
    ends.push(() => work.close())
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = {
      PUBLIC_URL: url,
      MONGODB_URI: store.uri,
      REDIS_URL: redis.url,
      UPLOADS_DIR: work.path,
      ...bucket.settings,
      SESSION_SECRET: SECRET,
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'warn',
      SOCKETS_PER_ADDRESS: '5000',
    }
    const servers = await Promise.all(Array.from({ length: count }, () => startServerProcess(env)))
    for (const server of servers) ends.push(() => server[Symbol.asyncDispose]())
    const nginx = await startNginx(path.join(folder, 'nginx'), { port, servers })
    ends.push(() => nginx.close())
    return { url, storeUri: store.uri, servers, redis, store, work, cutConnections: () => nginx.cut(), close }
  } catch (error) {
    await close()
    throw error
  }
}

const quiet = { info: () => undefined, warn: console.warn, error: console.error }

export async function startReplicaSet(
  folder: string,
  settings: Record<string, number> = { electionTimeoutMillis: 5_000 },
): Promise<ReplicaSet> {
  const { binary } = await findMongod({ dataDir: folder, log: quiet })
  const ports = [await freePort(), await freePort(), await freePort()]
  const start = (port: number) => startMember(binary, path.join(folder, String(port)), port)
  const members = new Map<number, ChildProcess>(
    await Promise.all(ports.map(async (port) => [port, await start(port)] as const)),
  )
  const uri = `mongodb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/royal-flush?replicaSet=rs0`
  const direct = await MongoClient.connect(`mongodb://127.0.0.1:${ports[0]}/?directConnection=true`)
  await direct.db('admin').command({
    replSetInitiate: {
      _id: 'rs0',
      members: ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}` })),
      settings,
    },
  })
  await direct.close()
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 60_000 })
  const admin = client.db('admin')
  await until(
    'the replica set has a primary',
    async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true,
    60_000,
  )
  const primaryPort = async () =>
    Number(((await admin.command({ hello: 1 }))['primary'] as string).split(':')[1])
  return {
    uri,
    async killPrimary() {
      const port = await primaryPort()
      await end(members.get(port)!, 'SIGKILL')
      return async () => void members.set(port, await start(port))
    },
    async pausePrimary() {
      const primary = members.get(await primaryPort())!
      return stopped([primary])
    },
    async pauseSecondaries() {
      const port = await primaryPort()
      return stopped([...members].filter(([other]) => other !== port).map(([, member]) => member))
    },
    // The member closes all connections when it steps down, ours too.
    stepDown: async () =>
      void (await admin.command({ replSetStepDown: 20, force: true }).catch(() => undefined)),
    async close() {
      await client.close()
      await Promise.all([...members.values()].map((member) => end(member, 'SIGKILL')))
    },
  }
}

function stopped(members: readonly ChildProcess[]): () => void {
  members.forEach((member) => member.kill('SIGSTOP'))
  return () => members.forEach((member) => member.kill('SIGCONT'))
}

async function startMember(binary: string, folder: string, port: number): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true })
  const flags = [
    '--dbpath',
    folder,
    '--port',
    String(port),
    '--bind_ip',
    '127.0.0.1',
    '--replSet',
    'rs0',
    '--oplogSize',
    '256',
    '--wiredTigerCacheSizeGB',
    '0.25',
    '--nounixsocket',
    '--logpath',
    path.join(folder, 'mongod.log'),
    '--setParameter',
    'transactionLifetimeLimitSeconds=3',
  ]
  const child = spawn(binary, flags, { stdio: 'ignore' })
  await until(
    `the member on port ${port} listens`,
    async () => {
      if (child.exitCode !== null)
        throw new Error(`mongod ended with ${child.exitCode}; its log is in ${folder}`)
      const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
        serverSelectionTimeoutMS: 500,
      })
      const listens = await client.connect().then(
        () => true,
        () => false,
      )
      await client.close()
      return listens
    },
    240_000,
  )
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

async function startBucket(directory: string) {
  await mkdir(directory, { recursive: true })
  const port = await freePort()
  const s3 = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  await s3.run()
  const settings = {
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  return { settings, close: () => s3.close() }
}

/** A file system of its own, so that it can be full: only root may mount one. */
async function workFolder(folder: string) {
  await mkdir(folder, { recursive: true })
  const isBounded = await run('mount', ['-t', 'tmpfs', '-o', `size=${WORK_ROOM}`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  return {
    path: folder,
    isBounded,
    close: () => (isBounded ? run('umount', ['-l', folder]) : Promise.resolve()),
  }
}
