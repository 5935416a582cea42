import { mongo } from 'mongoose'
import { afterAll, beforeAll } from 'vitest'
import { freshDatabase } from '#tests/support/server.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

/** A server in its own process, which a test can kill, and the test's connection to its store. */
export interface KillableServer {
  readonly storeUri: string
  readonly server: ServerProcess
  readonly db: mongo.Db
  /** Kills the server and starts it again. `meanwhile` runs while there is none. */
  restart(meanwhile?: () => Promise<unknown>): Promise<void>
}

const none = () => Promise.resolve({})

/** Starts one before the tests of a file and stops it after them. Its fields are set when the tests run. */
export function startKillableServer(settings: () => Promise<Record<string, string>> = none): KillableServer {
  const storeUri = freshDatabase()
  const started = { storeUri } as { -readonly [K in keyof KillableServer]: KillableServer[K] }
  let store: mongo.MongoClient | undefined
  beforeAll(async () => {
    started.server = await startServerProcess({ MONGODB_URI: storeUri, ...(await settings()) })
    store = await mongo.MongoClient.connect(storeUri)
    started.db = store.db()
  }, 90_000)
  afterAll(async () => {
    await store?.db().dropDatabase()
    await store?.close()
    await started.server?.[Symbol.asyncDispose]()
  })
  started.restart = async (meanwhile) => {
    await started.server.kill()
    await meanwhile?.()
    await endLeases(started.db)
    await started.server.start()
  }
  return started
}

/**
 * The leases of a process that was killed are over at once, as after their twelve seconds: `jobs.test.ts` waits for
 * them once.
 */
export const endLeases = (db: mongo.Db): Promise<unknown> =>
  db.collection('jobs').updateMany({ state: 'running' }, [{ $set: { dueAt: '$$NOW' } }])
