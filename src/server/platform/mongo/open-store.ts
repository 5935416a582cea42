import type { Config } from '../config.ts'
import { logger } from '../logger.ts'
import type { Log } from '#embedded-mongo/log.ts'

/** A MongoDB replica set that is ready for writes. */
export interface Store {
  /** For `connectStore`. May hold a password: never log it. */
  readonly uri: string
  /** Whether it is the development database of this machine. */
  readonly embedded: boolean
  /** Stops the database if this process started it. Call it last, after the connections are closed. */
  close(): Promise<void>
}

interface Options {
  /**
   * `server` owns the data folder alone: a second one is refused. `guest` (a command beside it) uses the
   * running server's database, or starts it for as long as it takes.
   */
  role?: 'server' | 'guest'
  log?: Log
}

/**
 * The one way to a database: MONGODB_URI, or else the embedded one under DATA_DIR, found, fetched and started
 * as needed.
 * Throws a `StoreError` whose message says what is wrong and what to do; data is never touched then.
 */
export async function openStore(
  { MONGODB_URI, DATA_DIR, MONGOD_BINARY }: Pick<Config, 'MONGODB_URI' | 'DATA_DIR' | 'MONGOD_BINARY'>,
  { role = 'server', log = logger }: Options = {},
): Promise<Store> {
  if (MONGODB_URI) return { uri: MONGODB_URI, embedded: false, close: () => Promise.resolve() }
  // With a database of one's own nothing of this is even loaded.
  const { attachEmbedded, startEmbedded } = await import('#embedded-mongo/embedded-mongo.ts')
  const running = role === 'guest' ? await attachEmbedded(DATA_DIR) : undefined
  const { uri, close } = running ?? (await startEmbedded(DATA_DIR, { log, binary: MONGOD_BINARY }))
  return { uri, embedded: true, close }
}
