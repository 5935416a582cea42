import { LRUCache } from 'lru-cache'
import { trusted, Types } from 'mongoose'
import type { Disappearing } from '#contract/messages.ts'
import type { GroupMembers } from '#contract/events.ts'
import { isFollowing } from '#server/features/people/follows/follow-graph.service.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import { notFound } from '#server/platform/errors.ts'
import { MINUTE } from '#server/platform/durations.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { claimantsOf } from './conversation-claims.model.ts'
import { membersOfGroup } from './members.service.ts'
import { ConversationModel, MessageModel, type ConversationDocument } from './messages.model.ts'

/** The unique key of two people's conversation, whoever writes first. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(':')

const OF_GROUP = 'group:'

/** The key of a group, in place of the pair. */
export const groupKey = (conversationId: string): string => OF_GROUP + conversationId

/** Whatever takes a seq in a conversation runs one after the other under this key: of its pair, or of its group. */
export const conversationLock = (pair: string): string => `conversation:${pair}`

/** The end of a conversation as this process knows it; another process may have written since. */
export interface ConversationHead {
  conversationId: Types.ObjectId
  lastSeq: number
  /** Who has begun it, while the other one has not accepted it. */
  requestFrom?: string
  /** Who has accepted its request. */
  acceptedBy?: string
  /**
   * After how long new messages disappear. It only changes together with `lastSeq`, so whoever writes with an
   * old value finds its seq taken, and reads both again.
   */
  disappearing?: Disappearing | undefined
  /** Of a group: its members, who also only change together with `lastSeq`. */
  members?: GroupMembers
}

/** How long a process remembers a head after it has read or written it, ms. */
export const HEAD_LIFE_MS = 10 * MINUTE

// At worst a cached head is too low: a seq stays taken for longer than a head is remembered (end-group.ts).
// Bounded (LIVE L17).
const heads = new LRUCache<string, ConversationHead>({
  max: 20_000,
  ttl: HEAD_LIFE_MS,
  maxSize: 100_000,
  sizeCalculation: ({ members = {} }) => 1 + Object.keys(members).length,
})

/** The end of two people's conversation, from the cache or the store; null before the first message. */
export async function headOf(pair: string): Promise<ConversationHead | null> {
  const known = heads.get(pair)
  // A request may have been accepted in another process. What is accepted stays so.
  if (known && known.requestFrom === undefined) return known
  const found = await storedHead(known ? groupKey(known.conversationId.toHexString()) : pair)
  if (!found) return null
  return rememberHead(pair, newerOf(heads.get(pair), await loadHead(found)))
}

/**
 * The same for whoever is about to write, and has asked `headOf` a moment ago. What is written to a request that
 * another process has accepted since is shown by `unveilLate`.
 */
export const headForWriting = async (pair: string): Promise<ConversationHead | null> =>
  rememberedHead(pair) ?? headOf(pair)

/** The end as this process remembers it; null if it does not. */
export const rememberedHead = (pair: string): ConversationHead | null => heads.get(pair) ?? null

/** The conversation may not show yet what this process has written; whether it is a request comes from the store. */
function newerOf(known: ConversationHead | undefined, found: ConversationHead): ConversationHead {
  if (!known || known.lastSeq <= found.lastSeq) return found
  const { requestFrom: _, ...written } = known
  const { requestFrom, acceptedBy } = found
  return { ...written, ...(requestFrom && { requestFrom }), ...(acceptedBy && { acceptedBy }) }
}

/**
 * Whether somebody is a member of a group. The members that are remembered may be those of before (LIVE L49): nobody is
 * refused by them alone.
 */
export async function isMemberOf(personId: string, groupId: string): Promise<boolean> {
  const pair = groupKey(groupId)
  const known = await headOf(pair)
  if (!known) return false
  return isAmong(known, personId) || isAmong(rememberHead(pair, await freshHead(known)), personId)
}

const isAmong = ({ members = {} }: ConversationHead, personId: string): boolean => personId in members

