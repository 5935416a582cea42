import mongoose, { type mongo, type UpdateQuery } from 'mongoose'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { groupWrites } from '#server/platform/group-commit.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweepTogether } from '#server/platform/sweep.ts'
import {
  conversations,
  MessageModel,
  messages,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { pushOf } from './messages.present.ts'

/** Changes a message, raises its `rev` and tells all who see it. Null when there is none. */
export async function updateMessage(
  tx: Transaction,
  which: object,
  update: UpdateQuery<MessageDocument>,
): Promise<MessageDocument | null> {
  const changed = await MessageModel.findOneAndUpdate(
    which,
    { ...update, $inc: { rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  ).lean<MessageDocument>()
  if (changed) tx.emit('message:updated', pushOf(changed))
  return changed
}

/** Messages in one transaction: with media, many more would exceed the time limit of a transaction. */
const PORTION = 50

/** Does the work for the messages of a query, a portion in each transaction. */
export const sweepMessages = (
  query: Parameters<typeof rowsOf<MessageDocument>>[0],
  work: (tx: Transaction, some: readonly MessageDocument[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> =>
  sweepTogether(rowsOf(query), PORTION, (some) => transact((tx) => work(tx, some)), signal)

/**
 * For a command with several conversations, ms. A transaction of a process that was killed can lock one of them for
 * seconds: the others do not wait for it, and it is written alone.
 */
const TIMEOUT_MS = 1_000

/**
 * Inserts messages of one conversation in their order, up to the first that is refused or takes too long, and returns
 * how many were inserted. Messages of all conversations that arrive during an insert are inserted together by the
 * next command. Throws what `groupWrites` throws.
 */
export const insertInOrder = (run: readonly MessageDocument[]): Promise<number> => submitRun('all', run)

const submitRun = groupWrites<readonly MessageDocument[], number>({
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
  const only = all.length === 1 ? all[0] : undefined
  try {
    // The driver's way for a group costs more CPU.
    if (only) return (await messages.insertOne(only, { maxTimeMS: TIMEOUT_MS })).acknowledged ? 1 : 0
    return (await messages.insertMany([...all], { ordered: true, maxTimeMS: TIMEOUT_MS })).insertedCount
  } catch (error) {
    if (isTimeout(error)) return storedOf(all)
    return only && isDuplicateKey(error) ? 0 : partlyRefused(error).insertedCount
  }
}

/** How many of the messages, from the first, the store has. Resolves when the majority has them. */
async function storedOf(all: readonly MessageDocument[]): Promise<number> {
  const ids = { $in: all.map(({ _id }) => _id) }
  const stored = await messages.countDocuments({ _id: ids }, { readConcern: { level: 'local' } })
  const last = all[stored - 1]
  // Changes nothing, but waits for the majority, as each write does.
  if (last) await messages.updateOne({ _id: last._id }, { $set: { seq: last.seq } })
  return stored
}

const MAX_TIME_EXPIRED = 50

const isTimeout = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === MAX_TIME_EXPIRED

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

/** Lets a conversation show what was written to it up to a seq. */
export interface Advance {
  _id: ConversationDocument['_id']
  lastSeq: number
  change: mongo.UpdateFilter<ConversationDocument>
}

/** Advances a conversation. Null if it shows as much already. */
export const advanceAlone = (
  { _id, lastSeq, change }: Advance,
  options: mongo.FindOneAndUpdateOptions = {},
): Promise<ConversationDocument | null> =>
  conversations.findOneAndUpdate({ _id, lastSeq: { $lt: lastSeq } }, change, {
    ...options,
    returnDocument: 'after',
  })

/**
 * The same. Those of other conversations that arrive meanwhile are written together by the next command. Null also
 * when that took too long. Throws what `groupWrites` throws.
 */
export const advanceTogether = (advance: Advance): Promise<ConversationDocument | null> =>
  submitAdvance('all', advance)

const submitAdvance = groupWrites<Advance, ConversationDocument | null>({
  async write(_, group) {
    const only = group.length === 1 ? group[0] : undefined
    if (only) return [{ result: await advanceAlone(only, { maxTimeMS: TIMEOUT_MS }).catch(nullIfLate) }]
    const updates = group.map(({ _id, lastSeq, change }) => ({
      updateOne: { filter: { _id, lastSeq: { $lt: lastSeq } }, update: change },
    }))
    await conversations
      .bulkWrite(updates, { ordered: false, maxTimeMS: TIMEOUT_MS })
      .catch((error: unknown) => isTimeout(error) || partlyRefused(error))
    const found = await conversations.find({ _id: { $in: group.map(({ _id }) => _id) } }).toArray()
    const after = new Map(found.map((one) => [one._id.toHexString(), one]))
    return group.map(({ _id, lastSeq }) => {
      const conversation = after.get(_id.toHexString())
      return { result: conversation && conversation.lastSeq >= lastSeq ? conversation : null }
    })
  },
})

function nullIfLate(error: unknown): null {
  if (!isTimeout(error)) throw error
  return null
}
