import type { CommandStartedEvent } from 'mongodb'
import mongoose from 'mongoose'

// Not the server's work: the driver keeps its connections alive and tidies its sessions on its own.
const BACKGROUND = new Set(['hello', 'ping', 'endSessions', 'isMaster'])

/** Names of the store commands that this worker's server sent while `work` ran, in order, the session's read included. */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const client = mongoose.connection.getClient()
  const names: string[] = []
  const note = ({ commandName }: CommandStartedEvent) => void (BACKGROUND.has(commandName) || names.push(commandName))
  client.on('commandStarted', note)
  try {
    await work()
  } finally {
    client.off('commandStarted', note)
  }
  return names
}
