import mongoose, { type mongo } from 'mongoose'
import { Counter, Gauge, Histogram } from 'prom-client'
import { metrics } from '../metrics.ts'
import { askStoreClock } from './store-clock.ts'
import { StoreError } from './store-error.ts'
import { watchStore } from './store-watch.ts'
import { closeTransactions, openTransactions } from './transaction.ts'

/** How long a call waits for a writable server, ms: longer than a stepdown, shorter than people wait. */
const SELECTION_TIMEOUT_MS = 5_000
/**
 * How long a command waits for its answer, ms. An answer can be lost with its connection open; then the driver repeats
 * what may be repeated, and the store answers a repeated write with the result of the first. What takes longer, such
 * as building an index, has a limit of its own.
 */
const ANSWER_MS = 20_000
/** Connections of a server. */
const CONNECTIONS = 50
/** Longer at the start: the database may be starting too. */
const START_ATTEMPTS = 2
/** For transactions that run when the connection is closed, ms. */
const CLOSE_TIMEOUT_MS = 5_000

interface ConnectionLimits {
  /** How long a command may take, ms; 0 for scripts, whose commands may take hours. */
  readonly answerMs?: number
  /** Connections at once. */
  readonly connections?: number
}

/**
 * Connects mongoose's default connection. A write is acknowledged when a majority has it in its journal;
 * tests over primary kills lost nothing (SECURITY, traps). Filters are sanitised; indexes come from the
 * migration alone. Throws a `StoreError` when the server does not answer or has no transactions.
 */
export async function connectStore(uri: string, limits: ConnectionLimits = {}): Promise<void> {
  mongoose.set({
    strictQuery: true,
    sanitizeFilter: true,
    autoIndex: false,
    autoCreate: false,
    bufferTimeoutMS: SELECTION_TIMEOUT_MS,
  })
  try {
    await connect(uri, limits, START_ATTEMPTS)
    watchStore(mongoose.connection.getClient())
    countConnections(mongoose.connection.getClient())
    openTransactions()
    await assertTransactions(uri)
    await askStoreClock(SELECTION_TIMEOUT_MS)
  } catch (error) {
    await mongoose.disconnect()
    throw error instanceof mongoose.Error.MongooseServerSelectionError ? unreachable(uri, error) : error
  }
}

async function connect(uri: string, limits: ConnectionLimits, tries: number): Promise<void> {
  const { answerMs = ANSWER_MS, connections: most = CONNECTIONS } = limits
  try {
    await mongoose.connect(uri, {
      // Each by its own name: only so it stands above what the address says.
      w: 'majority',
      journal: true,
      readConcernLevel: 'majority',
      maxPoolSize: most,
      serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS,
      waitQueueTimeoutMS: 10_000,
      // The monitor notices a server that hangs after the two together; calls that wait for it then fail.
      heartbeatFrequencyMS: 2_000,
      connectTimeoutMS: 5_000,
      socketTimeoutMS: answerMs,
      retryWrites: true,
    })
  } catch (error) {
    if (tries === 1 || !(error instanceof mongoose.Error.MongooseServerSelectionError)) throw error
    await mongoose.disconnect()
    await connect(uri, limits, tries - 1)
  }
}

/** Closes the connection after the running transactions; later ones get 503. */
export async function disconnectStore(): Promise<void> {
  await closeTransactions(CLOSE_TIMEOUT_MS)
  await mongoose.disconnect()
}

// A standalone server accepts connections, and fails only at the first transaction.
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

// Name and password must not be logged.
const address = (uri: string) => uri.replace(/^\w+(?:\+srv)?:\/\/(?:.*@)?/, '').replace(/[/?].*$/, '')

const connections = new Gauge({
  name: 'mongo_pool_connections',
  help: 'Connections to the database: open ones, and those in use by a command.',
  labelNames: ['state'] as const,
  registers: [metrics],
})
const waits = new Histogram({
  name: 'mongo_pool_wait_seconds',
  help: 'How long commands waited for a connection to the database.',
  buckets: [0.0001, 0.001, 0.01, 0.1, 1, 10],
  registers: [metrics],
})
const failures = new Counter({
  name: 'mongo_pool_failures_total',
  help: 'Commands that got no connection to the database in time, or none at all.',
  registers: [metrics],
})

/** Counts the connections of a client. Called once for each. */
function countConnections(client: mongo.MongoClient): void {
  for (const state of ['open', 'used']) connections.set({ state }, 0)
  client
    .on('connectionCreated', () => connections.inc({ state: 'open' }))
    .on('connectionClosed', () => connections.dec({ state: 'open' }))
    .on('connectionCheckedOut', ({ durationMS }) => {
      connections.inc({ state: 'used' })
      waits.observe(durationMS / 1000)
    })
    .on('connectionCheckedIn', () => connections.dec({ state: 'used' }))
    .on('connectionCheckOutFailed', () => failures.inc())
}
