import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { ConversationView, Disappearing } from '#contract/messages.ts'
import { forbidden, isDuplicateKey } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { assertCanReach } from './change-message.ts'
import { changeConversation, emitConversation, inConversation } from './conversations.service.ts'
import { otherPerson, type Other } from './members.service.ts'
import { disappearing, LIFETIME } from './erase-expired.ts'
import { countPending, emitCreated } from './messages.count.ts'
import { MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { isAdminOf } from './groups/groups.present.ts'
import { presentConversation, previewSeq } from './messages.present.ts'

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
  for (let attempt = 1; ; attempt++) {
    await countPending(new Types.ObjectId(conversationId))
    try {
      return await setUnderLock(viewer, conversationId, other, after)
    } catch (error) {
      // A message took the seq of the line meanwhile.
      if (attempt === MAX_ATTEMPTS || !isDuplicateKey(error)) throw error
    }
  }
}

/** Above the number of messages that may come between the count and the line. */
const MAX_ATTEMPTS = 50

const setUnderLock = (
  viewer: Viewer,
  conversationId: string,
  other: Other,
  after: Disappearing | null,
): Promise<ConversationView> =>
  inConversation(viewer, conversationId, other.id, async (tx, conversation) => {
    if (conversation.request) throw forbidden()
    if (conversation.group && !isAdminOf(conversation.group, viewer.id))
      throw forbidden(MESSAGES.groupNeedsAdmin)
    if ((conversation.disappearing ?? null) === after)
      return presentConversation(conversation, viewer, other.card)
    const line = noticeIn(conversation, viewer, other, after)
    await MessageModel.create([line], { session: tx.session })
    const changed = await changeConversation(tx, conversation, {
      $inc: { rev: 1 },
      $set: {
        lastSeq: line.seq,
        // The preview stays the last words.
        ...(conversation.lastMessage && { 'lastMessage.seq': previewSeq(conversation) }),
        ...(after && { disappearing: after }),
      },
      ...(!after && { $unset: { disappearing: 1 } }),
    })
    if (after)
      await disappearing.enqueue({ conversationId }, { tx, key: conversationId, afterMs: LIFETIME[after] })
    emitCreated(tx, line)
    emitConversation(tx, changed, viewer, other.person)
    return presentConversation(changed, viewer, other.card)
  })

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
