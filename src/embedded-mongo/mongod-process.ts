import { spawn, type ChildProcess } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { freeMegabytes, recordedMongod } from './data-folder.ts'
import { exitReason, logLength, logSince, portTaken, type Ending } from './exit-reason.ts'
import { processInfo } from './process-info.ts'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import { waitFor } from './wait.ts'

/** A running mongod that accepts connections on its port. */
export interface MongodProcess {
  readonly pid: number
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>
  /** Stops it cleanly; kills it if it does not end in time. */
  stop(): Promise<void>
}

interface Command {
  readonly binary: string
  readonly version: string
  readonly folder: DataFolder
  readonly port: number
}

const START_TIMEOUT_MS = 60_000
const PORT_TIMEOUT_MS = 2_000
const STOP_TIMEOUT_MS = 30_000
const LOG_KEPT_BYTES = 8 * 1_048_576

/**
 * Starts mongod on the folder and waits until it listens. Throws a `StoreError` with the reason when it does
 * not.
 */
export async function startMongod(command: Command): Promise<MongodProcess> {
  const { folder, port } = command
  // Another process on this port could be mistaken for ours. One that was just killed lets go of it a moment later.
  const isFree = await waitFor(async () => !(await listens(port)), { timeoutMs: PORT_TIMEOUT_MS })
  if (!isFree) throw new StoreError(portTaken(folder, port))
  const logStart = await freshLog(folder)
  // Its own process group: Ctrl-C in the terminal must not end the database before the server.
  const child = spawn(command.binary, flags(command), { detached: true, stdio: 'ignore' })
  const ended = endOf(child).then(async (end) =>
    exitReason(end, {
      ...command,
      log: await logSince(folder, logStart),
      freeMb: await freeMegabytes(folder),
    }),
  )
  let reason: string | undefined
  ended.then(
    (text) => (reason = text),
    (error: Error) => (reason = error.message),
  )
  const listening = await waitFor(async () => reason !== undefined || (await listens(port)), {
    timeoutMs: START_TIMEOUT_MS,
  })
  if (reason !== undefined) throw new StoreError(reason)
  const running = asProcess(child.pid!, ended)
  if (!listening) {
    await running.stop()
    throw new StoreError(
      `MongoDB did not answer within ${START_TIMEOUT_MS / 1000} s. Its log is ${folder.logFile}.`,
    )
  }
  // The server keeps the event loop alive, not its database.
  child.unref()
  return running
}

function endOf(child: ChildProcess): Promise<Ending> {
  // If this process ends without closing the database, it is stopped here. (Nothing helps against kill -9.)
  const run = () => void child.kill('SIGTERM')
  process.once('exit', run)
  return new Promise<Ending>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new StoreError(`MongoDB could not be started: ${error.message}.`, { cause: error })),
    )
    child.once('exit', (code, signal) => resolve({ code, signal }))
  }).finally(() => process.off('exit', run))
}

/** The mongod that a killed owner left running; undefined when there is none that is ours and answers. */
export async function findOrphan(
  folder: DataFolder,
  port: number | undefined,
): Promise<MongodProcess | undefined> {
  const pid = await recordedMongod(folder)
  if (pid === undefined || !(await isOurs(pid, folder))) return undefined
  const orphan = asProcess(pid, gone(pid, folder))
  if (port !== undefined && (await listens(port))) return orphan
  // Still starting, stopping, or on an unknown port: a new one is safer.
  await orphan.stop()
  return undefined
}

// The process id alone proves nothing: it may be reused.
async function isOurs(pid: number, { dbPath }: DataFolder): Promise<boolean> {
  const info = await processInfo(pid)
  return info?.command.includes(`--dbpath ${dbPath} `) ?? false
}

function asProcess(pid: number, ended: Promise<string>): MongodProcess {
  const over = ended.then(
    () => true,
    () => true,
  )
  const stop = async () => {
    signal(pid, 'SIGTERM')
    // Keeps the event loop alive, which the database does not.
    const force = setTimeout(() => signal(pid, 'SIGKILL'), STOP_TIMEOUT_MS)
    await over
    clearTimeout(force)
  }
  return { pid, ended, stop }
}

// It is not our child, so its end is polled.
async function gone(pid: number, folder: DataFolder): Promise<string> {
  while (await isOurs(pid, folder)) await pause(250, undefined, { ref: false })
  return `MongoDB (process ${pid}) has ended. Its log is ${folder.logFile}.`
}

function flags({ folder, port }: Command): string[] {
  return [
    ['--dbpath', folder.dbPath],
    ['--port', String(port)],
    ['--bind_ip', '127.0.0.1'],
    ['--replSet', 'rs0'],
    ['--logpath', folder.logFile, '--logappend', '--quiet'],
    // A mongod without a password: reachable as little as possible (SECURITY, traps).
    ['--networkMessageCompressors', 'disabled', '--nounixsocket', '--noscripting'],
    ['--oplogSize', '512', '--wiredTigerCacheSizeGB', cacheGigabytes()],
    ['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // A server killed in a transaction leaves its documents locked for this long: our transactions take
    // milliseconds (default 60 s).
    ['--setParameter', 'transactionLifetimeLimitSeconds=3'],
  ].flat()
}

const GIGABYTE = 2 ** 30

/**
 * A quarter of the memory, because a development database shares the machine. With too little of it, MongoDB writes
 * changed pages to disk every second, and all writes wait meanwhile (it begins at 2.5 % of the cache).
 */
function cacheGigabytes(): string {
  // 0, or more than the machine has: without a limit for this process.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.max(0.25, memory / 4 / GIGABYTE).toFixed(2)
}

// One old log is kept; without rotation the file would grow for ever.
async function freshLog(folder: DataFolder): Promise<number> {
  const length = await logLength(folder)
  if (length < LOG_KEPT_BYTES) return length
  await rename(folder.logFile, `${folder.logFile}.1`)
  return 0
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setTimeout(1_000, () => socket.destroy())
    socket.once('connect', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
