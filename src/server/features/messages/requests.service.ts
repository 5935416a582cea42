import { trusted, Types } from 'mongoose'
import type { ConversationView } from '#contract/messages.ts'
import { counterLock, markWriting } from '#server/features/notifications/notification-counters.ts'
import { dropAbout } from '#server/features/notifications/withdrawal.ts'
import { onFollow } from '#server/features/people/follows/follows.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { assertCanReach } from './change-message.ts'
import { notifyInTransaction } from './chat-notices.ts'
import { claimantsOf } from './conversation-claims.model.ts'
import { headOf, pairOf } from './conversation-heads.ts'
import {
  changeConversation,
  changeMembership,
  inConversation,
  conversationViewOf,
} from './conversations.service.ts'
import { otherPerson, type Other } from './members.service.ts'
import { memberships } from './memberships.model.ts'
import { ConversationModel, type ConversationDocument } from './messages.model.ts'
import { unveilMessages } from './veiled-messages.ts'
import { isAskedFor } from './visibility.ts'

/**
 * Accepts a request: the conversation joins the viewer's list, and its sender sees what everybody sees whom
 * one talks with. May run again. Throws 404 for anybody who is not one of the two, 403 across a block.
 */
export async function acceptRequest(viewer: Viewer, conversationId: string): Promise<ConversationView> {
  const other = await otherPerson(viewer, conversationId)
  await oneAtATime(counterLock(viewer.id), () =>
    inConversation(viewer, conversationId, async ({ tx, conversation, own }) => {
      if (!isAskedFor(own)) return
      assertCanReach(viewer, other)
      await accept(tx, conversation, viewer, other)
    }),
  )
  return conversationViewOf(viewer, conversationId)
}

/**
 * Removes a request from the viewer's shelf. Its sender does not notice, not even by a `rev`, and what they
 * write later stays out of sight as well. May run again. Throws 404 for anybody who is not one of the two.
 */
export async function declineRequest(viewer: Viewer, conversationId: string): Promise<ConversationView> {
  await inConversation(viewer, conversationId, async ({ tx, conversation, own }) => {
    if (own.request !== 'waiting') return
    await changeMembership(tx, conversation._id, viewer.id, { $set: { request: 'declined' } })
    await dropAbout(tx, viewer.id, conversationId)
  })
  return conversationViewOf(viewer, conversationId)
}

/** Whoever answers a request, with words or a reaction, accepts it. */
export async function acceptByAnswer(viewer: Viewer, other: Pick<Other, 'id' | 'person'>): Promise<void> {
  const pair = pairOf(viewer.id, other.id)
  const head = await headOf(pair)
  if (head?.requestFrom === undefined || head.requestFrom === viewer.id) return
  await oneAtATime(counterLock(viewer.id), () =>
    transact(async (tx) => {
      const conversation = await ConversationModel.findById(head.conversationId).session(tx.session).lean()
      if (conversation && isAskedBy(conversation, other.id)) await accept(tx, conversation, viewer, other)
    }),
  )
}

const isAskedBy = ({ request }: ConversationDocument, userId: string): boolean =>
  request?.from.toHexString() === userId

async function accept(
  tx: Transaction,
  conversation: ConversationDocument,
  viewer: Viewer,
  { person }: Pick<Other, 'person'>,
  by: 'answer' | 'follow' = 'answer',
): Promise<void> {
  const { _id } = conversation
  await memberships.updateOne(
    { conversationId: _id, userId: new Types.ObjectId(viewer.id) },
    { $unset: { request: 1, requestAt: 1 }, $inc: { rev: 1 } },
    { session: tx.session },
  )
  await changeConversation(tx, conversation, {
    $unset: { request: 1 },
    // A follow shows the viewer to the other one only as long as it lasts (LIVE L22).
    ...(by === 'answer' && { $set: { acceptedBy: new Types.ObjectId(viewer.id) } }),
  })
  await unveilMessages(tx, _id)
  if (!person) return
  markWriting(tx, viewer.id)
  if (by === 'answer') tx.emit('request:accepted', { userId: viewer.id, otherId: person.id })
  await notifyInTransaction(tx, _id, person, viewer)
}

/** A follow accepts what the followed person has written before. */
export const acceptByFollow = (): (() => void) =>
  onFollow(async (tx, followers, followeeId) => {
    const pairs = followers.map(({ id }) => pairOf(id, followeeId))
    const ids = [...(await claimantsOf(pairs, tx)).values()]
    if (ids.length === 0) return
    const requests = await ConversationModel.find({
      _id: trusted({ $in: ids }),
      'request.from': followeeId,
    })
      .session(tx.session)
      .lean()
    const person = requests.length > 0 ? await loadViewer(followeeId) : null
    for (const conversation of requests) {
      const follower = followers.find(({ id }) => pairOf(id, followeeId) === conversation.pair)
      if (follower) await accept(tx, conversation, follower, { person }, 'follow')
    }
  })
