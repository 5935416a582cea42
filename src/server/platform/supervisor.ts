import { fork, type ChildProcess } from 'node:child_process'
import inspector from 'node:inspector'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { REFUSED_START } from './exit-codes.ts'
import { logger } from './logger.ts'

/**
 * Waits before the server is started again, ms: doubled after each failure, as if from nothing after a steady
 * run.
 */
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
const STEADY_MS = 60_000
/** How often a server that was open before may refuse to start, for instance while its store is away. */
const MOST_REFUSALS = 10
/** The server ends itself earlier (main.ts): this is for one that hangs. */
const KILL_AFTER_MS = 28_000
const KILL_AT_ONCE_MS = 1_000

/** A server in the care of this process. */
export interface Supervisor {
  /** Settles with its exit code when it has ended for good. */
  readonly ended: Promise<number>
  /** Passes a signal on and waits for the orderly end. */
  stop(signal: NodeJS.Signals): void
  /** Ends it without waiting any longer. */
  endAtOnce(signal: NodeJS.Signals): void
  /** Stops it and starts it again at once: its sources have changed. */
  restart(): void
}

/** Whether somebody looks into this process with a debugger: it wants the server itself, and the crash. */
export const isDebugged = (): boolean =>
  inspector.url() !== undefined ||
  /--inspect/.test([process.env['NODE_OPTIONS'], ...process.execArgv].join(' '))

/**
 * Runs a server (a module's path) in a process of its own, and again whenever it crashes. An orderly end is
 * the end. So is a refusal to start (exit code `REFUSED_START`), unless the server was open before: then it
 * is tried a few times.
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
      // In its own process group, so that a terminal's Ctrl-C reaches only the supervisor, which passes it on
      // once.
      child = fork(main, { env, detached: true, stdio: 'inherit' })
      child.once('message', () => (wasOpen = true))
      const { code, how } = await endOf(child)
      child = undefined
      if (stopping || (code === 0 && !restarting)) return code
      if (performance.now() - begun > STEADY_MS || restarting) failures = 0
      if (!restarting) {
        const refused = code === REFUSED_START && (!wasOpen || failures >= MOST_REFUSALS)
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

/** Exit code as a shell has it, and the words for the log. */
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
