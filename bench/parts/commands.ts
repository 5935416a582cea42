import { randomUUID } from 'node:crypto'
import type { Bench } from '#bench/support/bench.ts'
import { closedLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { follows } from '#bench/support/acquainted.ts'
import { signIn } from '#bench/support/sessions.ts'
import { personId, readerId } from '#bench/support/world.ts'

const CALLS = 200
const BACKGROUND = new Set(['hello', 'ping', 'endSessions'])

/**
 * Database commands of one call in the steady state, counted one by one. The session's own read is one of
 * them.
 */
export async function commands({ anotherProduct, db }: Bench): Promise<Result[]> {
  const [cookie = ''] = await signIn(db, [readerId('50')])
  await follows(db, [{ followerId: personId(3_000), followeeId: readerId('50') }])
  const message = (): Call => ({
    method: 'POST',
    path: '/api/messages',
    cookie,
    body: { receiverId: personId(3_000), content: 'counted', clientId: randomUUID() },
  })
  const product = await anotherProduct({ query: 'monitorCommands=true' })
  const count = async (measure: string, must: number, aim: number, callOf: () => Call): Promise<Result> => {
    await closedLoop(product.port, 5, 1, callOf)
    const names = (await product.commands(() => closedLoop(product.port, CALLS, 1, callOf))).filter(
      (name) => !BACKGROUND.has(name),
    )
    const value = names.length / CALLS
    return {
      measure,
      unit: 'commands',
      value: { median: value, low: value, high: value },
      must,
      aim,
      detail: { calls: CALLS, ...countByName(names) },
    }
  }
  try {
    return [
      await count("store commands a visitor's feed read", 2, 1, () => ({ path: '/api/posts' })),
      await count('store commands a signed-in feed read', 2, 1, () => ({ path: '/api/posts', cookie })),
      await count('store commands a following feed read', 2, 1, () => ({
        path: '/api/posts?type=following',
        cookie,
      })),
      await count('store commands a message', 3, 2, message),
      await count('store commands a new post', 6, 4, () => ({
        method: 'POST',
        path: '/api/posts',
        cookie,
        body: { text: 'Counted on the throne.', clientId: randomUUID() },
      })),
    ]
  } finally {
    await product.stop()
  }
}

const countByName = (names: readonly string[]): Record<string, number> =>
  names.reduce<Record<string, number>>((counts, name) => ({ ...counts, [name]: (counts[name] ?? 0) + 1 }), {})
