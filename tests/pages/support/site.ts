import { afterAll, beforeAll } from 'vitest'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'

/** The server of a worker, where its database is, and what stands for the internet (cards of links). */
export interface Site extends ServerProcess {
  readonly storeUri: string
  readonly internet: Internet
}

declare global {
  var pagesSite: Promise<Site> | undefined
}

/**
 * The server of this worker: a process with a database of its own, started by the first file that asks for it and
 * shared by the files after it. Their people have handles of their own (`newPerson`).
 */
export const site = (): Promise<Site> =>
  (globalThis.pagesSite ??= start().catch((error: unknown) => {
    globalThis.pagesSite = undefined
    throw error
  }))

/** A server of its own for the tests of this file, for instance with nobody in it; then the worker's is used again. */
export function beginOwnSite(): void {
  const shared = globalThis.pagesSite
  beforeAll(async () => void (await (globalThis.pagesSite = start())))
  afterAll(async () => {
    const own = await site()
    globalThis.pagesSite = shared
    await own[Symbol.asyncDispose]()
    await own.internet[Symbol.asyncDispose]()
  })
}

async function start(): Promise<Site> {
  const storeUri = freshDatabase()
  const internet = await startInternet()
  const server = await startServerProcess({ MONGODB_URI: storeUri, LOG_LEVEL: 'warn', ...internet.settings })
  // Vitest ends its workers by a signal; nothing asynchronous is waited for then.
  const end = () => server.ending() === null && process.kill(server.pid(), 'SIGKILL')
  for (const event of ['exit', 'SIGTERM', 'disconnect']) process.once(event, end)
  return { ...server, storeUri, internet }
}
