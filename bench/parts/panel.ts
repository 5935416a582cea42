import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareAdmin } from '#bench/support/admin-world.ts'
import type { Bench } from '#bench/support/bench.ts'
import { fromManyHouses } from '#bench/support/crowd.ts'
import type { Result } from '#bench/support/report.ts'
import { openSocket, type LightSocket } from '#bench/support/sockets.ts'
import { spreadOf } from '#bench/support/stats.ts'

const PEOPLE = 1_000
/** Seconds between two page views of a person. */
const READS_FOR = 10
/** Duration of each measurement, seconds. */
const LASTS = 20
const PAGES = [
  '/',
  '/feed',
  '/blog',
  '/terms',
  '/search',
  ...Array.from({ length: 200 }, (_, at) => `/u/person_${at}`),
]
/** Share of a core that they may take, percent. */
const MUST = 2
/** Clock ticks of Linux, ms. */
const TICK = 10

/** CPU while a thousand people browse: with an admin watching the live panel, minus without. */
export const panel = (bench: Bench): Promise<Result[]> =>
  watched(bench, { name: 'live panel', topic: 'analytics', event: 'analytics:updated', watchers: 1 })

/** The same for the Sewer Map with ten admins watching. */
export const sewerMap = (bench: Bench): Promise<Result[]> =>
  watched(bench, { name: 'Sewer Map', topic: 'sewer', event: 'wall:updated', watchers: 10 })

interface Watched {
  name: string
  topic: 'analytics' | 'sewer'
  /** What a watcher receives. */
  event: string
  watchers: number
}

async function watched(
  { product, db, options, own }: Bench,
  { name, topic, event, watchers: many }: Watched,
): Promise<Result[]> {
  const cookie = await prepareAdmin(db, options)
  const people: LightSocket[] = []
  for (let at = 0; at < PEOPLE; at += 1)
    people.push(await openSocket({ port: product.port, localAddress: fromManyHouses(at) }, 'ready'))
  const store = own.at(-1)!
  const shares: { server: number; store: number }[] = []
  let pushes = 0
  const onEvent = (heard: string) => void (heard === event && (pushes += 1))
  const watchers: LightSocket[] = []
  for (let at = 0; at < many; at += 1)
    watchers.push(await openSocket({ port: product.port, cookie, onEvent }, 'ready'))
  const all = (verb: 'watch' | 'unwatch') =>
    Promise.all(watchers.map((watcher) => watcher.emit(verb, { topic })))
  const stop = browse(people)
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      const without = await costs(product, store)
      await all('watch')
      const during = await costs(product, store)
      await all('unwatch')
      shares.push({ server: during.server - without.server, store: during.store - without.store })
    }
  } finally {
    stop()
    for (const socket of [...people, ...watchers]) socket.close()
  }
  if (pushes === 0) throw new Error(`No watcher of the ${name} received anything`)
  const detail = {
    people: PEOPLE,
    watchers: many,
    viewsASecond: PEOPLE / READS_FOR,
    pushes,
    seconds: LASTS,
    store: spreadOf(shares.map(({ store: share }) => share)),
  }
  const who = many === 1 ? '' : ` and ${many} watching`
  return [
    {
      measure: `${name}, share of a core with ${PEOPLE} people browsing${who}`,
      unit: '%',
      value: spreadOf(shares.map(({ server }) => server)),
      must: MUST,
      detail,
    },
  ]
}

/** Everybody opens another page every ten seconds, spread evenly. */
function browse(people: readonly LightSocket[]): () => void {
  let next = 0
  const timer = setInterval(() => {
    for (let some = PEOPLE / READS_FOR / 10; some > 0; some -= 1) {
      next += 1
      void people[next % people.length]!.emit('page', { path: PAGES[(next * 7) % PAGES.length] })
    }
  }, 100)
  return () => clearInterval(timer)
}

/** Percent of a core that the server and the database use. */
async function costs(product: Bench['product'], store: number): Promise<{ server: number; store: number }> {
  const before = { server: await product.cpu(), store: ticksOf(store) }
  await pause(LASTS * 1000)
  const after = { server: await product.cpu(), store: ticksOf(store) }
  return {
    server: (after.server - before.server) / 1e4 / LASTS,
    store: ((after.store - before.store) * TICK) / 10 / LASTS,
  }
}

/** CPU time of a process in clock ticks: user and system. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}
