import { MongoClient, MongoServerError, type Db, type Document } from 'mongodb'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import { waitFor } from './wait.ts'

const NAME = 'rs0'
const NOT_YET_INITIALIZED = 94
const NOT_A_MEMBER = 93
// It already listens, so it answers at once unless it is shutting down.
const ANSWER_TIMEOUT_MS = 5_000
const PRIMARY_TIMEOUT_MS = 60_000

/** Address of the database for the application. */
export const replicaSetUri = (port: number): string =>
  `mongodb://127.0.0.1:${port}/royal-flush?replicaSet=${NAME}`

/** Makes the mongod on this port a replica set of one, if it is none yet, and waits until it takes writes. */
export async function ensurePrimary(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: ANSWER_TIMEOUT_MS,
  })
  try {
    const admin = client.db('admin')
    await configure(client, admin, port)
    const primary = await waitFor(
      async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true,
      { timeoutMs: PRIMARY_TIMEOUT_MS },
    )
    if (!primary)
      throw new StoreError(
        `The database on port ${port} did not become writable within ${PRIMARY_TIMEOUT_MS / 1000} s.`,
      )
  } finally {
    await client.close()
  }
}

async function configure(client: MongoClient, admin: Db, port: number): Promise<void> {
  const status = await admin.command({ replSetGetStatus: 1 }).catch(serverError)
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }]
  if (status['code'] === NOT_YET_INITIALIZED) await admin.command({ replSetInitiate: { _id: NAME, members } })
  // The set has its old port: the folder's record was deleted, or the folder was copied.
  if (status['code'] === NOT_A_MEMBER) {
    const config = await client
      .db('local')
      .collection('system.replset')
      .findOne({ _id: NAME as never })
    await admin.command({
      replSetReconfig: { ...config, members, version: (config?.['version'] ?? 0) + 1 },
      force: true,
    })
  }
}

function serverError(error: unknown): Document {
  if (error instanceof MongoServerError) return error
  throw error
}
