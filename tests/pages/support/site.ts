import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'

declare global {
  var pagesSite: Promise<ServerProcess> | undefined
}

/**
 * The server of this worker: a process with a database of its own, started by the first file that asks for it and
 * shared by the files after it. Their people have handles of their own (`newPerson`).
 */
export const site = (): Promise<ServerProcess> =>
  (globalThis.pagesSite ??= start().catch((error: unknown) => {
    globalThis.pagesSite = undefined
    throw error
  }))

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ MONGODB_URI: freshDatabase(), LOG_LEVEL: 'warn' })
  // Vitest ends its workers by a signal; nothing asynchronous is waited for then.
  const end = () => process.kill(server.pid(), 'SIGKILL')
  for (const event of ['exit', 'SIGTERM', 'disconnect']) process.once(event, end)
  return server
}
