import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Bench } from './bench.ts'
import type { Child } from './child.ts'
import { startCrowd, type CrowdSockets } from './crowd.ts'
import type { Offer, OfferTaken } from './generator-process.ts'
import type { Call } from './http-load.ts'
import type { Result } from './report.ts'
import { compare, cpuOf, type Figures } from './rounds.ts'
import { quantile, type Spread } from './stats.ts'

const CONNECTIONS = 400
const SECONDS = 8
/** A round takes more than half a minute. */
export const MAX_ROUNDS = 3

/** What one server is offered. */
export interface Offered {
  /** The sockets that listen meanwhile. */
  readonly crowd: CrowdSockets
  readonly callOf: (at: number) => Call
}

interface Servers {
  product: () => Promise<Offered>
  bare: () => Promise<Offered>
}

/** Offers writes at a fixed rate to the product and to the bare server. */
export async function measureOffered(
  bench: Bench,
  what: string,
  rate: number,
  { product, bare }: Servers,
): Promise<Result[]> {
  const compared = await compare({
    rounds: Math.min(bench.options.rounds, MAX_ROUNDS),
    own: bench.own,
    product: async () => offer(bench, bench.product, await product(), rate),
    bare: async () => offer(bench, bench.bare, await bare(), rate),
  })
  const name = `${what}, ${rate}/s offered`
  const detail = { ...compared, rate, seconds: SECONDS }
  for (const [server, figures] of Object.entries({ product: compared.product, bare: compared.bare }))
    console.log(`  ${name}, ${server}: ${summary(figures)}`)
  return [
    {
      measure: `${name}: answered a second`,
      unit: '/s',
      value: compared.product['answered']!,
      must: rate * 0.95,
      atLeast: true,
      detail,
    },
    { measure: `${name}: p99`, unit: 'ms', value: compared.product['p99']!, must: 250, detail },
    {
      measure: `${name}: CPU of server and store against bare`,
      unit: 'x',
      value: compared.ratio['cpuTogether']!,
      detail,
    },
  ]
}

const summary = (figures: Record<string, Spread>): string =>
  Object.entries(figures)
    .map(([figure, { median }]) => `${figure} ${Number(median.toPrecision(3))}`)
    .join(', ')

/** Offers writes to one server at a fixed rate. */
export async function offer(
  { own }: Bench,
  server: Child,
  { crowd: { sockets, ...listen }, callOf }: Offered,
  rate: number,
): Promise<Figures> {
  const crowd = startCrowd()
  const storePid = own.at(-1)!
  try {
    await crowd.open({ ...listen, port: server.port, sockets })
    await crowd.forget()
    const calls = Array.from({ length: rate * SECONDS }, (_, at) => callOf(at))
    const [cpu, store] = [await server.cpu(), cpuOf(storePid)]
    const load = await generate({ port: server.port, perSecond: rate, concurrency: CONNECTIONS, calls })
    const { frames } = await crowd.heard()
    const answered = load.latencies.length
    const serverCpu = ((await server.cpu()) - cpu) / answered
    const storeCpu = ((cpuOf(storePid) - store) * 1000) / answered
    return {
      refused: load.refused,
      answered: answered / load.seconds,
      p50: quantile(load.latencies, 0.5),
      p99: quantile(load.latencies, 0.99),
      /** Microseconds of CPU for one write: of the server, and of the database. */
      serverCpu,
      storeCpu,
      cpuTogether: serverCpu + storeCpu,
      /** Cores that the generator of the load used. */
      generatorCores: load.cpu / 1e6 / load.seconds,
      framesASocketAndSecond: frames / sockets.length / load.seconds,
    }
  } finally {
    await crowd.close()
  }
}

/** Offers requests from a process of its own. */
async function generate(offer: Offer): Promise<OfferTaken> {
  const child = fork(path.resolve(import.meta.dirname, 'generator-process.ts'), [], { execArgv: [] })
  const answered = once(child, 'message') as Promise<[OfferTaken]>
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The generator ended with ${code}`)
  })
  child.send(offer)
  const [taken] = await Promise.race([answered, failed])
  await failed.catch(() => undefined)
  return taken
}
