import { Types, trusted, type mongo } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { MessageView, SendMessageInput } from '#contract/messages.ts'
import { isVisible } from '#contract/text.ts'
import { resolveUpload } from '#server/features/media/media.links.ts'
import { mediaTypeOf, mediaUrlOf } from '#server/features/media/media.present.ts'
import { attachMedia, type Named } from '#server/features/media/media.uses.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import { cardForWriting } from '#server/features/people/users/counters.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { forbidden, isDuplicateKey } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  conversationLock,
  emitConversation,
  headOf,
  notifyOfChat,
  pairOf,
  rememberHead,
  type Head,
} from './conversations.service.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { presentMessage } from './messages.present.ts'

// Without Mongoose: these are the most frequent writes, and every value in them has been checked.
const conversations = ConversationModel.collection as unknown as mongo.Collection<ConversationDocument>
const messages = MessageModel.collection as unknown as mongo.Collection<MessageDocument>

/** The input of a message, with the upload it names. */
export type Draft = SendMessageInput & { named: Named | null }

/** Finds the upload that the input names. Throws what `resolveUpload` throws. */
export async function draftOf(viewer: Viewer, input: SendMessageInput): Promise<Draft> {
  const { mediaUrl, mediaType } = input
  return {
    ...input,
    named: mediaUrl ? { mediaUrl: await resolveUpload(viewer, mediaUrl, 'message'), mediaType } : null,
  }
}

/**
 * Writes a message at the end of two people's conversation; the first one creates the conversation. Nothing
 * else creates messages. Throws the duplicate key error of {senderId, clientId} when this message was written
 * before.
 */
export function appendMessage(viewer: Viewer, receiver: Viewer, draft: Draft): Promise<MessageView> {
  const pair = pairOf(viewer.id, receiver.id)
  return oneAtATime(conversationLock(pair), async () => {
    const head = await headOf(pair)
    if (head) return append(pair, head, viewer, receiver, draft)
    try {
      return await openConversation(pair, viewer, receiver, draft)
    } catch (error) {
      // Another process created the conversation at the same moment.
      const opened = isDuplicateKey(error) && error.keyPattern['pair'] ? await headOf(pair) : null
      if (!opened) throw error
      return append(pair, opened, viewer, receiver, draft)
    }
  })
}

/**
 * Two single writes instead of a transaction, which takes twice as long. The message counts as sent, and is
 * pushed, as soon as it is stored; the conversation is updated before the sender gets an answer. Without an
 * answer the sender retries, and `completeMessage` completes what a stopped process has begun.
 */
async function append(
  pair: string,
  head: Head,
  viewer: Viewer,
  receiver: Viewer,
  draft: Draft,
): Promise<MessageView> {
  const message = await insertNext(pair, head, viewer, receiver, draft)
  emitCreated(bus, message)
  const conversation = (await countMessage(message)) ?? (await countPending(message.conversationId))
  emitConversation(bus, conversation, viewer, receiver)
  // A chat makes one notification, with its first unread message. When another process has written meanwhile,
  // the count does not tell which message was the first.
  const mayBeFirst = conversation.unread[receiver.id] === 1 || conversation.lastSeq !== message.seq
  if (mayBeFirst) await notifyOfChat(conversation._id, viewer, receiver)
  return presentMessage(message)
}

/**
 * Writes the first message and its conversation in one transaction. It conflicts with a block at the same
 * moment, so that the block finds the conversation, or this finds the block. Throws 403 then.
 */
async function openConversation(
  pair: string,
  viewer: Viewer,
  receiver: Viewer,
  draft: Draft,
): Promise<MessageView> {
  const people = [new Types.ObjectId(viewer.id), new Types.ObjectId(receiver.id)] as const
  const first = nextMessage({ conversationId: new Types.ObjectId(), lastSeq: 0 }, ...people, draft)
  const view = await transact(async (tx) => {
    await cardForWriting(tx, viewer.id)
    const { blocks, blockedBy } = await relationBetween(viewer.id, receiver.id, tx)
    if (blocks || blockedBy) throw forbidden(MESSAGES.blocked)
    const message = await withMedia(tx, first, draft)
    const conversation = newConversation(pair, people, message)
    await conversations.insertOne(conversation, { session: tx.session })
    await messages.insertOne(message, { session: tx.session })
    emitCreated(tx, message)
    emitConversation(tx, conversation, viewer, receiver)
    return presentMessage(message)
  })
  rememberHead(pair, { conversationId: first.conversationId, lastSeq: 1 })
  await notifyOfChat(first.conversationId, viewer, receiver)
  return view
}

const newConversation = (
  pair: string,
  people: readonly Types.ObjectId[],
  { conversationId, senderId, receiverId, content, mediaType, createdAt }: MessageDocument,
): ConversationDocument => ({
  _id: conversationId,
  pair,
  people: [...people],
  lastSeq: 1,
  lastMessage: { senderId, content, mediaType, createdAt },
  unread: { [receiverId.toHexString()]: 1 },
  readSeq: {},
  createdAt,
  rev: 1,
})

const nextMessage = (
  { conversationId, lastSeq }: Head,
  senderId: Types.ObjectId,
  receiverId: Types.ObjectId,
  input: SendMessageInput,
): MessageDocument => ({
  _id: new Types.ObjectId(),
  conversationId,
  seq: lastSeq + 1,
  senderId,
  receiverId,
  content: input.content,
  mediaUrl: null,
  mediaType: null,
  deleted: false,
  ...(input.clientId && { clientId: input.clientId }),
  createdAt: new Date(),
  rev: 1,
})

