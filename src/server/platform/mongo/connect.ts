import mongoose from 'mongoose'
import { StoreError } from './store-error.ts'
import { watchStore } from './store-watch.ts'
import { closeTransactions, openTransactions } from './transaction.ts'

/**
 * How long one call waits for a server that takes it, ms: enough for a stepdown, and short of what a person
 * waits for.
 */
const SELECTION = 5_000
/** A server that starts waits longer: the store may be starting too. */
const START_TRIES = 2
/** For transactions that are under way when the connection is closed, ms. */
const LAST_CALL = 5_000

/**
 * Connects mongoose's default connection. A write is acknowledged when the majority has it in its journal:
 * that lost nothing over primary kills (SECURITY, traps). Filters are sanitised, indexes come from the
 * migration alone. Throws a `StoreError` when nobody answers there, or one that cannot do transactions.
 */
export async function connectStore(uri: string): Promise<void> {
  mongoose.set({
    strictQuery: true,
    sanitizeFilter: true,
    autoIndex: false,
    autoCreate: false,
    bufferTimeoutMS: SELECTION,
  })
  try {
    await connect(uri, START_TRIES)
    watchStore(mongoose.connection.getClient())
    openTransactions()
    await assertTransactions(uri)
  } catch (error) {
    await mongoose.disconnect()
    throw error instanceof mongoose.Error.MongooseServerSelectionError ? unreachable(uri, error) : error
  }
}

async function connect(uri: string, tries: number): Promise<void> {
  try {
    await mongoose.connect(uri, {
      writeConcern: { w: 'majority', journal: true },
      readConcern: { level: 'majority' },
      maxPoolSize: 50,
      serverSelectionTimeoutMS: SELECTION,
      waitQueueTimeoutMS: 10_000,
      // A store that hangs is noticed by its monitor after the two together; what waits for an answer is
      // broken off then.
      heartbeatFrequencyMS: 2_000,
      connectTimeoutMS: 5_000,
      retryWrites: true,
    })
  } catch (error) {
    if (tries === 1 || !(error instanceof mongoose.Error.MongooseServerSelectionError)) throw error
    await mongoose.disconnect()
    await connect(uri, tries - 1)
  }
}

/** Closes the connection after the transactions that are under way; later ones are answered 503. */
export async function disconnectStore(): Promise<void> {
  await closeTransactions(LAST_CALL)
  await mongoose.disconnect()
}

// A server on its own would take everything until the first message is sent.
async function assertTransactions(uri: string): Promise<void> {
  const hello = await mongoose.connection.db?.admin().command({ hello: 1 })
  if (hello?.['setName'] || hello?.['msg'] === 'isdbgrid') return
  throw new StoreError(
    `The MongoDB at ${address(uri)} is no replica set, and Royal Flush needs transactions. Start it with --replSet and initiate it once (rs.initiate()), or leave MONGODB_URI out to get an embedded one.`,
  )
}

const unreachable = (uri: string, cause: Error) =>
  new StoreError(
    `The MongoDB at ${address(uri)} cannot be reached: ${cause.message}. Start it, correct MONGODB_URI, or leave that out to get an embedded one.`,
    { cause },
  )

// The name and password in front of it belong in no log.
const address = (uri: string) => uri.replace(/^\w+(?:\+srv)?:\/\/(?:.*@)?/, '').replace(/[/?].*$/, '')
