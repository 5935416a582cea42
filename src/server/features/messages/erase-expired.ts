import { trusted, Types } from 'mongoose'
import type { Disappearing } from '#contract/messages.ts'
import { defineJob, type Again } from '#server/platform/jobs/job-kinds.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
import { write } from './change-message.ts'
import { removeFromConversation, settle } from './conversation-preview.ts'
import { releaseMessageMedia } from './message-files.ts'
import { sweepMessages } from './message-writes.ts'
import {
  ConversationModel,
  ERASED_CONTENT,
  ERASED_FIELDS,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'

/** How long messages are there, ms. */
export const LIFETIME: Record<Disappearing, number> = { '24h': DAY, '7d': 7 * DAY }

/**
 * Erases what has disappeared from one conversation. Answers and pages leave it out at its second; this removes
 * it from the store, from the preview and the unread counts, and its files (LIVE L43). One job waits as long as
 * the conversation has messages that disappear, or will have.
 */
export const disappearing = defineJob<{ conversationId: string }>({
  kind: 'disappearing',
  does: 'Erases the messages of a conversation that have expired. It waits as long as the conversation has some.',
  isObligation: true,
  concurrency: 4,
  maxAttempts: Infinity,
  run: ({ conversationId }, { signal }) => eraseExpired(conversationId, signal),
})

/** A message that was deleted has come back: it disappears in its time after all. */
export async function expectExpiry(tx: Transaction, message: MessageDocument): Promise<void> {
  const { expiresAt } = message
  if (!expiresAt) return
  const conversationId = message.conversationId.toHexString()
  const afterMs = Math.max(0, expiresAt.getTime() - clock.now())
  await disappearing.enqueue({ conversationId }, { tx, key: conversationId, afterMs })
}

/** Answers when to come again. May run again. */
export async function eraseExpired(id: string, signal?: AbortSignal): Promise<Again | void> {
  const conversation = await ConversationModel.findById(id).lean<ConversationDocument>()
  if (!conversation) return
  await settle(conversation._id)
  const over = expiringIn(id, clock.date())
  await sweepMessages(over, (tx, some) => erasePortion(tx, conversation._id, some), signal)
  const [next] = await expiringIn(id).limit(1)
  const waits = [
    ...(next ? [next.expiresAt!.getTime() - clock.now()] : []),
    // Nothing that is written from now on disappears sooner.
    ...(conversation.disappearing ? [LIFETIME[conversation.disappearing]] : []),
  ]
  if (waits.length > 0) return { againAfterMs: Math.max(0, Math.min(...waits)) }
}

/** What disappears from a conversation, the first one first. Exported for its explain test. */
export const expiringIn = (conversationId: string, until?: Date) =>
  MessageModel.find({
    conversationId: new Types.ObjectId(conversationId),
    expiresAt: trusted(until ? { $lte: until } : { $exists: true }),
    deleted: false,
  })
    .sort({ expiresAt: 1 })
    .lean<MessageDocument[]>()

async function erasePortion(
  tx: Transaction,
  _id: Types.ObjectId,
  over: readonly MessageDocument[],
): Promise<void> {
  // Read again: some may have been deleted since.
  const there = { _id: trusted({ $in: over.map((one) => one._id) }), deleted: false }
  const gone = await MessageModel.find(there).session(tx.session).lean<MessageDocument[]>()
  for (const message of gone) await erase(tx, message)
  const conversation = await ConversationModel.findById(_id).session(tx.session).lean()
  if (conversation && gone.length > 0) await removeFromConversation(tx, conversation, gone)
}

async function erase(tx: Transaction, message: MessageDocument): Promise<void> {
  await write(tx, message, { $set: ERASED_CONTENT, $unset: { ...ERASED_FIELDS, reactions: 1 } })
  await releaseMessageMedia(tx, message, message)
}
