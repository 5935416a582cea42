import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import { SESSION_SECRET } from './sessions.ts'

const MAIN = path.resolve(import.meta.dirname, '../../src/server/supervised-main.ts')
const READY_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 10

/** The product as `npm start` runs it: a supervisor, and the server that it starts again after a crash. */
export interface Supervised {
  readonly port: number
  /** Milliseconds until its first `/readyz`. */
  readonly startMs: number
  /** The server's process now. */
  workerPid(): number
  /** kill -9 of the server. */
  kill(): void
  /** Resolves when another server than this one is ready; returns the moment, by the clock of the machine. */
  readyAfter(pid: number): Promise<number>
  stop(): Promise<void>
}

/** Starts it on a database, with a data folder of its own: what a start keeps there is there for the next one. */
export async function startSupervised(
  storeUri: string,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Supervised> {
  const port = await freePort()
  const began = performance.now()
  const supervisor = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      MONGODB_URI: storeUri,
      NODE_ENV: 'development',
      RATE_LIMIT_FACTOR: '1000000',
      SPAM_PROTECTION: 'off',
      LOG_LEVEL: 'error',
      SESSION_SECRET,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      UPLOADS_DIR: path.join(dataDir, 'uploads'),
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const workerPid = () => childOf(supervisor.pid!)
  await untilReady(port)
  return {
    port,
    startMs: performance.now() - began,
    workerPid,
    kill: () => void process.kill(workerPid(), 'SIGKILL'),
    async readyAfter(pid) {
      await until(() => workerPid() !== pid && workerPid() !== 0)
      await untilReady(port)
      return Date.now()
    },
    async stop() {
      const gone = once(supervisor, 'exit')
      supervisor.kill('SIGTERM')
      await gone
    },
  }
}

/** 0 while there is none. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? 0)
}

const untilReady = (port: number): Promise<void> =>
  until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200)

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS))
    if (await isSo()) return
  throw new Error(`The server was not ready within ${READY_WITHIN_MS} ms`)
}
