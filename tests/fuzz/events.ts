import { z } from 'zod'
import { CLIENT_EVENTS } from '#contract/events.ts'
import type { Dice } from '#tests/support/seeded.ts'
import type { LiveClient } from '#tests/support/socket-client.ts'
import type { Seen } from './crew.ts'
import { chance, hostile, pick } from './values.ts'

const Acknowledgement = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), error: z.string() }),
])

interface Event {
  readonly event: unknown
  readonly args: unknown[]
}

const NAMES = [
  ...Object.keys(CLIENT_EVENTS),
  'message:created',
  '__proto__',
  'constructor',
  'disconnect ',
  '',
  'x'.repeat(1_000),
]
const TOPICS = ['feed', 'following', 'analytics', 'monitor', 'sewer', 'admin', 'nobody']

/** One event of a client, with a payload that may be valid. */
export function randomEvent(dice: Dice, all: Seen): Event {
  const seen = [...all.values()].flat()
  const event = pick(dice, NAMES)
  const id = () => (seen.length > 0 && chance(dice, 70) ? pick(dice, seen) : hostile(dice))
  const fitting: Record<string, unknown> = pick(dice, [
    { posts: Array.from({ length: dice(60) }, id) },
    { topic: pick(dice, TOPICS) },
    { conversation: id() },
    { profile: id() },
    { conversationId: id() },
    { category: pick(dice, ['post', hostile(dice)]), label: pick(dice, ['react', hostile(dice)]) },
    { path: pick(dice, ['/', '/u/ann', hostile(dice)]), referrer: hostile(dice) },
  ])
  const args = chance(dice, 70) ? [fitting] : Array.from({ length: dice(4) }, () => small(hostile(dice)))
  return { event, args }
}

// Messages above 16 kB close the connection, as they should; other tests prove it.
const small = (value: unknown): unknown => ((JSON.stringify(value)?.length ?? 0) > 4_000 ? 'x' : value)

/** Sends it and waits for the acknowledgement. Answers what is wrong with that; null when all is well. */
export async function sendEvent(client: LiveClient, { event, args }: Event): Promise<string | null> {
  if (['', 'disconnect '].includes(event as string)) return null
  try {
    const answer = await client.send(event as string, ...args)
    const fits = Acknowledgement.safeParse(answer).success
    return fits && !/went wrong|burst/i.test(JSON.stringify(answer))
      ? null
      : `the acknowledgement is ${JSON.stringify(answer)}`
  } catch (error) {
    // A flood is cut off by rule; anything else without an answer is wrong.
    return client.socket.connected ? `no acknowledgement: ${(error as Error).message}` : null
  }
}
