import { LRUCache } from 'lru-cache'
import { isFollowing } from '#server/features/people/follows/follow-graph.service.ts'
import { MessageModel } from './messages.model.ts'
import { headOf, pairOf } from './messages.pairs.ts'

// A person who has written once stays in the cache. Bounded (LIVE L17).
const written = new LRUCache<string, true>({ max: 20_000 })

/**
 * Whether a person has let another one near: has written to them, or follows them. Everybody else is a
 * stranger, whose messages are looked at for spam, and who does not hear when that person is online or
 * typing.
 */
export const welcomes = async (personId: string, otherId: string): Promise<boolean> =>
  (await hasWrittenTo(personId, otherId)) || isFollowing(personId, otherId)

async function hasWrittenTo(personId: string, otherId: string): Promise<boolean> {
  const key = `${personId}:${otherId}`
  if (written.has(key)) return true
  const head = await headOf(pairOf(personId, otherId))
  if (!head || !(await MessageModel.exists({ conversationId: head.conversationId, senderId: personId })))
    return false
  written.set(key, true)
  return true
}
