import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { MessageView } from '#contract/messages.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { settle } from './conversation-preview.ts'
import { inConversation } from './conversations.service.ts'
import { otherPerson, type Other } from './members.service.ts'
import { MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { presentOwn } from './messages.present.ts'
import { updateMessage } from './message-writes.ts'
import { canSendTo, isExpired } from './visibility.ts'

/** Where a message of the viewer stands. */
export interface MessagePlace {
  tx: Transaction
  conversation: ConversationDocument
  other: Other
}

/** Answers the message as it is afterwards. */
type Change = (message: MessageDocument, place: MessagePlace) => Promise<MessageDocument>

/** Changes a message of the viewer. Throws 404 for an unknown message, 403 for one of somebody else. */
export async function changeOwn(
  viewer: Viewer,
  conversationId: string,
  messageId: string,
  change: Change,
): Promise<MessageView> {
  const other = await otherPerson(viewer, conversationId)
  await settle(new Types.ObjectId(conversationId))
  return inConversation(viewer, conversationId, async ({ tx, conversation }) => {
    const message = await MessageModel.findOne({ _id: messageId, conversationId })
      .session(tx.session)
      .lean<MessageDocument>()
    if (!message) throw notFound()
    if (message.senderId.toHexString() !== viewer.id || message.notice) throw forbidden()
    if (isExpired(message, clock.now())) throw notFound()
    return presentOwn(viewer, await change(message, { tx, conversation, other }))
  })
}

/** Writes a message, which both people see at once. */
export async function write(
  tx: Transaction,
  { _id, conversationId }: MessageDocument,
  update: object,
): Promise<MessageDocument> {
  const changed = await updateMessage(tx, { _id, conversationId }, update)
  if (!changed) throw notFound()
  return changed
}

/** Throws what sending refuses: 404 when the other account is gone, 403 for a block in either direction. */
export function assertCanReach(viewer: Viewer, { id, isGroup, person }: Other): void {
  if (isGroup) return
  if (!person) throw notFound(MESSAGES.userNotFound)
  if (!canSendTo(viewer, id)) throw forbidden(MESSAGES.blocked)
}
