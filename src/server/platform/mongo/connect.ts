import mongoose from 'mongoose'
import { StoreError } from './store-error.ts'

/**
 * Connects mongoose's default connection. A write is acknowledged when the majority has it in its journal: that lost
 * nothing over primary kills (SECURITY, traps). Filters are sanitised, indexes come from the migration alone. Throws a
 * `StoreError` when nobody answers there, or one that cannot do transactions.
 */
export async function connectStore(uri: string): Promise<void> {
  mongoose.set({ strictQuery: true, sanitizeFilter: true, autoIndex: false, autoCreate: false })
  try {
    await mongoose.connect(uri, {
      writeConcern: { w: 'majority', journal: true },
      readConcern: { level: 'majority' },
      maxPoolSize: 50,
      serverSelectionTimeoutMS: 10_000,
      retryWrites: true,
    })
    await assertTransactions(uri)
  } catch (error) {
    await mongoose.disconnect()
    throw error instanceof mongoose.Error.MongooseServerSelectionError ? unreachable(uri, error) : error
  }
}

export const disconnectStore = (): Promise<void> => mongoose.disconnect()

// A server on its own would take everything until the first message is sent.
async function assertTransactions(uri: string): Promise<void> {
  const hello = await mongoose.connection.db?.admin().command({ hello: 1 })
  if (hello?.['setName'] || hello?.['msg'] === 'isdbgrid') return
  throw new StoreError(`The MongoDB at ${address(uri)} is no replica set, and Royal Flush needs transactions. Start it with --replSet and initiate it once (rs.initiate()), or leave MONGODB_URI out to get an embedded one.`)
}

const unreachable = (uri: string, cause: Error) =>
  new StoreError(`The MongoDB at ${address(uri)} cannot be reached: ${cause.message}. Start it, correct MONGODB_URI, or leave that out to get an embedded one.`, { cause })

// The name and password in front of it belong in no log.
const address = (uri: string) => uri.replace(/^\w+(?:\+srv)?:\/\/(?:.*@)?/, '').replace(/[/?].*$/, '')