/** Adds the picture or video, attached for both people in the transaction that writes the message. */
async function withMedia(
  tx: Transaction,
  message: MessageDocument,
  { named, altText }: Draft,
): Promise<MessageDocument> {
  if (!named) return message
  const [sender, receiver] = [message.senderId.toHexString(), message.receiverId.toHexString()]
  const media = await attachMedia(tx, { id: sender }, named, {
    purpose: 'message',
    id: message._id,
    people: [sender, receiver],
  })
  return {
    ...message,
    media,
    mediaUrl: mediaUrlOf(media),
    mediaType: mediaTypeOf(media.kind),
    altText: altText && isVisible(altText) ? altText : null,
  }
}

/** Inserts a message; a picture or video is attached in the same transaction. */
async function insert(message: MessageDocument, draft: Draft): Promise<MessageDocument> {
  if (draft.named) {
    return transact(async (tx) => {
      const shown = await withMedia(tx, message, draft)
      await messages.insertOne(shown, { session: tx.session })
      return shown
    })
  }
  await messages.insertOne(message)
  return message
}

/** Above the number of processes that may write to one conversation at the same moment. */
const MAX_ATTEMPTS = 50

/**
 * The unique index {conversationId, seq} keeps the sequence dense, however many processes write (LIVE L6). When
 * another writer has taken the seq, it reads the newest one and tries again.
 */
async function insertNext(
  pair: string,
  head: Head,
  viewer: Viewer,
  receiver: Viewer,
  draft: Draft,
): Promise<MessageDocument> {
  const [senderId, receiverId] = [new Types.ObjectId(viewer.id), new Types.ObjectId(receiver.id)]
  for (let attempt = 1; ; attempt++) {
    try {
      const message = await insert(nextMessage(head, senderId, receiverId, draft), draft)
      rememberHead(pair, { conversationId: head.conversationId, lastSeq: message.seq })
      return message
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isDuplicateKey(error) || !error.keyPattern['seq']) throw error
      const { lastSeq } = await countPending(head.conversationId)
      head = { conversationId: head.conversationId, lastSeq }
    }
  }
}

/** Counts and pushes a message whose process may have stopped after the insert. May run again. */
export async function completeMessage(viewer: Viewer, message: MessageDocument): Promise<MessageView> {
  const receiver = await loadViewer(message.receiverId.toHexString())
  const lock = conversationLock(pairOf(viewer.id, message.receiverId.toHexString()))
  await oneAtATime(lock, async () => {
    const { _id, readSeq } = await countPending(message.conversationId)
    if (receiver && message.seq > (readSeq[receiver.id] ?? 0)) await notifyOfChat(_id, viewer, receiver)
  })
  return presentMessage(message)
}

/**
 * Counts a message in its conversation: the last message, and one more unread. Each message is counted once
 * and in the order of seq. Null when it has been counted already, or an earlier one has not.
 */
const countMessage = ({
  conversationId,
  seq,
  senderId,
  receiverId,
  content,
  mediaType,
  deleted,
  createdAt,
}: MessageDocument): Promise<ConversationDocument | null> =>
  conversations.findOneAndUpdate(
    { _id: conversationId, lastSeq: seq - 1 },
    {
      $inc: { lastSeq: 1, rev: 1, [`unread.${receiverId.toHexString()}`]: deleted ? 0 : 1 },
      $set: { lastMessage: { senderId, content, mediaType, createdAt } },
    },
    { returnDocument: 'after' },
  )

/**
 * Counts and pushes the messages that a stopped process left uncounted, or that another one is about to count.
 * An event that is sent twice changes nothing (LIVE L2).
 */
export async function countPending(conversationId: Types.ObjectId): Promise<ConversationDocument> {
  let conversation = await conversationById(conversationId)
  const uncounted = await MessageModel.find({ conversationId, seq: trusted({ $gt: conversation.lastSeq }) })
    .sort({ seq: 1 })
    .lean()
  for (const message of uncounted) {
    const counted = await countMessage(message)
    if (counted) await emitCounted(message, counted)
    conversation = counted ?? (await conversationById(conversationId))
  }
  return conversation
}

async function conversationById(id: Types.ObjectId): Promise<ConversationDocument> {
  const conversation = await conversations.findOne({ _id: id })
  if (!conversation) throw new Error(`Conversation ${id.toHexString()} has messages but no record`)
  return conversation
}

async function emitCounted(message: MessageDocument, conversation: ConversationDocument): Promise<void> {
  emitCreated(bus, message)
  const [sender, receiver] = await Promise.all([
    loadViewer(message.senderId.toHexString()),
    loadViewer(message.receiverId.toHexString()),
  ])
  if (!sender || !receiver) return
  emitConversation(bus, conversation, sender, receiver)
  await notifyOfChat(conversation._id, sender, receiver)
}

/** The only place that emits `message:created`: on the bus, or with the commit that writes the message. */
const emitCreated = (events: Pick<Transaction, 'emit'>, message: MessageDocument): void =>
  events.emit('message:created', { message: presentMessage(message), clientId: message.clientId ?? null })
