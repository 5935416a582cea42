import { Types, trusted } from 'mongoose'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { sweepTogether } from '#server/platform/sweep.ts'
import { releaseMessageMedia } from '../message-files.ts'
import { memberships } from '../memberships.model.ts'
import { ConversationModel, MessageModel, type MessageDocument } from '../messages.model.ts'

/** Deletes a group that its last member has left, in the transaction of the leaving. */
export const endGroup = (tx: Transaction, groupId: string): Promise<void> =>
  ending.enqueue({ groupId }, { tx, key: groupId })

const ending = defineJob<{ groupId: string }>({
  kind: 'end-group',
  does: 'Deletes a group that its last member has left, with all its messages.',
  isObligation: true,
  run: ({ groupId }, { signal }) => removeConversation(new Types.ObjectId(groupId), signal),
})

/** Messages in one transaction: with media, many more would exceed the time limit of a transaction. */
const PORTION = 50

/** Deletes a conversation that nobody is in any more, with all its messages. May run again. */
export async function removeConversation(_id: Types.ObjectId, signal?: AbortSignal): Promise<void> {
  const all = MessageModel.find({ conversationId: _id }).lean<MessageDocument[]>()
  const remove = (messages: readonly MessageDocument[]) =>
    transact(async (tx) => {
      for (const message of messages) await releaseMessageMedia(tx, message, message)
      await MessageModel.deleteMany(
        { _id: trusted({ $in: messages.map((one) => one._id) }) },
        { session: tx.session },
      )
    })
  await sweepTogether(rowsOf(all), PORTION, remove, signal)
  await memberships.deleteMany({ conversationId: _id })
  await ConversationModel.deleteOne({ _id })
}
