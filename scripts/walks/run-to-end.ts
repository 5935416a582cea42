import { closeJobs, startJobs } from '#server/platform/jobs/job-runner.ts'
import { say, withStore } from '../with-store.ts'

interface Command {
  /** The requested job. */
  walk: { readonly kind: string; isDoneWithin(ms: number, signal: AbortSignal): Promise<boolean> }
  start(): Promise<void>
  /** The lines of output at the end. */
  lines(): Promise<string[]>
}

/**
 * A command that requests a job, works on it beside the servers or without one, and waits for its end. If
 * the command is stopped, the job stays in the queue: a server or the next call of the command continues
 * it.
 */
export const runToEnd = (command: Command): Promise<void> =>
  withStore(() => () => untilDone(command), { quiet: true })

async function untilDone({ walk, start, lines }: Command): Promise<void> {
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort())
  const stopTaking = startJobs([walk.kind])
  try {
    await start()
    if (!(await walk.isDoneWithin(Infinity, end.signal))) {
      console.error(
        'Stopped. What is done is kept; a server goes on with the rest, or this command when it is called again.',
      )
      process.exitCode = 1
      return
    }
    for (const line of await lines()) say(line)
  } finally {
    stopTaking()
    await closeJobs()
  }
}
