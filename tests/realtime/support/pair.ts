import { startHeldRedis, type HeldRedis } from '#tests/support/held-redis.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'

/** Two processes, which the files that one test file imports share. */
export interface Pair {
  readonly servers: TwoServers
  readonly internet: Internet
  /** The second process reaches Redis through it. */
  readonly held: HeldRedis
}

const started = new AsyncDisposableStack()

async function open(): Promise<Pair> {
  const internet = started.use(await startInternet())
  const { promise: held, resolve } = Promise.withResolvers<HeldRedis>()
  const servers = await startTwoServers(internet.settings, async (redisUrl) => {
    resolve(started.use(await startHeldRedis(redisUrl)))
    return { REDIS_URL: (await held).url }
  })
  started.defer(() => servers.close())
  return { servers, internet, held: await held }
}

let pair: Promise<Pair> | undefined
export const openPair = (): Promise<Pair> => (pair ??= open())
export const closePair = (): Promise<void> => started.disposeAsync()
