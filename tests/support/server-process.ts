import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { openLog } from './server-logs.ts'

/**
 * The server in a process of its own, as `npm start` runs it: it can be killed and started again on the same
 * port and data.
 */
export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  /** Where its files are. */
  readonly uploadsDir: string
  readonly port: number
  /** The id of the current process. */
  pid(): number
  /** Exit code of the last process; null while it runs, and when a signal ended it. */
  ending(): number | null
  /**
   * Starts it again after it was stopped or killed, from now on with these settings or from this copy of the product;
   * resolves when /readyz answers 200.
   */
  start(change?: { env?: Record<string, string>; root?: string }): Promise<void>
  /** kill -9, or another signal that ends it; waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Sends a signal that does not end it, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void
  /** SIGTERM; waits for the end. */
  stop(): Promise<void>
  /** The end of its output so far. */
  log(): string
  /** All of its output, for other processes of the run. */
  readonly logFile: string
  /** Stops it and removes its folder. */
  [Symbol.asyncDispose](): Promise<void>
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const READY_TIMEOUT_MS = 60_000

/**
 * Starts a server process, alone or under its supervisor as `npm start` does. Without MONGODB_URI in `env` it
 * has an embedded database of its own.
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  main: 'boot/main.ts' | 'supervised-main.ts' = 'boot/main.ts',
  /** A copy of the product, with another build. */
  root = ROOT,
): Promise<ServerProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-process-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [dataDir, uploadsDir] = [path.join(folder, 'data'), path.join(folder, 'uploads')]
  const settings = settingsOf({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    UPLOADS_DIR: uploadsDir,
    ...env,
  })
  const logFile = path.join(folder, 'server.log')
  const log = openLog(url, logFile)
  let child: ChildProcess | null = null

  const start = async (change: { env?: Record<string, string>; root?: string } = {}) => {
    Object.assign(settings, change.env)
    root = change.root ?? root
    child = spawn(process.execPath, [path.join(root, 'src/server', main)], {
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const output of [child.stdout!, child.stderr!]) output.on('data', (chunk: Buffer) => log.add(chunk))
    await ready(url, child, () => log.text())
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const stop = () => end('SIGTERM')
  const remove = () => {
    log.isOver = true
    // A process that it has started may still keep what it has compiled.
    return rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await start()
  } catch (error) {
    await end('SIGKILL')
    await remove()
    throw error
  }
  return {
    url,
    dataDir,
    uploadsDir,
    port,
    start,
    stop,
    pid: () => child!.pid!,
    ending: () => child!.exitCode,
    kill: (signal = 'SIGKILL') => end(signal),
    signal: (signal) => void child?.kill(signal),
    log: () => log.text(),
    logFile,
    async [Symbol.asyncDispose]() {
      await stop()
      await remove()
    },
  }
}

/** Settings for tests, with these of one server. */
const settingsOf = (own: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  RATE_LIMIT_FACTOR: '10000',
  SPAM_PROTECTION: 'off',
  // Nothing outside is asked; tests of the cards bring an internet of their own (`startInternet`).
  LINK_PREVIEWS: 'off',
  // Other tests use all cores: with a low priority a video would hardly get any time.
  MEDIA_PRIORITY: 'normal',
  // Cheap ones are refused outside of tests.
  PASSWORD_COST: (own['NODE_ENV'] ?? 'test') === 'test' ? 'low' : 'normal',
  ...own,
})

async function ready(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${log()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await pause(50)
  }
  throw new Error(`The server was not ready within ${READY_TIMEOUT_MS} ms:\n${log()}`)
}
