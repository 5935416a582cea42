import { MongoClient, type Db } from 'mongodb'
import { startRedis, type RedisProcess } from './redis.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'
import { freshDatabase } from './server.ts'

/** Two server processes with one database and one Redis, all removed by `close`. */
export interface TwoServers {
  readonly here: ServerProcess
  readonly there: ServerProcess
  readonly redis: RedisProcess
  readonly store: Db
  readonly storeUri: string
  /** One more process beside them; `more`: other settings than theirs. */
  startAnother(more?: Record<string, string>): Promise<ServerProcess>
  close(): Promise<void>
}

const none = () => Promise.resolve({})

/** `ofSecond`: further settings of the second one. */
export async function startTwoServers(
  settings: Record<string, string> = {},
  ofSecond: (redisUrl: string) => Promise<Record<string, string>> = none,
): Promise<TwoServers> {
  const started = new AsyncDisposableStack()
  const close = () => started.disposeAsync()
  try {
    const storeUri = freshDatabase()
    const client = started.adopt(new MongoClient(storeUri), async (store) => {
      await store.db().dropDatabase()
      await store.close()
    })
    const redis = started.use(await startRedis())
    const startAnother = (more: Record<string, string> = {}) =>
      startServerProcess({
        MONGODB_URI: storeUri,
        REDIS_URL: redis.url,
        SESSION_SECRET: 'shared-by-both',
        LOG_LEVEL: 'warn',
        ...settings,
        ...more,
      })
    const second = await ofSecond(redis.url)
    const [here, there] = await Promise.all([startAnother(), startAnother(second)])
    started.use(here)
    started.use(there)
    return { here, there, redis, store: client.db(), storeUri, startAnother, close }
  } catch (error) {
    await close()
    throw error
  }
}
