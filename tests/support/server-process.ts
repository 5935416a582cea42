import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/**
 * The product as a process of its own, as `npm start` runs it: it can be killed, and comes back on the same
 * port and data.
 */
export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  /** Where its files are. */
  readonly uploadsDir: string
  readonly port: number
  /** The number of the process that runs now. */
  pid(): number
  /** The exit code of the one that ran last; null while it runs, and where a signal ended it. */
  ending(): number | null
  /** Begins it again after it was stopped or killed; resolves when /readyz says so. */
  start(): Promise<void>
  /** kill -9, no goodbye and no last write, or another signal that ends it; waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Sends a signal that does not end it, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void
  /** SIGTERM, and waits for its orderly end. */
  stop(): Promise<void>
  /** Everything it has said so far. */
  log(): string
  /** Stops it and removes its folder. */
  [Symbol.asyncDispose](): Promise<void>
}

const SERVER = path.resolve(import.meta.dirname, '../../src/server')
const READY_TIMEOUT_MS = 60_000

/**
 * Starts one, alone or under its supervisor as `npm start` does; without MONGODB_URI in `env` it brings its
 * own embedded database.
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  main: 'main.ts' | 'supervised-main.ts' = 'main.ts',
): Promise<ServerProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-process-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [dataDir, uploadsDir] = [path.join(folder, 'data'), path.join(folder, 'uploads')]
  const settings = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    UPLOADS_DIR: uploadsDir,
    LOG_LEVEL: 'info',
    RATE_LIMIT_FACTOR: '10000',
    SPAM_PROTECTION: 'off',
    // Other tests use all cores: with a low priority a video would hardly get any time.
    MEDIA_PRIORITY: 'normal',
    // Cheap ones are refused outside of tests.
    PASSWORD_COST: (env['NODE_ENV'] ?? 'test') === 'test' ? 'low' : 'normal',
    ...env,
  }
  let child: ChildProcess | null = null
  let said = ''

  const start = async () => {
    child = spawn(process.execPath, [path.join(SERVER, main)], {
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const hear = (chunk: Buffer) => void (said = (said + chunk.toString()).slice(-200_000))
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    await ready(url, child, () => said)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  await start()
  const stop = () => end('SIGTERM')
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
    log: () => said,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

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
