import type { CommandStartedEvent } from 'mongodb'
import mongoose from 'mongoose'

// Not the server's work: the driver keeps its connections alive and tidies its sessions on its own.
const BACKGROUND = new Set(['hello', 'ping', 'endSessions', 'isMaster'])

// The job engine does so every few seconds.
const looksForJobs = (command: CommandStartedEvent['command']): boolean =>
  command['find'] === 'jobs' || command['findAndModify'] === 'jobs'

/**
 * Names of the store commands that this worker's server sends while `work` runs, in order, including the read
 * of the session. Listeners of earlier events have ended before.
 */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { bus } = await import('#server/platform/bus.ts')
  await bus.settled()
  const client = mongoose.connection.getClient()
  const names: string[] = []
  const note = ({ commandName, command }: CommandStartedEvent) =>
    void (BACKGROUND.has(commandName) || looksForJobs(command) || names.push(commandName))
  client.on('commandStarted', note)
  try {
    await work()
  } finally {
    client.off('commandStarted', note)
  }
  return names
}
