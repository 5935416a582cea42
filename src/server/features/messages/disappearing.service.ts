import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { ConversationView, Disappearing } from '#contract/messages.ts'
import { forbidden, isDuplicateKey } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { clock } from '#server/platform/clock.ts'
import { assertCanReach } from './change-message.ts'
import { settle } from './conversation-preview.ts'
import { conversationLock, groupKey, pairOf } from './conversation-heads.ts'
import {
  changeConversation,
  inConversation,
  conversationViewOf,
  type ConversationPlace,
} from './conversations.service.ts'
import { otherPerson, type Other } from './members.service.ts'
import { disappearing, LIFETIME } from './erase-expired.ts'
import { emitCreated } from './deliver-messages.ts'
import { MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { isAdminOf } from './groups/groups.present.ts'
import { previewSeq } from './messages.present.ts'

/**
 * Sets after how long the later messages of a conversation disappear (null: never), for all its people, with
 * a line in the thread that says who did it; in a group its admins can. The same again changes nothing.
 * Throws 404 for anybody who is not one of the two and when the other account is gone, 403 across a block and
 * while the conversation is a request.
 */
export async function setDisappearing(
  viewer: Viewer,
  conversationId: string,
  after: Disappearing | null,
): Promise<ConversationView> {
  const other = await otherPerson(viewer, conversationId)
  assertCanReach(viewer, other)
  const lock = conversationLock(other.isGroup ? groupKey(conversationId) : pairOf(viewer.id, other.id))
  for (let attempt = 1; ; attempt++) {
    await settle(new Types.ObjectId(conversationId))
    try {
      await oneAtATime(lock, () =>
        inConversation(viewer, conversationId, (place) => setIn(place, viewer, other, after)),
      )
      return await conversationViewOf(viewer, conversationId)
    } catch (error) {
      // A message took the seq of the line meanwhile.
      if (attempt === MAX_ATTEMPTS || !isDuplicateKey(error)) throw error
    }
  }
}

/** Above the number of messages that may come before the line. */
const MAX_ATTEMPTS = 50

async function setIn(
  { tx, conversation }: ConversationPlace,
  viewer: Viewer,
  other: Other,
  after: Disappearing | null,
): Promise<void> {
  if (conversation.request) throw forbidden()
  if (conversation.group && !isAdminOf(conversation.group, viewer.id))
    throw forbidden(MESSAGES.groupNeedsAdmin)
  if ((conversation.disappearing ?? null) === after) return
  const line = noticeIn(conversation, viewer, other, after)
  await MessageModel.create([line], { session: tx.session })
  await changeConversation(tx, conversation, {
    $set: {
      lastSeq: line.seq,
      // The preview stays the last words.
      ...(conversation.lastMessage && { 'lastMessage.seq': previewSeq(conversation) }),
      ...(after && { disappearing: after }),
    },
    ...(!after && { $unset: { disappearing: 1 } }),
  })
  const conversationId = conversation._id.toHexString()
  if (after)
    await disappearing.enqueue({ conversationId }, { tx, key: conversationId, afterMs: LIFETIME[after] })
  emitCreated(tx, line)
}

const noticeIn = (
  { _id, lastSeq }: ConversationDocument,
  viewer: Viewer,
  other: Other,
  after: Disappearing | null,
): MessageDocument => ({
  _id: clock.id(),
  conversationId: _id,
  seq: lastSeq + 1,
  senderId: new Types.ObjectId(viewer.id),
  receiverId: new Types.ObjectId(other.id),
  content: '',
  mediaUrl: null,
  mediaType: null,
  notice: { disappearing: after },
  deleted: false,
  createdAt: clock.date(),
  rev: 1,
})
