import { mongo } from 'mongoose'
import { afterAll, beforeAll } from 'vitest'
import { freshDatabase } from '#tests/support/server.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

/**
 * A server in a process of its own that a test may kill, and a connection of the test's own to the store
 * behind it.
 */
export interface House {
  readonly storeUri: string
  readonly server: ServerProcess
  readonly db: mongo.Db
}

/**
 * Opens one before the tests of a file and takes it down after them. Its parts are there once the tests run.
 */
export function startKillableServer(): House {
  const storeUri = freshDatabase()
  const house: { storeUri: string; server?: ServerProcess; db?: mongo.Db } = { storeUri }
  let store: mongo.MongoClient | undefined
  beforeAll(async () => {
    house.server = await startServerProcess({ MONGODB_URI: storeUri })
    store = await mongo.MongoClient.connect(storeUri)
    house.db = store.db()
  }, 90_000)
  afterAll(async () => {
    await store?.db().dropDatabase()
    await store?.close()
    await house.server?.[Symbol.asyncDispose]()
  })
  return house as House
}
