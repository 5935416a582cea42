import { randomUUID } from 'node:crypto'
import type { Bench } from '#bench/support/bench.ts'
import { MAX_ROUNDS, measureOffered, offer, type Offered } from '#bench/support/offered.ts'
import type { Result } from '#bench/support/report.ts'
import type { Figures } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { spreadOf } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

const KINDS = [
  { name: 'messages in 50 conversations', pairs: 50, rates: [400, 800] },
  { name: 'messages in one conversation', pairs: 1, rates: [200, 500] },
] as const

/** Messages offered at a fixed rate, with both people's sockets open, against insert and emit. */
export async function sustained(bench: Bench): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, pairs, rates } of KINDS)
    for (const rate of rates)
      results.push(
        ...(await measureOffered(bench, name, rate, {
          product: () => productMessages(bench, pairs),
          bare: () => Promise.resolve(bareMessages(pairs)),
        })),
      )
  return [...results, await highestRates(bench)]
}

/** Rates that are offered one after the other, until one is too much. */
const LADDER = Array.from({ length: 12 }, (_, at) => 800 + at * 200)
const HIGHEST_P99_MS = 250

/** The highest rate that each server answers in time, in 50 conversations. */
async function highestRates(bench: Bench): Promise<Result> {
  const pairs = 50
  const rates: { product: number; bare: number }[] = []
  while (rates.length < Math.min(bench.options.rounds, MAX_ROUNDS)) {
    const product = await highestRate((rate) => sendTo(bench, 'product', rate, pairs))
    const bare = await highestRate((rate) => sendTo(bench, 'bare', rate, pairs))
    console.log(`  highest rate with p99 below ${HIGHEST_P99_MS} ms: product ${product}/s, bare ${bare}/s`)
    rates.push({ product, bare })
  }
  return {
    measure: `messages in ${pairs} conversations: highest rate with p99 below ${HIGHEST_P99_MS} ms, against bare`,
    unit: 'x',
    value: spreadOf(rates.map(({ product, bare }) => product / bare)),
    must: 0.8,
    aim: 1,
    atLeast: true,
    detail: { rates, ladder: LADDER },
  }
}

async function highestRate(offerAt: (rate: number) => Promise<Figures>): Promise<number> {
  let highest = 0
  for (const rate of LADDER) {
    if (!(await isOnceInTime(offerAt, rate))) break
    highest = rate
  }
  return highest
}

/** A checkpoint of the store, once a minute, makes a run slow. */
const ATTEMPTS = 3

async function isOnceInTime(offerAt: (rate: number) => Promise<Figures>, rate: number): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) if (await isInTime(offerAt, rate)) return true
  return false
}

async function isInTime(offerAt: (rate: number) => Promise<Figures>, rate: number): Promise<boolean> {
  const { answered, p99 } = await offerAt(rate)
  return answered! >= rate * 0.95 && p99! < HIGHEST_P99_MS
}

const sendTo = async (bench: Bench, server: 'product' | 'bare', rate: number, pairs: number) =>
  offer(
    bench,
    bench[server],
    server === 'product' ? await productMessages(bench, pairs) : bareMessages(pairs),
    rate,
  )

const peopleOf = (pairs: number): string[] =>
  Array.from({ length: 2 * pairs }, (_, at) => personId(1_000 + at))

/** The two people of a message take turns. */
function placesOf(at: number, pairs: number): { from: number; to: number } {
  const left = 2 * (at % pairs)
  return Math.floor(at / pairs) % 2 === 0 ? { from: left, to: left + 1 } : { from: left + 1, to: left }
}

const text = () => `${'A word in your ear. '.repeat(3)}${randomUUID()}`

async function productMessages({ db }: Bench, pairs: number): Promise<Offered> {
  const people = peopleOf(pairs)
  const cookies = await signIn(db, people)
  return {
    crowd: {
      sockets: cookies.map((cookie) => ({ cookie })),
      until: 'ready',
      event: 'message:created',
    },
    callOf(at) {
      const { from, to } = placesOf(at, pairs)
      return {
        method: 'POST',
        path: '/api/messages',
        cookie: cookies[from]!,
        body: { receiverId: people[to]!, content: text(), clientId: randomUUID() },
      }
    },
  }
}

function bareMessages(pairs: number): Offered {
  const people = peopleOf(pairs)
  return {
    crowd: { sockets: people.map((user) => ({ auth: { user } })), event: 'message:created' },
    callOf(at) {
      const { from, to } = placesOf(at, pairs)
      const body = {
        id: randomUUID(),
        conversationId: randomUUID(),
        seq: at,
        senderId: people[from]!,
        receiverId: people[to]!,
        content: text(),
        mediaUrl: null,
        mediaType: null,
        deleted: false,
        rev: 1,
      }
      return { method: 'POST', path: '/messages', body }
    },
  }
}
