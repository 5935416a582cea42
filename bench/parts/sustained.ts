import { randomUUID } from 'node:crypto'
import type { Bench } from '#bench/support/bench.ts'
import { measureOffered, type Offered } from '#bench/support/offered.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
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
  return results
}

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
