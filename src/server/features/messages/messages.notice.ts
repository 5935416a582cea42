import { trusted, type Types } from 'mongoose'
import { hasUnreadAbout, notify } from '#server/features/notifications/notifications.service.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { ConversationModel } from './messages.model.ts'

/**
 * One unread notification for a chat that has unread messages, none for one that has not (DECISIONS row 58).
 * Again is no change. It writes to the conversation it reads, so that the receiver's reading in another
 * process comes before or after it and never in between.
 */
export const tellOfChat = (conversationId: Types.ObjectId, sender: Viewer, receiver: Viewer): Promise<void> =>
  transact(async (tx) => {
    const unread = { _id: conversationId, [`unread.${receiver.id}`]: trusted({ $gt: 0 }) }
    const { matchedCount } = await ConversationModel.updateOne(
      unread,
      { $inc: { told: 1 } },
      { session: tx.session },
    )
    const subject = conversationId.toHexString()
    if (matchedCount === 0 || (await hasUnreadAbout(tx, receiver.id, subject))) return
    await tell(tx, subject, sender, receiver)
  })

const tell = (tx: Transaction, conversationId: string, sender: Viewer, receiver: Viewer) =>
  notify(tx, {
    userId: receiver.id,
    actor: cardOf(sender),
    type: 'MESSAGE',
    data: {
      senderDisplayName: sender.displayName,
      senderHandle: sender.handle,
      conversationId,
      senderId: sender.id,
    },
    message: `${sender.displayName} sent you a message`,
    subject: conversationId,
  })
