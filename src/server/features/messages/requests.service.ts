import { trusted, Types } from 'mongoose'
import type { ConversationView } from '#contract/messages.ts'
import { isFollowing } from '#server/features/people/follows/follow-graph.service.ts'
import { dropAbout } from '#server/features/notifications/withdrawal.ts'
import { onFollow } from '#server/features/people/follows/follows.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { assertCanReach } from './change-message.ts'
import {
  changeConversation,
  conversationLock,
  emitConversation,
  emitConversationTo,
  headOf,
  inConversation,
  notifyInTransaction,
  pairOf,
} from './conversations.service.ts'
import { otherPerson, type Other } from './members.service.ts'
import { ConversationModel, type ConversationDocument } from './messages.model.ts'
import { membershipOf } from './memberships.ts'
import { presentConversation } from './messages.present.ts'
import { unveilMessages } from './veiled-messages.ts'
import { isAskedFor } from './visibility.ts'

/**
 * Whether a first message to this person is a request (LIVE L37): they do not follow its sender. In the
 * transaction that writes it, which conflicts with a follow at the same moment.
 */
export const beginsAsRequest = async (
  tx: Transaction,
  { viewer, receiver }: { viewer: Viewer; receiver: Viewer },
): Promise<boolean> => !(await isFollowing(receiver.id, viewer.id, tx))

/**
 * Accepts a request: the conversation joins the viewer's list, and its sender sees what everybody sees whom
 * one talks with. May run again. Throws 404 for anybody who is not one of the two, 403 across a block.
 */
export async function acceptRequest(viewer: Viewer, conversationId: string): Promise<ConversationView> {
  const other = await otherPerson(viewer, conversationId)
  return inConversation(viewer, conversationId, other.id, async (tx, conversation, own) => {
    if (!isAskedFor(own)) return presentConversation(conversation, viewer, other.card)
    assertCanReach(viewer, other)
    return presentConversation(await accept(tx, conversation, viewer, other), viewer, other.card)
  })
}

/**
 * Removes a request from the viewer's shelf. Its sender does not notice, not even by a `rev`, and what they
 * write later stays out of sight as well. May run again. Throws 404 for anybody who is not one of the two.
 */
export async function declineRequest(viewer: Viewer, conversationId: string): Promise<ConversationView> {
  const other = await otherPerson(viewer, conversationId)
  return inConversation(viewer, conversationId, other.id, async (tx, conversation, own) => {
    if (own.request !== 'waiting') return presentConversation(conversation, viewer, other.card)
    const declined = await changeConversation(tx, conversation, {
      $unset: { 'request.to': 1 },
      $inc: { rev: 1, 'request.hiddenRevs': 1 },
    })
    emitConversationTo(tx, declined, viewer, other.card)
    await dropAbout(tx, viewer.id, conversationId)
    return presentConversation(declined, viewer, other.card)
  })
}

/** Whoever answers a request, with words or a reaction, accepts it. */
export async function acceptByAnswer(viewer: Viewer, other: Pick<Other, 'id' | 'person'>): Promise<void> {
  const pair = pairOf(viewer.id, other.id)
  await oneAtATime(conversationLock(pair), () => acceptUnderLock(pair, viewer, other))
}

/** The same for a caller that holds the conversation's lock. */
export async function acceptUnderLock(
  pair: string,
  viewer: Viewer,
  other: Pick<Other, 'id' | 'person'>,
): Promise<void> {
  const requestFrom = (await headOf(pair))?.requestFrom
  if (requestFrom === undefined || requestFrom === viewer.id) return
  await transact(async (tx) => {
    const conversation = await ConversationModel.findOne({ pair }).session(tx.session).lean()
    if (conversation && isAskedFor(membershipOf(conversation, viewer.id)))
      await accept(tx, conversation, viewer, other)
  })
}

async function accept(
  tx: Transaction,
  conversation: ConversationDocument,
  viewer: Viewer,
  { person }: Pick<Other, 'person'>,
  by: 'answer' | 'follow' = 'answer',
): Promise<ConversationDocument> {
  const accepted = await changeConversation(tx, conversation, {
    $unset: { request: 1 },
    // A follow shows the viewer to the other one only as long as it lasts (LIVE L22).
    ...(by === 'answer' && { $set: { acceptedBy: new Types.ObjectId(viewer.id) } }),
    $inc: { rev: 1 },
  })
  emitConversation(tx, accepted, viewer, person)
  await unveilMessages(tx, accepted._id)
  if (!person) return accepted
  if (by === 'answer') tx.emit('request:accepted', { userId: viewer.id, otherId: person.id })
  if ((accepted.unread[viewer.id] ?? 0) > 0) await notifyInTransaction(tx, accepted._id, person, viewer)
  return accepted
}

/** A follow accepts what the followed person has written before. */
export const acceptByFollow = (): (() => void) =>
  onFollow(async (tx, followers, followeeId) => {
    const requests = await ConversationModel.find({
      'request.from': followeeId,
      pair: trusted({ $in: followers.map(({ id }) => pairOf(id, followeeId)) }),
    })
      .session(tx.session)
      .lean()
    const person = requests.length > 0 ? await loadViewer(followeeId) : null
    for (const conversation of requests) {
      const follower = followers.find(({ id }) => isAskedFor(membershipOf(conversation, id)))
      if (follower) await accept(tx, conversation, follower, { person }, 'follow')
    }
  })
