import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from 'mongodb'
import { inject } from 'vitest'
import type { Config } from '#server/platform/load-config.ts'
import { freePort } from './free-port.ts'
import { startInternet, type Internet } from './internet.ts'
import { ownSite } from './open-account.ts'
import { until } from './until.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's mongod, a replica set, without a database. */
    mongoUri: string
  }
}

export interface TestServer {
  /** http://127.0.0.1:port, without a slash at the end. */
  readonly url: string
  /** The server's own, fresh database. */
  readonly storeUri: string
  /** Afterwards nothing of the test file is left: neither in the database nor in the folders. */
  close(): Promise<void>
}

interface Options {
  /** Tests that are not about limits never meet one. */
  rateLimitFactor?: number
  /** Further settings by their names. */
  env?: Record<string, string>
  /** Puts something into the store and the files before the server opens them. */
  before?: (place: { storeUri: string; uploadsDir: string }) => Promise<void>
  /** Another way to the store, for instance through a proxy. */
  reachStore?: (storeUri: string) => Promise<string>
}

export interface SharedServer extends TestServer {
  /** Stands for the internet, for this server alone. */
  readonly internet: Internet
}

/** Kept by this module, which the files of a worker share. */
let shared: Promise<SharedServer> | undefined

/**
 * The product's server in this vitest worker, with a database, port and folders that are empty. Settings are
 * read once a process. Without options the files that a worker runs one after the other share one server,
 * which `close` empties. A file with options is named `*.alone.test.ts`, or is a fault test: it has a worker and a
 * server of its own (vitest.config.ts). Modules of the server that a test wants besides are imported after this call
 * (`await import`).
 */
export function startTestServer(): Promise<SharedServer>
export function startTestServer(options: Options): Promise<TestServer>
export async function startTestServer(options?: Options): Promise<TestServer> {
  if (options) return start(options)
  const server = await (shared ??= startShared())
  // With settings of its own a registration may do more.
  if (!sharedWith) ownSite.url = server.url
  return { ...server, close: () => empty(server) }
}

let sharedWith: Options | undefined

/**
 * For a file `*.alone.test.ts` whose tests are in several files (`*.cases.ts`), which need the same settings: the shared
 * server of its worker has these.
 */
export function shareServerWith(options: Options): void {
  if (shared) throw new Error('The server of this worker has started already.')
  sharedWith = options
}

/** With what any file may want and no other one notices: addresses from a proxy, and an internet. */
async function startShared(): Promise<SharedServer> {
  const internet = await startInternet()
  const { OUTBOUND_TEST_SERVER = '' } = internet.settings
  const env = { TRUST_PROXY: '127.0.0.1', OUTBOUND_TEST_SERVER, ...sharedWith?.env }
  const server = await start({ ...sharedWith, env })
  // It has read them; commands and other processes that tests start are not to have them.
  delete process.env['OUTBOUND_TEST_SERVER']
  delete process.env['TRUST_PROXY']
  return { ...server, internet }
}

/**
 * Other settings for the shared server, of those that the product reads each time that it needs them. Returns what
 * brings the usual ones back, for `beforeAll` to return.
 */
export async function withSettings(changes: Partial<Config>): Promise<() => void> {
  const { config } = await import('#server/platform/config.ts')
  const usual = { ...config }
  Object.assign(config, changes)
  return () => void Object.assign(config, usual)
}

async function start({
  rateLimitFactor = 10_000,
  env = {},
  before,
  reachStore,
}: Options): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-test-'))
  const port = await freePort()
  Object.assign(process.env, {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: path.join(folder, 'data'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: String(rateLimitFactor),
    SPAM_PROTECTION: 'off',
    // Nothing outside is asked; tests of the cards bring an internet of their own (`startInternet`).
    LINK_PREVIEWS: 'off',
    // Other tests use all cores: with a low priority a video would hardly get any time.
    MEDIA_PRIORITY: 'normal',
    PASSWORD_COST: 'low',
    // What is deleted is gone at once; tests of the undo say otherwise (`setUndoTime`).
    UNDO_MS: '0',
    ...env,
  })
  await assertFirst(port)
  const storeUri = freshDatabase()
  await before?.({ storeUri, uploadsDir: path.join(folder, 'uploads') })
  const { startServer } = await import('#server/boot/start.ts')
  const server = await startServer({ storeUri: (await reachStore?.(storeUri)) ?? storeUri, port })
  const close = async () => {
    const { default: mongoose } = await import('mongoose')
    await mongoose.connection.dropDatabase()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: server.url, storeUri, close }
}

/** What ends after the profiler was switched off (explain.ts) makes it again, and nothing can be deleted from it. */
const PROFILE = 'system.profile'

/** Deletes the data of the file before, and clears the server's caches, as after an outage of the store. */
async function empty({ internet }: SharedServer): Promise<void> {
  const { bus } = await import('#server/platform/bus.ts')
  const { default: mongoose } = await import('mongoose')
  const store = mongoose.connection.db!
  const jobs = store.collection('jobs')
  const once = { key: { $ne: 'periodic' } }
  await until('no job runs', async () => (await jobs.countDocuments({ ...once, state: 'running' })) === 0)
  await bus.settled()
  // The server has made its keys at its start, and remembers them for a while.
  const kept = new Set(['migrations', 'jobs', 'push_keys'])
  const names = (await store.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
  const filled = await filledOf(
    store,
    names.filter((name) => !kept.has(name)),
  )
  await Promise.all(
    filled.map((name) =>
      name === PROFILE ? store.dropCollection(name) : store.collection(name).deleteMany(),
    ),
  )
  await jobs.deleteMany(once)
  internet.forget()
  await Promise.all(['DATA_DIR', 'UPLOADS_DIR'].map((name) => emptyFolder(process.env[name]!)))
  bus.emit('changes:untold', { at: new Date().toISOString() })
  await bus.settled()
}

/** Those of the collections that have documents: one read, where most of the very many have none. */
async function filledOf(store: Db, names: readonly string[]): Promise<string[]> {
  const nameOf = (name: string) => [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }]
  const [first = '', ...others] = names
  const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: nameOf(coll) } }))
  const rows = store.collection(first).aggregate<{ name: string }>([...nameOf(first), ...unions])
  return (await rows.toArray()).map(({ name }) => name)
}

async function emptyFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((file) => rm(path.join(file.parentPath, file.name), { force: true })),
  )
}

async function assertFirst(port: number): Promise<void> {
  const { config } = await import('#server/platform/config.ts')
  if (config.PORT !== port)
    throw new Error('The settings were read before startTestServer(): import modules of the server after it.')
}

/** A database of its own on the test run's mongod. */
export function freshDatabase(): string {
  const uri = new URL(inject('mongoUri'))
  // Tests count the store's commands (tests/support/commands.ts).
  uri.searchParams.set('monitorCommands', 'true')
  uri.pathname = `/test_${randomBytes(6).toString('hex')}`
  return uri.href
}
