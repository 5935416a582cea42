import type { AtBlock, ConversationDocument } from './messages.model.ts'

/** One person in a conversation: all that the rules of `visibility.ts` need to know about them. */
export interface Membership {
  userId: string
  /** The seq up to which they have read. */
  readSeq: number
  /** They may read what has a higher seq. 0 in a conversation of two. */
  after: number
  /** Messages of others that are neither read nor erased. */
  unread: number
  /** They have marked it as unread and not opened it since. */
  markedUnread: boolean
  /** They have switched off read receipts. In a group the setting of the person counts. */
  hidesReads: boolean
  /** One that has ended may stay. */
  muted: { until: Date | null } | null
  archived: boolean
  pinnedAt: Date | null
  /** They have begun it and it is not accepted, or what they have made of the other person's request. */
  request: 'asked' | 'waiting' | 'declined' | null
  /** What they see of the other person while that one blocks them. One that has ended may stay. */
  atBlock: AtBlock | null
}

type Stored = Partial<ConversationDocument>

/** Null for anybody who is not in the conversation, or no longer. */
export function membershipOf(conversation: Stored, userId: string): Membership | null {
  const { people, group, atBlock } = conversation
  const joined = group?.joined[userId]
  const isIn = group ? joined !== undefined : !people || people.some((id) => id.toHexString() === userId)
  if (!isIn) return null
  const blocker = group || !people ? undefined : otherOf({ people }, userId)
  return {
    userId,
    readSeq: conversation.readSeq?.[userId] ?? 0,
    after: joined?.after ?? 0,
    unread: conversation.unread?.[userId] ?? 0,
    markedUnread: conversation.markedUnread?.[userId] ?? false,
    hidesReads: conversation.hidesReads?.[userId] ?? false,
    muted: conversation.muted?.[userId] ?? null,
    archived: conversation.archivedBy?.some((id) => id.toHexString() === userId) ?? false,
    pinnedAt: conversation.pinnedBy?.find(({ id }) => id.toHexString() === userId)?.at ?? null,
    request: requestOf(conversation, userId),
    atBlock: (blocker !== undefined && atBlock?.[blocker]) || null,
  }
}

function requestOf({ request }: Stored, userId: string): Membership['request'] {
  if (!request) return null
  if (request.from.toHexString() === userId) return 'asked'
  return request.to ? 'waiting' : 'declined'
}

/** All who are in a conversation. The conversation's own id stands for a person whose account is erased. */
export const membershipsOf = (conversation: ConversationDocument): Membership[] =>
  conversation.people
    .filter((id) => !id.equals(conversation._id))
    .flatMap((id) => membershipOf(conversation, id.toHexString()) ?? [])

/** The id of the other participant. */
export const otherOf = ({ people }: Pick<ConversationDocument, 'people'>, userId: string): string =>
  people.map((id) => id.toHexString()).find((id) => id !== userId) ?? userId

/** The `rev` that this person sees: without what only others may notice. `isFrozen`: the other one blocks them. */
export function revFor(conversation: ConversationDocument, userId: string, isFrozen: boolean): number {
  const { rev, privateRevs = {}, request, atBlock, group } = conversation
  const hidden = Object.entries(privateRevs).reduce(
    (sum, [id, count]) => sum + (id === userId ? 0 : count),
    0,
  )
  if (group) return rev - hidden
  const asked = request?.from.toHexString() === userId ? (request.hiddenRevs ?? 0) : 0
  const frozen = isFrozen ? (atBlock?.[otherOf(conversation, userId)]?.hiddenRevs ?? 0) : 0
  return rev - hidden - asked - frozen
}
