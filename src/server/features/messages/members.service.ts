import { LRUCache } from 'lru-cache'
import type { Types } from 'mongoose'
import type { GroupMembers } from '#contract/events.ts'
import type { ActorView } from '#contract/people.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { memberships } from './memberships.model.ts'
import { ConversationModel } from './messages.model.ts'
import type { Place } from './visibility.ts'

/** Who takes part in a conversation. */
interface Members {
  people: readonly string[]
  /** Of a group: after which seq each member may read. */
  after: GroupMembers | null
}

// The two people of a pair never change, so a cached answer stays true. Bounded (LIVE L17).
const pairs = new LRUCache<string, Members>({ max: 20_000 })

/** Null when there is no such conversation. The members of a group are as the store has them now. */
export async function membersOf(conversationId: string): Promise<Members | null> {
  const known = pairs.get(conversationId)
  if (known) return known
  const conversation = await ConversationModel.findById(conversationId, { people: 1, 'group.rev': 1 }).lean()
  if (!conversation) return null
  if (conversation.group) {
    const after = await membersOfGroup(conversation._id)
    return { people: Object.keys(after), after }
  }
  const members = { people: conversation.people.map((id) => id.toHexString()), after: null }
  pairs.set(conversationId, members)
  return members
}

/** By member of a group: after which seq they may read. */
export async function membersOfGroup(
  conversationId: Types.ObjectId,
  tx?: Transaction,
): Promise<GroupMembers> {
  const found = await memberships
    .find({ conversationId }, { projection: { userId: 1, after: 1 }, ...(tx && { session: tx.session }) })
    .toArray()
  return Object.fromEntries(found.map(({ userId, after = 0 }) => [userId.toHexString(), after]))
}

/** Only its people can read, write or watch a conversation; for everybody else it does not exist. */
export const canJoinConversation = async (viewer: Viewer | null, conversationId: string): Promise<boolean> =>
  viewer !== null && (await placeIn(viewer, conversationId)) !== null

/** Where the viewer may read a conversation; null for anybody who is not in it. */
export async function placeIn(viewer: Viewer, conversationId: string): Promise<Place> {
  const members = await membersOf(conversationId)
  if (!members?.people.includes(viewer.id)) return null
  return { after: members.after?.[viewer.id] ?? 0 }
}

/**
 * The id of the other participant; null in a group. Throws 404 for anybody who is not in the conversation.
 */
export async function otherPersonIn(viewer: Viewer | null, conversationId: string): Promise<string | null> {
  const members = viewer && (await membersOf(conversationId))
  if (!members?.people.includes(viewer!.id)) throw notFound()
  if (members.after) return null
  const other = members.people.find((id) => id !== viewer!.id)
  if (!other) throw notFound()
  return other
}

/** Whom the messages of a viewer in a conversation are for: the other person, or a group. */
export interface Other {
  /** The person's, or the conversation's id if it is a group. */
  id: string
  isGroup: boolean
  /** Null once the account is gone, and for a group. */
  person: Viewer | null
  card: ActorView | null
  /** Where the viewer may read. */
  place: Place
}

/** Throws 404 for anybody who is not in the conversation. */
export async function otherPerson(viewer: Viewer, conversationId: string): Promise<Other> {
  const members = await membersOf(conversationId)
  if (!members?.people.includes(viewer.id)) throw notFound()
  const place = { after: members.after?.[viewer.id] ?? 0 }
  if (members.after) return { id: conversationId, isGroup: true, person: null, card: null, place }
  const id = members.people.find((one) => one !== viewer.id) ?? viewer.id
  const person = await loadViewer(id)
  return { id, isGroup: false, person, card: person && cardOf(person), place }
}
