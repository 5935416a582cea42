import { fork, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { AttackName, AttackOrder, SentFile } from '#bench/support/attacker.ts'
import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { heavyGif, heavyVideo } from '#bench/support/heavy-files.ts'
import { callOnce, openLoop } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { untilIdle } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { quantile, spreadOf } from '#bench/support/stats.ts'
import { sendUpload } from '#bench/support/upload.ts'
import { buildWorld, personId } from '#bench/support/world.ts'
import { startInternet } from '#tests/support/internet.ts'

const DATABASE = 'bench_fairness'
const FEEDS_A_SECOND = 40
const FEED_SECONDS = 8
/** Acts of one measurement: uploads or link cards, each by another person. */
const ACTS = 20
/** Who attacks, another one each time, and who reads: numbers of people in the world. */
const ATTACKERS = { from: 300, many: 200 }
const READERS = { from: 500, many: 600 }
/** How long an attack runs before it is measured. */
const LEAD_MS = 2_000

const support = (name: string) => path.resolve(import.meta.dirname, '../support', name)

/** The limits are those of production. */
const LIMITED = {
  NODE_ENV: 'test',
  PASSWORD_COST: 'normal',
  RATE_LIMIT_FACTOR: '1',
  TRUST_PROXY: '127.0.0.1',
}

/** An attack, with what its row says of it. */
const ATTACKS: Record<AttackName, string> = {
  'profile pictures': 'sends animated profile pictures',
  'animated pictures': 'uploads animated pictures',
  videos: 'uploads videos',
  'slow pages': 'links pages that never answer',
  'deep pages': 'links pages of unclosed tags',
  'silent names': 'links names whose servers are silent',
  'unread answers': 'opens 300 connections and reads nothing',
  'log-ins': 'tries passwords from many networks',
  // What the calls themselves cost, which all attacks but that of the connections have in them.
  'unknown calls': 'asks 160 times a second for what does not exist',
}

/**
 * What one ordinary person notices while another one sends as much expensive work as the product lets them: p99 against
 * an idle server. On a small machine a part of it is only that the cores are busy: the first row has this part.
 */
export async function fairness(bench: Bench): Promise<Result[]> {
  // Of its own: no other server takes the jobs of this one.
  const db = bench.database(DATABASE)
  await buildWorld(db, { ...bench.options, fresh: true })
  const results: Result[] = []
  const cookies = await signIn(db, numbered(ATTACKERS))
  const reads = readsOf(await signIn(db, numbered(READERS)), await picture())
  const files: Partial<Record<AttackName, SentFile>> = {
    'profile pictures': await heavyGif(1_000, 100),
    'animated pictures': await heavyGif(1_000, 95),
    videos: await heavyVideo(),
  }
  const { rounds, attack: only } = bench.options
  if (only && !(only in ATTACKS)) throw new Error(`No such attack: ${only}`)
  const row = async (what: keyof typeof reads, attack: AttackName, product: Child) => {
    if (only && attack !== only) return
    const file = files[attack]
    const order = (): AttackOrder => ({
      attack,
      port: product.port,
      cookie: cookies.pop()!,
      network: cookies.length + 1,
      ...(file && { file }),
    })
    const begin = () => {
      const attacker = fork(support('attacker.ts'), { execArgv: [] })
      attacker.send(order())
      return attacker
    }
    const measure = `${what}'s p99 while one person ${ATTACKS[attack]}, against idle`
    const measured = await against(() => reads[what](product.port), begin, product, rounds)
    results.push({ measure, ...(attack !== 'unknown calls' && { must: 2 }), ...measured })
  }

  const internet = await startInternet()
  const deep = gzipSync('<p><b>'.repeat(40_000))
  const page = { 'content-type': 'text/html', 'content-encoding': 'gzip' }
  internet.pages.set('/deep', (_req, res) => void res.writeHead(200, page).end(deep))
  const product = await bench.anotherProduct({
    database: DATABASE,
    // The sweep of the bench's other product, on another database, deletes what arrives in its folder.
    env: { ...LIMITED, ...internet.settings, UPLOADS_DIR: `${process.env['UPLOADS_DIR']}-fairness` },
  })
  try {
    for (const read of Object.values(reads)) await read(product.port)
    results.push({
      measure: "feed's p99 while plain loops of low priority keep all cores busy, against idle",
      ...(await against(() => reads.feed(product.port), beginLoops, product, rounds)),
    })
    for (const attack of Object.keys(ATTACKS) as AttackName[])
      if (attack !== 'silent names') await row('feed', attack, product)
    for (const attack of ['profile pictures', 'animated pictures', 'videos'] as const)
      await row('picture upload', attack, product)
    await row('link card', 'slow pages', product)
  } finally {
    await product.stop()
    await internet[Symbol.asyncDispose]()
  }
  if (only && only !== 'silent names') return results
  await withSilentNames(bench, async (other) => {
    for (const what of ['feed', 'picture upload'] as const) {
      await reads[what](other.port)
      await row(what, 'silent names', other)
    }
  })
  return results
}

const numbered = ({ from, many }: typeof READERS) =>
  Array.from({ length: many }, (_, at) => personId(from + at))

/** What an ordinary person does: each resolves with its p99, ms. Every act is another person's. */
function readsOf(cookies: readonly string[], jpeg: Buffer) {
  let next = 0
  const another = () => cookies[next++ % cookies.length]!
  const acts = (act: (port: number, cookie: string) => Promise<unknown>) => async (port: number) => {
    const times: number[] = []
    for (let at = 0; at < ACTS; at += 1) {
      const began = performance.now()
      await act(port, another())
      times.push(performance.now() - began)
    }
    return quantile(times, 0.99)
  }
  let links = 0
  return {
    feed: async (port: number) => {
      const call = () => ({ path: '/api/posts', cookie: another() })
      const load = await openLoop(port, FEEDS_A_SECOND * FEED_SECONDS, FEEDS_A_SECOND, call)
      return quantile(load.latencies, 0.99)
    },
    'picture upload': acts((port, cookie) =>
      sendUpload(port, cookie, { pieces: [jpeg], name: 'a.jpg', type: 'image/jpeg' }),
    ),
    'link card': acts((port, cookie) => {
      const body = { url: `http://site.test/page?title=${(links += 1)}` }
      return callOnce(port, { method: 'POST', path: '/api/link-cards', cookie, body })
    }),
  }
}

/** A product that asks for names as in production; their server never answers. */
async function withSilentNames(bench: Bench, work: (product: Child) => Promise<void>): Promise<void> {
  const server = createSocket('udp4')
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const product = await bench.anotherProduct({
    database: DATABASE,
    env: { ...LIMITED, LINK_PREVIEWS: 'on', NAME_SERVER: `127.0.0.1:${server.address().port}` },
    flags: ['--import', support('silent-names.ts')],
  })
  try {
    await work(product)
  } finally {
    await product.stop()
    server.close()
  }
}

/** A loop for each core, with the priority of the processes for pictures: what no server can do without. */
function beginLoops(): ChildProcess {
  return fork(support('busy-loops.ts'), [String(availableParallelism())], { execArgv: [] })
}

async function against(
  read: () => Promise<number>,
  begin: () => ChildProcess,
  product: Child,
  rounds: number,
): Promise<Pick<Result, 'unit' | 'value' | 'detail'>> {
  const runs: { idle: number; busy: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await untilIdle(product.pid)
    const idle = await read()
    const other = begin()
    await pause(LEAD_MS)
    const busy = await read()
    other.send('stop')
    await once(other, 'exit')
    runs.push({ idle, busy })
  }
  return {
    unit: 'x',
    value: spreadOf(runs.map(({ idle, busy }) => busy / idle)),
    detail: {
      rounds,
      idleMs: spreadOf(runs.map(({ idle }) => idle)),
      busyMs: spreadOf(runs.map(({ busy }) => busy)),
    },
  }
}

const picture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
