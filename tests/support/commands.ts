import type { CommandStartedEvent } from 'mongodb'
import mongoose from 'mongoose'
import { until } from './until.ts'

// Not the server's work: the driver keeps its connections alive and tidies its sessions on its own.
const BACKGROUND = new Set(['hello', 'ping', 'endSessions', 'isMaster'])

// The job engine takes, renews and ends jobs at any time.
const isAboutJobs = ({ commandName, command }: CommandStartedEvent): boolean =>
  command[commandName] === 'jobs'

/**
 * Store commands that this worker's server sends while `work` runs, in order ('find posts'), including the
 * read of the session. Before it begins, no one-off job is due and all listeners have ended. Periodic work
 * may still fall into it: a test that expects few commands takes the best of several tries (`fewestOf`).
 */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  await untilQuiet()
  const client = mongoose.connection.getClient()
  const names: string[] = []
  const note = (event: CommandStartedEvent) => {
    if (BACKGROUND.has(event.commandName) || isAboutJobs(event)) return
    names.push(`${event.commandName} ${event.command[event.commandName]}`)
  }
  client.on('commandStarted', note)
  try {
    await work()
  } finally {
    client.off('commandStarted', note)
  }
  return names
}

/** The shortest of three lists of commands. `prepare` runs before each try and is not counted. */
export async function fewestOf(
  work: () => Promise<unknown>,
  prepare: () => Promise<void> | void = () => undefined,
): Promise<string[]> {
  const tries: string[][] = []
  for (let count = 0; count < 3; count++) {
    await prepare()
    tries.push(await commandsOf(work))
  }
  return tries.toSorted((a, b) => a.length - b.length)[0]!
}

async function untilQuiet(): Promise<void> {
  const { bus } = await import('#server/platform/bus.ts')
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  const active = () => ({
    key: { $ne: 'periodic' },
    $or: [{ state: 'running' }, { state: 'waiting', dueAt: { $lte: new Date() } }],
  })
  await until('no job is due', async () => (await JobModel.collection.countDocuments(active())) === 0)
  await bus.settled()
}
