import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import {
  assertSpace,
  choosePort,
  openDataFolder,
  loadRecord,
  writeRecord,
  type DataFolder,
} from './data-folder.ts'
import { findMongod, type Mongod } from './find-mongod.ts'
import type { Log } from './log.ts'
import { findOrphan, startMongod, type MongodProcess } from './mongod-process.ts'
import { recordOwner, claim, livingOwner, release, type Owner } from './owner.ts'
import { ensurePrimary, replicaSetUri } from './replica-set.ts'
import { waitFor } from './wait.ts'

/** The database of a data folder, as this process sees it. */
export interface EmbeddedMongo {
  readonly uri: string
  /** Stops the database if this process runs it. */
  close(): Promise<void>
}

interface Options {
  readonly log: Log
  /** The mongod to use. Default: the first that `findMongod` finds or downloads. */
  readonly binary?: string | undefined
}

const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 15_000
const ATTACH_TIMEOUT_MS = 60_000
const END_AFTER_BREAK_MS = 1_000

/** The database that another process runs on this folder, once it takes writes; undefined when none does. */
export async function attachEmbedded(dataDir: string): Promise<EmbeddedMongo | undefined> {
  const folder = openDataFolder(dataDir)
  const state = await waitFor(
    async () => {
      const owner = await livingOwner(folder)
      return !owner || owner.uri ? { uri: owner?.uri } : undefined
    },
    { timeoutMs: ATTACH_TIMEOUT_MS },
  )
  if (!state)
    throw new StoreError(
      `The database in ${dataDir} has been starting for ${ATTACH_TIMEOUT_MS / 1000} s. Look at the log of the server that starts it.`,
    )
  return state.uri ? { uri: state.uri, close: () => Promise.resolve() } : undefined
}

/** Runs the folder's database: restarts it when it dies, stops it with `close`. */
export async function startEmbedded(dataDir: string, { log, binary }: Options): Promise<EmbeddedMongo> {
  const folder = openDataFolder(dataDir)
  const owner = await claim(folder)
  if (owner) throw new StoreError(inUse(folder, owner))
  try {
    const { first, ...known } = (await adopted(folder, log)) ?? (await started(folder, { log, binary }))
    const uri = replicaSetUri(known.port)
    await recordOwner(folder, uri)
    const stop = supervise(first, { ...known, folder, binary, log })
    const close = async () => {
      await stop()
      await release(folder)
    }
    return { uri, close: once(close) }
  } catch (error) {
    await release(folder)
    throw error
  }
}

interface Running {
  readonly port: number
  /** Unknown while an orphan runs: looked up when it is needed. */
  readonly mongod: Mongod | undefined
  readonly first: MongodProcess
}

// kill -9 of a server leaves its database running and intact: it is adopted.
async function adopted(folder: DataFolder, log: Log): Promise<Running | undefined> {
  const record = await loadRecord(folder)
  const orphan = await findOrphan(folder, record?.port)
  if (!orphan || !record) return undefined
  try {
    const first = await writable(orphan, record.port)
    log.info(
      `Embedded MongoDB ${record.version} was still running (process ${orphan.pid}); using it. It is for development: production sets MONGODB_URI.`,
    )
    return { port: record.port, mongod: undefined, first }
  } catch (error) {
    log.warn(
      `The MongoDB left behind by the last server (process ${orphan.pid}) could not be used: ${(error as Error).message}`,
    )
    return undefined
  }
}

async function started(folder: DataFolder, { log, binary }: Options): Promise<Running> {
  await assertSpace(folder)
  const record = await loadRecord(folder)
  const mongod = await findMongod({ dataDir: folder.name, written: record?.version, named: binary, log })
  log.info(
    `Starting the embedded MongoDB ${mongod.version} in ${folder.name}. It is for development: production sets MONGODB_URI.`,
  )
  const port = record?.port ?? (await choosePort())
  const first = await startMongod({ ...mongod, folder, port })
  await writeRecord(folder, { port, version: mongod.version })
  await writable(first, port)
  return { port, mongod, first }
}

interface Care extends Omit<Running, 'first'>, Options {
  readonly folder: DataFolder
}

/** Restarts the database whenever it ends. Returns how to stop both. */
function supervise(first: MongodProcess, care: Care): () => Promise<void> {
  let current: MongodProcess | undefined = first
  const stopping = new AbortController()
  const watch = async () => {
    while (!stopping.signal.aborted) {
      const reason = await current?.ended
      if (stopping.signal.aborted) return
      care.log.error(`${reason} Starting it again.`)
      current = undefined
      current = await restart(care, stopping.signal)
      if (!stopping.signal.aborted) care.log.info('The embedded MongoDB is back.')
    }
    // Stopped during the restart.
    await current?.stop()
  }
  const watching = watch()
  return async () => {
    stopping.abort()
    await current?.stop()
    await watching
  }
}

async function restart(care: Care, stopping: AbortSignal): Promise<MongodProcess | undefined> {
  for (let wait = FIRST_RETRY_MS; !stopping.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
    await pause(wait, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted) return undefined
    const again = await attempt(care).catch((error: Error) => {
      care.log.error(stopping.aborted ? error.message : `${error.message} Starting it again.`)
      return undefined
    })
    if (again) return again
  }
  return undefined
}

async function attempt({ folder, port, mongod, binary, log }: Care): Promise<MongodProcess> {
  const record = await loadRecord(folder)
  const known =
    mongod ?? (await findMongod({ dataDir: folder.name, written: record?.version, named: binary, log }))
  return writable(await startMongod({ ...known, folder, port }), port)
}

/** Waits until it takes writes; otherwise stops it, to free its port and folder. */
async function writable(running: MongodProcess, port: number): Promise<MongodProcess> {
  try {
    // A mongod that ends meanwhile is not waited for until the driver's time limit.
    const ended = running.ended.then((reason) => Promise.reject(new StoreError(reason)))
    await Promise.race([ensurePrimary(port), ended])
    return running
  } catch (error) {
    // A connection may break just before the process ends, whose reason says more.
    const reason = await Promise.race([running.ended, pause(END_AFTER_BREAK_MS)])
    if (reason !== undefined) throw new StoreError(reason, { cause: error })
    await running.stop()
    throw error
  }
}

const inUse = ({ name }: DataFolder, { what, pid }: Owner) =>
  `The data folder ${name} is in use by another server (${what}, process ${pid}). Stop that one, or set PORT and DATA_DIR to others to run two; the data is untouched.`

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
