import { Types, trusted } from 'mongoose'
import { detachMedia } from '#server/features/media/media.uses.ts'
import { readAbout } from '#server/features/notifications/notifications.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { ErasedPerson, Erase, ErasureRun } from '#server/platform/erasure.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { ERASED_CONTENT } from './messages.erase.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { conversationLock, pairOf } from './conversations.service.ts'
import { otherOf, presentConversation, presentMessage } from './messages.present.ts'
import { countPending } from './messages.append.ts'

/**
 * Messages of one transaction: many more, with files, would last longer than the store lets a transaction
 * live.
 */
const AT_A_TIME = 50

/**
 * What they have said goes at once, for both. In the end their id goes too (DECISIONS row 34): the
 * conversation's own id, which is nobody's, stands for the account that is gone. A conversation that has lost
 * both people goes altogether.
 */
export const eraseMessages: Erase = async (person, run) => {
  for await (const { _id } of rowsOf(ConversationModel.find({ people: person.id }, { _id: 1 }).lean())) {
    run.signal.throwIfAborted()
    await leave(await countPending(_id), person, run)
  }
}

async function leave(
  { _id, people }: ConversationDocument,
  { id }: ErasedPerson,
  { signal, last }: ErasureRun,
): Promise<void> {
  const otherId = otherOf({ people }, id)
  const other = await loadViewer(otherId)
  const gone = { id, stand: last ? _id : new Types.ObjectId(id) }
  await oneAtATime(conversationLock(pairOf(id, otherId)), async () => {
    for (let seq = 0; ;) {
      signal.throwIfAborted()
      const messages = await MessageModel.find({ conversationId: _id, seq: trusted({ $gt: seq }) })
        .sort({ seq: 1 })
        .limit(AT_A_TIME)
        .lean<MessageDocument[]>()
      if (messages.length === 0) break
      await transact((tx) => eraseWritten(tx, messages, gone))
      seq = messages.at(-1)!.seq
    }
    await transact((tx) => leaveConversation(tx, _id, gone, other))
    if (last && !other) await removeConversation(_id)
  })
}

interface Gone {
  id: string
  /** The id that stands for them from now on. */
  stand: Types.ObjectId
}

async function eraseWritten(
  tx: Transaction,
  messages: readonly MessageDocument[],
  { id, stand }: Gone,
): Promise<void> {
  for (const message of messages) {
    const isTheirs = message.senderId.toHexString() === id
    const speaks = isTheirs && !message.deleted
    const side = isTheirs ? 'senderId' : 'receiverId'
    if (!speaks && message[side].equals(stand)) continue
    if (message[side].toHexString() !== id) continue
    const update = {
      $set: { [side]: stand, ...(speaks && ERASED_CONTENT) },
      ...(isTheirs && { $unset: { clientId: 1 } }),
      $inc: { rev: 1 },
    }
    const left = await MessageModel.findByIdAndUpdate(message._id, update, {
      session: tx.session,
      returnDocument: 'after',
    }).lean<MessageDocument>()
    if (speaks && message.media) await detachMedia(tx, message.media._id, 'message', message._id)
    if (left) tx.emit('message:updated', { message: presentMessage(left) })
  }
}

/**
 * Nothing of what they said is unread or stands last any more; whoever stays sees that the account is gone.
 */
async function leaveConversation(
  tx: Transaction,
  _id: Types.ObjectId,
  { id, stand }: Gone,
  other: Viewer | null,
): Promise<void> {
  const held = await ConversationModel.findById(_id).session(tx.session).lean()
  if (!held) return
  const [otherId, saidLast] = [otherOf(held, id), held.lastMessage?.senderId.toHexString() === id]
  const people = held.people.map((one) => (one.toHexString() === id ? stand : one))
  const update = {
    $set: {
      people,
      pair: pairOf(otherId, stand.toHexString()),
      [`unread.${otherId}`]: 0,
      ...(saidLast && {
        'lastMessage.senderId': stand,
        'lastMessage.content': '',
        'lastMessage.mediaType': null,
      }),
    },
    $unset: { [`unread.${id}`]: 1, [`readSeq.${id}`]: 1, atBlock: 1 },
    $inc: { rev: 1 },
  }
  const left = await ConversationModel.findByIdAndUpdate(_id, update, {
    session: tx.session,
    returnDocument: 'after',
  }).lean()
  if (!left || !other) return
  await readAbout(tx, other.id, _id.toHexString())
  tx.emit('conversation:updated', { userId: other.id, conversation: presentConversation(left, other, null) })
}

async function removeConversation(_id: Types.ObjectId): Promise<void> {
  for (;;) {
    const messages = await MessageModel.find({ conversationId: _id })
      .limit(AT_A_TIME)
      .lean<MessageDocument[]>()
    if (messages.length === 0) break
    await transact(async (tx) => {
      for (const { _id: id, media } of messages) if (media) await detachMedia(tx, media._id, 'message', id)
      await MessageModel.deleteMany(
        { _id: trusted({ $in: messages.map((one) => one._id) }) },
        { session: tx.session },
      )
    })
  }
  await ConversationModel.deleteOne({ _id })
}

/** A line of somebody's conversations, for their export. */
export interface ExportedMessage {
  conversationId: string
  /** The other person's id. */
  userId: string
  direction: 'sent' | 'received'
  createdAt: Date
  /** One's own words alone (DECISIONS row 42): of others' only who and when. */
  content?: string
  mediaUrl?: string | null
  mediaType?: string | null
  altText?: string | null
}

/**
 * Every message of a person's conversations, conversation by conversation, oldest first. Erased ones say
 * nothing and are left out.
 */
export async function* exportedMessages(userId: string): AsyncGenerator<ExportedMessage> {
  for await (const conversation of rowsOf(
    ConversationModel.find({ people: userId }, { people: 1 }).lean<ConversationDocument[]>(),
  )) {
    const { _id, people } = conversation
    const about = { conversationId: _id.toHexString(), userId: otherOf({ people }, userId) }
    for await (const message of rowsOf(
      MessageModel.find({ conversationId: _id, deleted: false }).sort({ seq: 1 }).lean<MessageDocument[]>(),
    )) {
      const { senderId, createdAt, content, mediaUrl, mediaType, altText } = message
      const isOwn = senderId.toHexString() === userId
      yield isOwn
        ? { ...about, direction: 'sent', createdAt, content, mediaUrl, mediaType, altText: altText ?? null }
        : { ...about, direction: 'received', createdAt }
    }
  }
}
