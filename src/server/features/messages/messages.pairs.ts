import { LRUCache } from 'lru-cache'
import type { Types } from 'mongoose'
import { ConversationModel } from './messages.model.ts'

/** The unique key of two people's conversation, whoever writes first. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(':')

/** Changes of one conversation go one after the other under this key. */
export const conversationLock = (pair: string): string => `conversation:${pair}`

/** Where a conversation stands, as far as this process knows: another one may have written since. */
export interface Head {
  conversationId: Types.ObjectId
  lastSeq: number
}

// A conversation is never removed, so what is known of it is at worst behind; bounded (LIVE L17).
const heads = new LRUCache<string, Head>({ max: 20_000 })

/**
 * Where these two have got to; asks the store only when this process has not seen them. Null before the first
 * word.
 */
export async function headOf(pair: string): Promise<Head | null> {
  const known = heads.get(pair)
  if (known) return known
  const conversation = await ConversationModel.findOne({ pair }, { lastSeq: 1 }).lean()
  return (
    conversation && rememberHead(pair, { conversationId: conversation._id, lastSeq: conversation.lastSeq })
  )
}

export function rememberHead(pair: string, head: Head): Head {
  heads.set(pair, head)
  return head
}
