import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { fromManyHouses, startCrowd } from '#bench/support/crowd.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { spreadOf } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

type Place = { cookie?: string; auth?: { user: string }; localAddress: string }

/**
 * Heap of an idle signed-in socket, as the slope from a fifth of the crowd to all of it, against stripped
 * Socket.IO.
 */
export async function memory({ anotherProduct, anotherBare, db, options }: Bench): Promise<Result[]> {
  const many = options.sockets
  const users = Array.from({ length: many }, (_, at) => personId(at))
  const cookies = await signIn(db, users)
  const ours = users.map((_, at) => ({ cookie: cookies[at]!, localAddress: fromManyHouses(at) }))
  const theirs = users.map((user, at) => ({ auth: { user }, localAddress: fromManyHouses(at) }))
  const runs: { product: number; bare: number }[] = []
  // Heap sizes vary little: three fresh servers of each kind agree within a few per cent.
  const times = options.quick ? 1 : 3
  for (let run = 0; run < times; run += 1) {
    const product = await slope(await anotherProduct(), ours, 'ready')
    const bare = await slope(await anotherBare(), theirs)
    runs.push({ product, bare })
  }
  const value = spreadOf(runs.map(({ product, bare }) => product / bare))
  const bytes = {
    product: spreadOf(runs.map(({ product }) => product)),
    bare: spreadOf(runs.map(({ bare }) => bare)),
  }
  return [
    {
      measure: 'heap an idle signed-in socket against stripped Socket.IO',
      unit: 'x',
      value,
      must: 1.15,
      aim: 1.05,
      detail: { sockets: many, bytesASocket: bytes },
    },
  ]
}

async function slope(server: Child, places: Place[], until?: string): Promise<number> {
  const crowd = startCrowd()
  const few = Math.floor(places.length / 5)
  const open = (sockets: Place[]) =>
    crowd.open({ port: server.port, sockets, ...(until && { until }), event: 'none' })
  try {
    await open(places.slice(0, few))
    const before = await server.heap()
    await open(places.slice(few))
    return ((await server.heap()) - before) / (places.length - few)
  } finally {
    await crowd.close()
    await server.stop()
  }
}
