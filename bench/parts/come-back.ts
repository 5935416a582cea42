import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { fromManyHouses, startCrowd } from '#bench/support/crowd.ts'
import { cpuOf } from '#bench/support/rounds.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { spreadOf } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

const MAX_ROUNDS = 3
/** What the page of home fetches again after a restart. */
const READS = [
  '/api/auth/me',
  '/api/posts',
  '/api/notifications/unread-count',
  '/api/messages/conversations',
  '/api/trending',
]

interface Return {
  seconds: number
  /** Milliseconds of CPU for one socket: the server, and the database. */
  server: number
  store: number
  refused: number
}

/**
 * Everybody comes back to a server that has just been started, all at the same moment: handshake, rooms,
 * `ready`; and once more with the reads of home in one batch. The bare server trusts the socket and puts it
 * into one room.
 */
export async function comeBack({ anotherProduct, anotherBare, db, options, own }: Bench): Promise<Result[]> {
  const many = options.sockets
  const cookies = await signIn(
    db,
    Array.from({ length: many }, (_, at) => personId(at)),
  )
  const places = cookies.map((cookie, at) => ({ cookie, localAddress: fromManyHouses(at) }))
  const storePid = own.at(-1)!
  const bareSockets = places.map(({ localAddress }, at) => ({ localAddress, auth: { user: personId(at) } }))
  const runs: Return[] = []
  const withReads: Return[] = []
  const bareRuns: Return[] = []
  for (let round = 0; round < Math.min(MAX_ROUNDS, options.rounds); round += 1) {
    runs.push(await oneReturn(await anotherProduct(), places, storePid, { until: 'ready' }))
    withReads.push(
      await oneReturn(await anotherProduct(), places, storePid, { until: 'ready', reads: READS }),
    )
    bareRuns.push(await oneReturn(await anotherBare(), bareSockets, storePid))
  }
  const detail = {
    sockets: many,
    server: spreadOf(runs.map(({ server }) => server)),
    store: spreadOf(runs.map(({ store }) => store)),
    bareSeconds: spreadOf(bareRuns.map(({ seconds }) => seconds)),
    bareServer: spreadOf(bareRuns.map(({ server }) => server)),
    refused: spreadOf(runs.map(({ refused }) => refused)),
  }
  return [
    {
      measure: `${many} signed-in sockets back after a restart`,
      unit: 's',
      value: spreadOf(runs.map(({ seconds }) => seconds)),
      must: 10,
      detail,
    },
    {
      measure: `${many} signed-in sockets back after a restart, CPU each`,
      unit: 'ms',
      value: spreadOf(runs.map(({ server, store }) => server + store)),
      must: 1.5,
      detail,
    },
    {
      measure: `${many} signed-in sockets back after a restart, with the reads of home`,
      unit: 's',
      value: spreadOf(withReads.map(({ seconds }) => seconds)),
      must: 20,
      detail: { sockets: many, refused: spreadOf(withReads.map(({ refused }) => refused)) },
    },
    {
      measure: `${many} signed-in sockets back after a restart, with the reads of home, CPU each`,
      unit: 'ms',
      value: spreadOf(withReads.map(({ server, store }) => server + store)),
      must: 2.5,
      detail: {
        server: spreadOf(withReads.map(({ server }) => server)),
        store: spreadOf(withReads.map(({ store }) => store)),
      },
    },
  ]
}

async function oneReturn(
  server: Child,
  sockets: { cookie?: string; auth?: { user: string }; localAddress: string }[],
  storePid: number,
  also: { until?: string; reads?: readonly string[] } = {},
): Promise<Return> {
  const crowd = startCrowd()
  try {
    const [cpu, store, began] = [await server.cpu(), cpuOf(storePid), performance.now()]
    await crowd.open({
      port: server.port,
      sockets,
      ...also,
      event: 'none',
      atOnce: sockets.length,
      retry: true,
    })
    const seconds = (performance.now() - began) / 1000
    return {
      seconds,
      server: ((await server.cpu()) - cpu) / 1000 / sockets.length,
      store: (cpuOf(storePid) - store) / sockets.length,
      refused: (await crowd.heard()).refused,
    }
  } finally {
    await crowd.close()
    await server.stop()
  }
}
