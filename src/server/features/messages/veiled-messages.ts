import { trusted, type Types } from 'mongoose'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { showAgain } from './message-files.ts'
import { ConversationModel, MessageModel, type MessageDocument } from './messages.model.ts'
import { updateMessage } from './message-writes.ts'

/**
 * Shows the receiver of a request what its messages show besides words, in the transaction that accepts it. A request has
 * at most `LIMITS.requestMessages` of them.
 */
export async function unveilMessages(tx: Transaction, conversationId: Types.ObjectId): Promise<void> {
  const veiled = await MessageModel.find({ conversationId, veiled: true })
    .session(tx.session)
    .lean<MessageDocument[]>()
  const withMore = veiled.filter(({ media, linkCard }) => media || linkCard)
  for (const { veiled: _, ...message } of withMore) {
    const shown = await showAgain(tx, message, message)
    await updateMessage(
      tx,
      { _id: message._id, conversationId: message.conversationId },
      { $set: shown, $unset: { veiled: 1 } },
    )
  }
  // The others look as before.
  if (veiled.length > withMore.length)
    await MessageModel.updateMany(
      { conversationId, veiled: true },
      { $unset: { veiled: 1 } },
      { session: tx.session },
    )
}

/** The request may have been accepted by another process while these messages were written. */
export async function unveilLate(
  conversationId: Types.ObjectId,
  written: readonly Pick<MessageDocument, 'veiled'>[],
): Promise<void> {
  if (!written.some(({ veiled }) => veiled)) return
  const isRequest = { _id: conversationId, request: trusted({ $exists: true }) }
  if (!(await ConversationModel.exists(isRequest))) await transact((tx) => unveilMessages(tx, conversationId))
}
