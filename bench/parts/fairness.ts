import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { AttackName, AttackOrder } from '#bench/support/attacker.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce, openLoop } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { quantile, spreadOf } from '#bench/support/stats.ts'
import { releaseUploads, sendUpload } from '#bench/support/upload.ts'
import { personId } from '#bench/support/world.ts'
import { startInternet } from '#tests/support/internet.ts'

const FEEDS_A_SECOND = 40
const FEED_SECONDS = 8
/** Acts of one measurement: uploads or link cards, each by another person. */
const ACTS = 20
/** Who attacks, by their number in the world; the people after them read. */
const ATTACKER = 299
/** How long an attack runs before it is measured. */
const LEAD_MS = 2_000

const ATTACKER_PROCESS = path.resolve(import.meta.dirname, '../support/attacker.ts')

const ATTACKS: Record<AttackName, string> = {
  pictures: 'sends animated profile pictures',
  'slow pages': 'links pages that never answer',
  'deep pages': 'links pages of unclosed tags',
  'unread answers': 'opens 300 connections and reads nothing',
  'log-ins': 'tries passwords from many networks',
}

/**
 * What one ordinary person notices while another one sends as much expensive work as the product lets them: p99 against
 * an idle server. The limits are those of production.
 */
export async function fairness(bench: Bench): Promise<Result[]> {
  const { anotherProduct, db, options } = bench
  await releaseUploads(bench)
  const internet = await startInternet()
  const deep = gzipSync('<p><b>'.repeat(40_000))
  internet.pages.set(
    '/deep',
    (_req, res) =>
      void res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(deep),
  )
  const product = await anotherProduct({
    env: {
      NODE_ENV: 'test',
      PASSWORD_COST: 'normal',
      RATE_LIMIT_FACTOR: '1',
      ...internet.settings,
      TRUST_PROXY: '127.0.0.1',
    },
  })
  const people = options.rounds * 2 * ACTS * 3
  const cookies = await signIn(
    db,
    Array.from({ length: people + 1 }, (_, at) => personId(ATTACKER + at)),
  )
  const [gif, jpeg] = await Promise.all([heavyGif(), picture()])
  const readers = cookies.slice(1)
  let next = 0
  const another = () => readers[next++ % readers.length]!
  const feed = async () => {
    const many = FEEDS_A_SECOND * FEED_SECONDS
    const call = () => ({ path: '/api/posts', cookie: another() })
    return quantile((await openLoop(product.port, many, FEEDS_A_SECOND, call)).latencies, 0.99)
  }
  const acts = async (act: (cookie: string) => Promise<unknown>) => {
    const times: number[] = []
    for (let at = 0; at < ACTS; at += 1) {
      const began = performance.now()
      await act(another())
      times.push(performance.now() - began)
    }
    return quantile(times, 0.99)
  }
  const upload = () =>
    acts((cookie) => sendUpload(product.port, cookie, { pieces: [jpeg], name: 'a.jpg', type: 'image/jpeg' }))
  let links = 0
  const card = () =>
    acts((cookie) => {
      const body = { url: `http://site.test/page?title=${(links += 1)}` }
      return callOnce(product.port, { method: 'POST', path: '/api/link-cards', cookie, body })
    })
  const row = (what: string, read: () => Promise<number>, attack: AttackName) =>
    against(what, read, { attack, port: product.port, cookie: cookies[0]!, picture: gif }, options.rounds)
  try {
    await feed()
    await upload()
    await card()
    const results: Result[] = []
    for (const attack of Object.keys(ATTACKS) as AttackName[])
      results.push(await row("feed's p99", feed, attack))
    results.push(await row("picture upload's p99", upload, 'pictures'))
    results.push(await row("link card's p99", card, 'slow pages'))
    return results
  } finally {
    await product.stop()
    await internet[Symbol.asyncDispose]()
  }
}

async function against(
  what: string,
  read: () => Promise<number>,
  order: AttackOrder,
  rounds: number,
): Promise<Result> {
  const runs: { idle: number; busy: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const idle = await read()
    const attacker = fork(ATTACKER_PROCESS, { execArgv: [] })
    attacker.send(order)
    await pause(LEAD_MS)
    const busy = await read()
    attacker.send('stop')
    await once(attacker, 'exit')
    runs.push({ idle, busy })
  }
  return {
    measure: `${what} while one person ${ATTACKS[order.attack]}, against idle`,
    unit: 'x',
    value: spreadOf(runs.map(({ idle, busy }) => busy / idle)),
    must: 2,
    detail: {
      rounds,
      idleMs: spreadOf(runs.map(({ idle }) => idle)),
      busyMs: spreadOf(runs.map(({ busy }) => busy)),
    },
  }
}

/** 1,000 by 1,000 pixels, 100 frames, a few kilobytes. */
async function heavyGif(): Promise<string> {
  const frames = 100
  const all = await sharp({
    create: { width: 1_000, height: 1_000 * frames, channels: 3, background: '#6b4226' },
    limitInputPixels: false,
  })
    .raw()
    .toBuffer()
  const gif = await sharp(all, {
    raw: { width: 1_000, height: 1_000 * frames, channels: 3, pageHeight: 1_000 },
    limitInputPixels: false,
  })
    .gif({ effort: 1, keepDuplicateFrames: true })
    .toBuffer()
  return `data:image/gif;base64,${gif.toString('base64')}`
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
