import { config } from '#server/platform/config.ts'
import { closeJobs, startJobs } from '#server/platform/jobs/job-runner.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { openStore } from '#server/platform/mongo/open-store.ts'
import { StoreError } from '#server/platform/mongo/store-error.ts'

interface Command {
  /** The job that is asked for. */
  walk: { readonly kind: string; isDoneWithin(ms: number, signal: AbortSignal): Promise<boolean> }
  start(): Promise<void>
  /** What is said at the end, a line each. */
  lines(): Promise<string[]>
}

/**
 * A command that asks for a job, works on it beside the servers or without one, and waits for its end. When the command
 * is stopped the job stays in the queue: a server goes on with it, or the next call of the command.
 */
export async function runToEnd(command: Command): Promise<void> {
  const quiet = { info: () => undefined, warn: (line: string) => console.warn(line), error: (line: string) => console.error(line) }
  try {
    const store = await openStore(config, { role: 'guest', log: quiet })
    try {
      await connectStore(store.uri)
      await untilDone(command)
    } finally {
      await disconnectStore()
      await store.close()
    }
  } catch (error) {
    console.error(error instanceof StoreError ? error.message : error)
    process.exitCode = 1
  }
}

async function untilDone({ walk, start, lines }: Command): Promise<void> {
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort())
  const stopTaking = startJobs([walk.kind])
  try {
    await start()
    if (!(await walk.isDoneWithin(Infinity, end.signal))) {
      console.error('Stopped. What is done is kept; a server goes on with the rest, or this command when it is called again.')
      process.exitCode = 1
      return
    }
    for (const line of await lines()) process.stdout.write(`${line}\n`)
  } finally {
    stopTaking()
    await closeJobs()
  }
}
