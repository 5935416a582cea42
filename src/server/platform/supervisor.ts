import { fork, type ChildProcess } from 'node:child_process'
import inspector from 'node:inspector'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { config } from './config.ts'
import { REFUSED_START } from './exit-codes.ts'
import { logger } from './logger.ts'

/** Delays before a restart, ms: doubled after each failure, reset after a steady run. */
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 30_000
const STEADY_MS = 60_000
/** How often a server that ran before may refuse to start, for instance while its database is away. */
const MAX_REFUSALS = 10
/** What the server says: once that it is open, and all the time that its event loop runs. */
export type ServerSays = 'open' | 'alive'
/** How often it says that it is alive, ms. */
export const ALIVE_EVERY_MS = 1_000
/** The server normally ends itself earlier (boot/main.ts): this is for one that hangs. */
const KILL_AFTER_MS = 28_000 + config.DRAIN_SECONDS * 1_000
const KILL_AT_ONCE_MS = 1_000

/**
 * Flags of V8 for the server. With the usual 16 MB for new objects, those of the requests under way are copied again and
 * again; with more, there are fewer and shorter pauses.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=32']

/**
 * Where Node keeps what it has compiled, so that the next start need not compile it again. It is only a cache: where it
 * cannot be written, a start takes longer.
 */
const COMPILED = path.join(config.DATA_DIR, 'compiled')

/** A supervised server. */
export interface Supervisor {
  /** Resolves with its exit code when it has ended permanently. */
  readonly ended: Promise<number>
  /** Forwards a signal and waits for an orderly end. */
  stop(signal: NodeJS.Signals): void
  /** Kills it at once. */
  endAtOnce(signal: NodeJS.Signals): void
  /** Restarts it at once: its sources have changed. */
  restart(): void
}

/** Whether this process runs with a debugger: it needs the server itself, and the crash. */
export const isDebugged = (): boolean =>
  inspector.url() !== undefined ||
  /--inspect/.test([process.env['NODE_OPTIONS'], ...process.execArgv].join(' '))

/**
 * Runs a server (a module's path) in a child process, and restarts it after a crash. It is not restarted
 * after an orderly end, nor after a refusal to start (exit code `REFUSED_START`) unless it ran before: then
 * it is tried a few times.
 */
export function supervise(main: string, env: NodeJS.ProcessEnv = process.env): Supervisor {
  let child: ChildProcess | undefined
  let stopping = false
  let restarting = false
  let waiting = new AbortController()

  async function run(): Promise<number> {
    let wasOpen = false
    for (let failures = 0; ;) {
      const begun = performance.now()
      // In its own process group: a terminal's Ctrl-C reaches only the supervisor, which forwards it once.
      child = fork(main, {
        env: { NODE_COMPILE_CACHE: COMPILED, ...env },
        execArgv: [...SERVER_FLAGS, ...process.execArgv],
        detached: true,
        stdio: 'inherit',
      })
      child.on('message', (said: ServerSays) => (wasOpen ||= said === 'open'))
      const stopWatching = killIfSilent(child, 'the server')
      const { code, how } = await endOf(child)
      stopWatching()
      child = undefined
      if (stopping || (code === 0 && !restarting)) return code
      if (performance.now() - begun > STEADY_MS || restarting) failures = 0
      if (!restarting) {
        const refused = code === REFUSED_START && (!wasOpen || failures >= MAX_REFUSALS)
        if (refused || isDebugged()) return code
        const wait = Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS)
        logger.warn({ how, wait }, 'the server ended unexpectedly and is started again')
        await pause(wait, undefined, { signal: waiting.signal }).catch(() => undefined)
      }
      if (stopping) return code
      restarting = false
      waiting = new AbortController()
    }
  }

  const send = (signal: NodeJS.Signals, killAfter: number) => {
    const ending = child
    ending?.kill(signal)
    setTimeout(() => ending?.kill('SIGKILL'), killAfter).unref()
    waiting.abort()
  }
  return {
    ended: run(),
    stop(signal) {
      stopping = true
      send(signal, KILL_AFTER_MS)
    },
    endAtOnce(signal) {
      stopping = true
      send(signal, KILL_AT_ONCE_MS)
    },
    restart() {
      restarting = true
      send('SIGTERM', KILL_AFTER_MS)
    },
  }
}

/**
 * Kills a process whose event loop stands still for UNRESPONSIVE_SECONDS: it would answer nobody, and not end by itself.
 * It counts from its first sign of life. A machine that sleeps stops the count as well. Returns how to stop.
 */
export function killIfSilent(child: ChildProcess, who: string): () => void {
  const seconds = config.UNRESPONSIVE_SECONDS
  if (seconds === 0) return () => undefined
  let missed = 0
  let timer: NodeJS.Timeout | undefined
  const watch = () => {
    missed += ALIVE_EVERY_MS / 1_000
    if (missed <= seconds) return
    logger.error({ seconds }, `${who} has not answered for too long and is killed`)
    child.kill('SIGKILL')
  }
  child.on('message', () => {
    missed = 0
    timer ??= setInterval(watch, ALIVE_EVERY_MS).unref()
  })
  return () => clearInterval(timer)
}

/** The exit code as in a shell, and a text for the log. */
const endOf = (child: ChildProcess): Promise<{ code: number; how: string }> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      resolve(
        signal === null
          ? { code: code!, how: `exit code ${code}` }
          : { code: 128 + constants.signals[signal], how: signal },
      )
    })
  })
