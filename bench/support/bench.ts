import path from 'node:path'
import { MongoClient, type Db } from 'mongodb'
import { SERVER_FLAGS } from '#server/platform/supervisor.ts'
import { startChild, type Child } from './child.ts'
import type { Options } from './options.ts'
import type { Result } from './report.ts'
import { SESSION_SECRET } from './sessions.ts'

/** The tools of every part. */
export interface Bench {
  readonly options: Options
  readonly db: Db
  /** Another database of the same store. */
  database(name: string): Db
  readonly storeUri: string
  readonly product: Child
  readonly bare: Child
  /** The measured processes: both servers and the database. */
  readonly own: readonly number[]
  /** A separate product server, for parts that count or fill it. Stop it afterwards. */
  anotherProduct(options?: AnotherProduct): Promise<Child>
  anotherBare(): Promise<Child>
  close(): Promise<void>
}

interface AnotherProduct {
  /** Options of the connection to the database, added to its URI. */
  query?: string
  /** The name of another database of the same store. */
  database?: string
  /** Further settings. */
  env?: Record<string, string>
  /** Further flags of Node. */
  flags?: readonly string[]
}

/** One part, by its name on the command line; returns its rows of the table. */
export type Part = (bench: Bench) => Promise<Result[]>

const PRODUCT = path.resolve(import.meta.dirname, '../../src/server/boot/main.ts')
const BARE = path.resolve(import.meta.dirname, '../bare/bare-server.ts')

/** Connects to the filled database and starts both servers on it. */
export async function openBench(
  storeUri: string,
  options: Options,
  prepare: (db: Db) => Promise<void>,
): Promise<Bench> {
  const client = await MongoClient.connect(storeUri)
  const db = client.db()
  await prepare(db)
  const startProduct = (uri: string, env: Record<string, string> = {}, flags: readonly string[] = []) =>
    startChild(
      PRODUCT,
      {
        MONGODB_URI: uri,
        NODE_ENV: 'development',
        RATE_LIMIT_FACTOR: '1000000',
        SPAM_PROTECTION: 'off',
        SESSION_SECRET,
        ...env,
      },
      // As `npm start` starts it.
      [...SERVER_FLAGS, ...flags],
    )
  const product = await startProduct(storeUri)
  const startBare = () => startChild(BARE, { MONGODB_URI: storeUri })
  const bare = await startBare()
  const { pid } = (await db.admin().serverStatus()) as unknown as { pid: number }
  return {
    options,
    db,
    database: (name) => client.db(name),
    storeUri,
    product,
    bare,
    own: [product.pid, bare.pid, pid],
    anotherProduct: ({ query = '', database, env, flags } = {}) =>
      startProduct(uriWith(storeUri, query, database), env, flags),
    anotherBare: startBare,
    async close() {
      await Promise.all([product.stop(), bare.stop()])
      await client.close()
    },
  }
}

function uriWith(uri: string, query: string, database?: string): string {
  const url = new URL(uri)
  if (database) url.pathname = `/${database}`
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
  return url.href
}
