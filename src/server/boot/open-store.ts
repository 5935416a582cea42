import type { Config } from '../platform/load-config.ts'
import { logger } from '../platform/logger.ts'
import type { Log } from '#embedded-mongo/log.ts'

/** A MongoDB replica set that is ready for writes. */
export interface Store {
  /** For `connectStore`. May contain a password: never log it. */
  readonly uri: string
  /** Whether it is the embedded development database. */
  readonly embedded: boolean
  /** Stops the database if this process started it. Call it last, after the connections are closed. */
  close(): Promise<void>
}

interface Options {
  /**
   * `server` owns the data folder: a second one is refused. `guest` (a command) uses the running server's
   * database, or starts it for its own duration.
   */
  role?: 'server' | 'guest'
  log?: Log
}

/**
 * Opens a database: MONGODB_URI, or else the embedded one under DATA_DIR, which is found, downloaded and
 * started as needed. Throws a `StoreError` that says what is wrong and what to do; data is then never
 * changed.
 */
export async function openStore(
  { MONGODB_URI, DATA_DIR, MONGOD_BINARY }: Pick<Config, 'MONGODB_URI' | 'DATA_DIR' | 'MONGOD_BINARY'>,
  { role = 'server', log = logger }: Options = {},
): Promise<Store> {
  if (MONGODB_URI) return { uri: MONGODB_URI, embedded: false, close: () => Promise.resolve() }
  // With MONGODB_URI none of this is loaded.
  const { attachEmbedded, startEmbedded } = await import('#embedded-mongo/embedded-mongo.ts')
  const running = role === 'guest' ? await attachEmbedded(DATA_DIR) : undefined
  const { uri, close } = running ?? (await startEmbedded(DATA_DIR, { log, binary: MONGOD_BINARY }))
  return { uri, embedded: true, close }
}
