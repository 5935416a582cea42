import { Types, trusted } from 'mongoose'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { claims } from '../conversation-claims.model.ts'
import { HEAD_LIFE_MS } from '../conversation-heads.ts'
import { releaseMessageMedia } from '../message-files.ts'
import { memberships } from '../memberships.model.ts'
import { sweepMessages } from '../message-writes.ts'
import { ConversationModel, MessageModel, type MessageDocument } from '../messages.model.ts'

/**
 * Deletes a group that its last member has left, in the transaction of the leaving. Not at once: a process that writes
 * with a remembered head must find its seq taken (LIVE L49).
 */
export const endGroup = (tx: Transaction, groupId: string): Promise<void> =>
  ending.enqueue({ groupId }, { tx, key: groupId, afterMs: 2 * HEAD_LIFE_MS })

const ending = defineJob<{ groupId: string }>({
  kind: 'end-group',
  does: 'Deletes a group 20 minutes after its last member has left, with all its messages.',
  isObligation: true,
  run: ({ groupId }, { signal }) => removeConversation(new Types.ObjectId(groupId), signal),
})

/** Deletes a conversation that nobody is in any more, with all its messages. May run again. */
export async function removeConversation(_id: Types.ObjectId, signal?: AbortSignal): Promise<void> {
  const all = MessageModel.find({ conversationId: _id }).lean<MessageDocument[]>()
  const remove = async (tx: Transaction, some: readonly MessageDocument[]) => {
    for (const message of some) await releaseMessageMedia(tx, message, message)
    const which = { _id: trusted({ $in: some.map((one) => one._id) }) }
    await MessageModel.deleteMany(which, { session: tx.session })
  }
  await sweepMessages(all, remove, signal)
  await memberships.deleteMany({ conversationId: _id })
  await claims.deleteMany({ conversationId: _id })
  await ConversationModel.deleteOne({ _id })
}
