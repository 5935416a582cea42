import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'

/** A measured server in its own process. */
export interface Child {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Microseconds of CPU used so far. */
  cpu(): Promise<number>
  /** Bytes in use after a garbage collection. */
  heap(): Promise<number>
  /** Longest block of the event loop while `work` runs, milliseconds. */
  longestStall(work: () => Promise<unknown>): Promise<number>
  /** Database commands sent while `work` runs; the URI must enable command monitoring. */
  commands(work: () => Promise<unknown>): Promise<string[]>
  stop(): Promise<void>
}

const PROBE = path.resolve(import.meta.dirname, 'probe.ts')
/** Time to build the indexes of a million posts. */
const READY_WITHIN = 15 * 60_000

/** Starts `file` on a free port, with these `flags` of Node, and waits for its /readyz. */
export async function startChild(
  file: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
): Promise<Child> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const process_ = fork(file, [], {
    execArgv: [...flags, '--expose-gc', '--import', PROBE],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await untilReady(url, process_)
  const ask = <T>(question: string) => answerOf<T>(process_, question)
  return {
    url,
    port,
    pid: process_.pid!,
    cpu: () => ask<number>('cpu'),
    heap: () => ask<number>('heap'),
    async longestStall(work) {
      await ask('watchStalls')
      await work()
      return ask<number>('longestStall')
    },
    async commands(work) {
      await ask('watchCommands')
      await work()
      return ask<string[]>('commands')
    },
    async stop() {
      const gone = once(process_, 'exit')
      process_.kill('SIGTERM')
      await gone
    },
  }
}

function answerOf<T>(process_: ChildProcess, ask: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error(`The server ended while it was asked for ${ask}`))
    const hear = (message: { ask: string; value: T }) => {
      if (message.ask !== ask) return
      process_.off('message', hear).off('exit', gone)
      resolve(message.value)
    }
    process_.on('message', hear).once('exit', gone)
    process_.send({ ask })
  })
}

async function untilReady(url: string, process_: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN
  while (Date.now() < deadline) {
    if (process_.exitCode !== null)
      throw new Error(`${process_.spawnargs.at(-1)} ended with ${process_.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await pause(100)
  }
  process_.kill('SIGKILL')
  throw new Error(`${url} was not ready within ${READY_WITHIN} ms`)
}
