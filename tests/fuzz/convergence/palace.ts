import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MongoClient, type Db } from 'mongodb'
import { startEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import type { Random } from '#tests/realtime/support/random.ts'
import { startRedis } from '#tests/support/redis.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'

/** Two server processes with one store and one Redis, each of which can be killed. */
export interface Palace {
  readonly sites: readonly { readonly url: string }[]
  readonly store: Db
  /** Kills something, and starts it again after a while. Returns what it was. */
  disturb(random: Random): Promise<string>
  close(): Promise<void>
}

export async function openPalace(): Promise<Palace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-convergence-'))
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  const mongod = await startEmbedded(folder, { log, binary: process.env['MONGOD_BINARY'] })
  const redis = await startRedis()
  const env = {
    MONGODB_URI: mongod.uri,
    REDIS_URL: redis.url,
    SESSION_SECRET: 'shared',
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '100000',
    SOCKETS_PER_ADDRESS: '1000',
  }
  // The first one prepares the store.
  const servers = [await startServerProcess(env), await startServerProcess(env)]
  const client = await MongoClient.connect(mongod.uri)
  const killServer = async (random: Random) => {
    const server = random.pick(servers)
    await server.kill()
    await pause(random.below(2_000))
    await server.start()
  }
  const killStore = async () => {
    process.kill(Number(await readFile(path.join(folder, 'mongo/db/mongod.lock'), 'utf8')), 'SIGKILL')
    await until('the store is back', () =>
      client
        .db()
        .command({ ping: 1 })
        .then(() => true)
        .catch(() => false),
    )
  }
  const killRedis = async (random: Random) => {
    await redis.interrupt()
    await pause(random.below(3_000))
    await redis.resume()
  }
  const KILLS = { server: killServer, store: killStore, Redis: killRedis }
  return {
    sites: servers,
    store: client.db(),
    async disturb(random) {
      const what = random.pick(['server', 'server', 'store', 'Redis'] as const)
      await KILLS[what](random)
      return what
    },
    async close() {
      await client.close()
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
      await redis[Symbol.asyncDispose]()
      await mongod.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
