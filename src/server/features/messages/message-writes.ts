import mongoose, { type mongo } from 'mongoose'
import { groupWrites } from '#server/platform/group-commit.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'

// Without Mongoose: these are the most frequent writes, and every value in them has been checked.
const conversations = ConversationModel.collection as unknown as mongo.Collection<ConversationDocument>
const messages = MessageModel.collection as unknown as mongo.Collection<MessageDocument>

/**
 * Inserts messages of one conversation in their order, up to the first that is refused, and returns how many were
 * inserted. Messages of all conversations that arrive during an insert are inserted together by the next command.
 * Throws what `groupWrites` throws.
 */
export const insertInOrder = (run: readonly MessageDocument[]): Promise<number> => submitRun('all', run)

const submitRun = groupWrites<readonly MessageDocument[], number>({
  lockOf: () => 'messages:insert',
  async write(_, runs) {
    const outcomes: { result: number }[] = []
    while (outcomes.length < runs.length) {
      const rest = runs.slice(outcomes.length)
      outcomes.push(...shareOut(await insertUntilRefused(rest.flat()), rest))
    }
    return outcomes
  },
})

/** How many messages of each conversation were inserted, up to the conversation whose message was refused. */
function shareOut(inserted: number, runs: readonly (readonly MessageDocument[])[]): { result: number }[] {
  const outcomes: { result: number }[] = []
  let left = inserted
  for (const { length } of runs) {
    outcomes.push({ result: Math.min(left, length) })
    if (left < length) break
    left -= length
  }
  return outcomes
}

async function insertUntilRefused(all: readonly MessageDocument[]): Promise<number> {
  try {
    return (await messages.insertMany([...all], { ordered: true })).insertedCount
  } catch (error) {
    return partlyRefused(error).insertedCount
  }
}

/**
 * The error, if the store has refused single writes of a group, and the majority has the others. Throws any other:
 * the driver wraps each error of a group in the same class.
 */
function partlyRefused(error: unknown): mongo.MongoBulkWriteError {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error
  const isRefusal = [error.writeErrors].flat().length > 0
  if (!isRefusal || error.result.getWriteConcernError() !== undefined) throw error
  return error
}

/** Counts messages that follow one another in their conversation. */
export interface Count {
  /** Which conversation, and in which state. */
  which: mongo.Filter<ConversationDocument> & Pick<ConversationDocument, '_id'>
  change: mongo.UpdateFilter<ConversationDocument>
  /** The seq of the last of them. */
  last: number
}

/**
 * Counts messages. Counts of other conversations that arrive meanwhile are written together by the next command.
 * Returns the conversation with these messages counted, or null if it was not in the state that `which` names. Throws
 * what `groupWrites` throws.
 */
export const countInConversation = (count: Count): Promise<ConversationDocument | null> =>
  submitCount('all', count)

const submitCount = groupWrites<Count, ConversationDocument | null>({
  lockOf: () => 'messages:count',
  async write(_, group) {
    const [{ which, change }] = group as [Count]
    if (group.length === 1)
      return [{ result: await conversations.findOneAndUpdate(which, change, { returnDocument: 'after' }) }]
    const updates = group.map((count) => ({ updateOne: { filter: count.which, update: count.change } }))
    await conversations.bulkWrite(updates, { ordered: false }).catch(partlyRefused)
    const ids = { $in: group.map((count) => count.which._id) }
    const after = new Map(
      (await conversations.find({ _id: ids }).toArray()).map((one) => [one._id.toHexString(), one]),
    )
    return group.map((count) => {
      const conversation = after.get(count.which._id.toHexString())
      return { result: conversation && conversation.lastSeq >= count.last ? conversation : null }
    })
  },
})
