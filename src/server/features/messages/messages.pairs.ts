import { LRUCache } from 'lru-cache'
import { ConversationModel } from './messages.model.ts'

/** The unique key of two people's conversation, whoever writes first. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(':')

// A conversation is never removed, so a pair once known stays known; bounded (LIVE L17).
const known = new LRUCache<string, true>({ max: 20_000 })

/** Whether these two have a conversation; asks the store only when this process has not seen it. */
export async function isKnownPair(pair: string): Promise<boolean> {
  if (known.has(pair)) return true
  const exists = (await ConversationModel.exists({ pair })) !== null
  if (exists) rememberPair(pair)
  return exists
}

export const rememberPair = (pair: string): void => void known.set(pair, true)
