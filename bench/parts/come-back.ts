import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from 'mongodb'
import type { PostView } from '#contract/posts.ts'
import type { Bench } from '#bench/support/bench.ts'
import { fromManyHouses, startCrowd, type Crowd } from '#bench/support/crowd.ts'
import { callOnce } from '#bench/support/http-load.ts'
import { buildInboxes } from '#bench/support/inboxes.ts'
import type { Result } from '#bench/support/report.ts'
import { cpuOf } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { quantile, spreadOf } from '#bench/support/stats.ts'
import type { Screen } from '#bench/support/staying-page.ts'
import { startSupervised } from '#bench/support/supervised.ts'
import { personId } from '#bench/support/world.ts'

const MAX_ROUNDS = 3
const BACK_WITHIN_MS = 120_000
/** Most seconds from /readyz to the last page, and better ones: the second for more than 5,000 pages. */
const LAST = [
  { must: 8, aim: 5 },
  { must: 18, aim: 10 },
] as const

/** What the page of home reads after a restart, on a phone. */
const READS = [
  '/api/auth/me',
  '/api/notifications/unread-count',
  '/api/users/me/waiting',
  '/api/messages/conversations',
  '/api/posts',
]

/** What it watches, and reads. */
async function homeAt(port: number): Promise<Screen> {
  const posts = await callOnce<PostView[]>(port, { path: '/api/posts' })
  return { watches: [{ posts: posts.map(({ id }) => id) }, { topic: 'feed' }], reads: READS }
}

interface Return {
  /** Seconds from the kill to /readyz of the next server. */
  readyz: number
  /** Seconds from /readyz to the last page and to half of them. */
  last: number
  half: number
  /** Milliseconds of CPU for one page: the server, and the database. */
  server: number
  store: number
  /** Commands of the database for one page. */
  commands: number
  /** Tries that failed, for one page. */
  refused: number
}

/**
 * Signed-in people have home open. The server is killed, and its supervisor starts the next one. Each page comes back by
 * the client's own waits: handshake, rooms, `ready`, subscriptions, and what home reads, in one request.
 */
export async function comeBack({ db, options, own, storeUri }: Bench): Promise<Result[]> {
  const many = options.sockets
  const people = Array.from({ length: many }, (_, at) => personId(at))
  await buildInboxes(db, many)
  const cookies = await signIn(db, people)
  const runs: Return[] = []
  for (let round = 0; round < Math.min(MAX_ROUNDS, options.rounds); round += 1)
    runs.push(await oneReturn({ db, storeUri, storePid: own.at(-1)!, cookies }))
  const spread = (figure: (run: Return) => number) => spreadOf(runs.map(figure))
  const name = `${many} pages back after a kill -9 of the server`
  const detail = {
    pages: many,
    readyz: spread(({ readyz }) => readyz),
    half: spread(({ half }) => half),
    server: spread(({ server }) => server),
    store: spread(({ store }) => store),
    refused: spread(({ refused }) => refused),
  }
  return [
    {
      measure: `${name}: the last one, after /readyz`,
      unit: 's',
      value: spread(({ last }) => last),
      ...LAST[many > 5_000 ? 1 : 0],
      detail,
    },
    {
      measure: `${name}: CPU each, server and store`,
      unit: 'ms',
      value: spread(({ server, store }) => server + store),
      must: 2,
      aim: 1.2,
      detail,
    },
    {
      measure: `${name}: store commands each`,
      unit: 'commands',
      value: spread(({ commands }) => commands),
      must: 1,
      detail,
    },
  ]
}

interface Scene {
  db: Db
  storeUri: string
  storePid: number
  cookies: readonly string[]
}

async function oneReturn({ db, storeUri, storePid, cookies }: Scene): Promise<Return> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'royal-flush-return-'))
  const server = await startSupervised(storeUri, dataDir)
  const crowd = startCrowd()
  try {
    const pages = cookies.map((cookie, at) => ({
      port: server.port,
      cookie,
      localAddress: fromManyHouses(at),
    }))
    await crowd.stay({ pages, screen: await homeAt(server.port) })
    await crowd.forget()
    const killed = server.workerPid()
    const killedAt = Date.now()
    server.kill()
    const readyAt = await server.readyAfter(killed)
    const pid = server.workerPid()
    const [cpu, store, commands] = [cpuOf(pid), cpuOf(storePid), await commandsOf(db)]
    const { moments, refused } = await allBack(crowd, pages.length)
    const each = (difference: number) => difference / pages.length
    const after = (moment: number) => (moment - readyAt) / 1000
    return {
      readyz: (readyAt - killedAt) / 1000,
      last: after(Math.max(...moments)),
      half: after(quantile(moments, 0.5)),
      server: each(cpuOf(pid) - cpu),
      store: each(cpuOf(storePid) - store),
      commands: each((await commandsOf(db)) - commands),
      refused: each(refused),
    }
  } finally {
    await crowd.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function allBack(crowd: Crowd, many: number) {
  for (const deadline = Date.now() + BACK_WITHIN_MS; Date.now() < deadline; await pause(100)) {
    const returned = await crowd.returned()
    if (returned.moments.length >= many) return returned
  }
  throw new Error(`${(await crowd.returned()).moments.length} of ${many} pages came back`)
}

/** Reads and writes that the database has been asked for so far. */
async function commandsOf(db: Db): Promise<number> {
  const { metrics } = (await db.admin().serverStatus()) as unknown as {
    metrics: { commands: Record<string, { total?: number }> }
  }
  const counted = ['find', 'aggregate', 'getMore', 'count', 'insert', 'update', 'delete', 'findAndModify']
  return counted.reduce((sum, name) => sum + (metrics.commands[name]?.total ?? 0), 0)
}