const MAX_HEADS = 200
const HEAD = {
  pair: 1,
  lastSeq: 1,
  'request.from': 1,
  acceptedBy: 1,
  disappearing: 1,
  'group.rev': 1,
} as const
type Headed = Pick<
  ConversationDocument,
  '_id' | 'lastSeq' | 'request' | 'acceptedBy' | 'disappearing' | 'group'
>

// A crowd that follows one person asks for as many pairs. Whatever is known by its id is asked for as groups are.
const storedHead = batchReads<Headed>({
  max: MAX_HEADS,
  async load(keys) {
    const pairs = keys.filter((key) => !key.startsWith(OF_GROUP))
    const groups = keys.filter((key) => key.startsWith(OF_GROUP))
    const ids = [
      ...(pairs.length > 0 ? await claimantsOf(pairs) : new Map()).values(),
      ...groups.map((key) => new Types.ObjectId(key.slice(OF_GROUP.length))),
    ]
    if (ids.length === 0) return new Map()
    const found = await ConversationModel.find({ _id: trusted({ $in: ids }) }, HEAD).lean()
    return new Map(
      found.flatMap((conversation) => [
        [conversation.pair, conversation],
        [groupKey(conversation._id.toHexString()), conversation],
      ]),
    )
  },
})

/** The members are read after the seq: they are never older. */
async function loadHead(found: Headed): Promise<ConversationHead> {
  const { _id, lastSeq, request, acceptedBy, disappearing, group } = found
  return {
    conversationId: _id,
    lastSeq,
    ...(request && { requestFrom: request.from.toHexString() }),
    ...(acceptedBy && { acceptedBy: acceptedBy.toHexString() }),
    ...(disappearing && { disappearing }),
    ...(group && { members: await membersOfGroup(_id) }),
  }
}

/** The end of a conversation in which another process has written. */
export async function freshHead({
  conversationId,
}: Pick<ConversationHead, 'conversationId'>): Promise<ConversationHead> {
  const newest = await newestSeq(conversationId)
  const found = await ConversationModel.findById(conversationId, HEAD).lean()
  if (!found) throw notFound()
  return loadHead({ ...found, lastSeq: Math.max(newest, found.lastSeq) })
}

/** The seq of the newest message that is stored; the conversation may not show it yet. */
export async function newestSeq(conversationId: Types.ObjectId, tx?: Transaction): Promise<number> {
  const newest = await MessageModel.findOne({ conversationId }, { seq: 1 })
    .sort({ seq: -1 })
    .session(tx?.session ?? null)
    .lean()
  return newest?.seq ?? 0
}

export function rememberHead(pair: string, head: ConversationHead): ConversationHead {
  heads.set(pair, head)
  return head
}

// Only 'has written' or accepted is cached, because it stays true. Bounded (LIVE L17).
const written = new LRUCache<string, true>({ max: 20_000 })

/**
 * Whether a person has accepted contact with another one: has written to them, has accepted their request, or
 * follows them. Everybody
 * else is a stranger: their messages are checked for spam, and they do not see whether the person is online
 * or typing. `head`: of their conversation, if it was read a moment ago.
 */
export const acceptsMessagesFrom = async (
  personId: string,
  otherId: string,
  head?: ConversationHead | null,
): Promise<boolean> => (await hasWrittenTo(personId, otherId, head)) || isFollowing(personId, otherId)

/** Whether the receiver's setting lets the viewer write first. An existing conversation continues in any case. */
export const mayBeginWith = async (viewer: Viewer, { id, messagesFrom }: Viewer): Promise<boolean> =>
  messagesFrom === 'everyone' || (messagesFrom === 'followed' && (await isFollowing(id, viewer.id)))

async function hasWrittenTo(
  personId: string,
  otherId: string,
  read: ConversationHead | null | undefined,
): Promise<boolean> {
  const key = `${personId}:${otherId}`
  if (written.has(key)) return true
  const head = read === undefined ? await headOf(pairOf(personId, otherId)) : read
  if (head?.acceptedBy === personId) {
    written.set(key, true)
    return true
  }
  // An answer accepts it.
  if (head?.requestFrom === otherId) return false
  if (!head || !(await MessageModel.exists({ conversationId: head.conversationId, senderId: personId })))
    return false
  written.set(key, true)
  return true
}
