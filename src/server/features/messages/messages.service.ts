import { Types, type mongo } from 'mongoose'
import { SENTENCES } from '#contract/errors.ts'
import type { MessageView, SendMessageInput } from '#contract/messages.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { loadViewer } from '#server/features/users/viewers.service.ts'
import { badRequest, forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { consume } from '#server/platform/rate-limit.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { announce } from './conversations.service.ts'
import { isKnownPair, pairOf, rememberPair } from './messages.pairs.ts'
import { ConversationModel, MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { canSendTo } from './messages.policy.ts'
import { presentMessage } from './messages.present.ts'

// Straight to the driver: this is the hottest write of the house, and every value in it has been checked.
const conversations = ConversationModel.collection as unknown as mongo.Collection<ConversationDocument>
const messages = MessageModel.collection as unknown as mongo.Collection<MessageDocument>

/** The message, and whether this call wrote it or an earlier one with the same clientId did. */
export interface Sent {
  message: MessageView
  isNew: boolean
}

/**
 * Sends a message once: a retry with the same `clientId` gets the same message, however often, at once or years later
 * (LIVE L5), even when the receiver has meanwhile blocked the sender. Throws 400 to oneself, 404 unknown receiver,
 * 403 blocked either way, 429 too many new people.
 */
export async function sendMessage(viewer: Viewer, input: SendMessageInput): Promise<Sent> {
  // Pictures and videos are a later room of the house.
  if (input.mediaUrl) throw badRequest()
  try {
    const receiver = await receiverFor(viewer, input.receiverId)
    return { message: await deliver(viewer, receiver, input), isNew: true }
  } catch (error) {
    // The unique {senderId, clientId} refused it, or a rule did: what was written under this clientId stays the answer.
    const earlier = input.clientId && (await MessageModel.findOne({ senderId: viewer.id, clientId: input.clientId }).lean())
    if (!earlier) throw error
    return { message: presentMessage(earlier), isNew: false }
  }
}

async function receiverFor(viewer: Viewer, receiverId: string): Promise<Viewer> {
  if (receiverId === viewer.id) throw badRequest(SENTENCES.messageSelf)
  const receiver = await loadViewer(receiverId)
  if (!receiver) throw notFound(SENTENCES.userNotFound)
  if (!canSendTo(viewer, receiverId)) throw forbidden(SENTENCES.blocked)
  return receiver
}

async function deliver(viewer: Viewer, receiver: Viewer, input: SendMessageInput): Promise<MessageView> {
  const pair = pairOf(viewer.id, receiver.id)
  if (!(await isKnownPair(pair))) await consume('newPeople', viewer.id)
  const write = () => oneAtATime(`conversation:${pair}`, () => transact((tx) => writeMessage(tx, viewer, receiver, input)))
  const message = await write().catch((error: unknown) => {
    // Another process opened the conversation in the same moment: now there is one to write to.
    if (isDuplicateKey(error) && error.keyPattern?.pair) return write()
    throw error
  })
  rememberPair(pair)
  return message
}

async function writeMessage(tx: Transaction, viewer: Viewer, receiver: Viewer, input: SendMessageInput): Promise<MessageView> {
  const createdAt = new Date()
  const conversation = await raiseConversation(tx, viewer, receiver, input.content, createdAt)
  const message = newMessage(conversation, viewer, receiver, input, createdAt)
  await messages.insertOne(message, { session: tx.session })
  const view = presentMessage(message)
  tx.emit('message:created', { message: view, clientId: input.clientId ?? null })
  announce(tx, conversation, viewer, receiver)
  // A chat is one notification: told when there was nothing unread, read together with the conversation.
  if (conversation.unread[receiver.id] === 1) await tellOfMessage(tx, viewer, receiver, view.conversationId)
  return view
}

async function raiseConversation(tx: Transaction, viewer: Viewer, receiver: Viewer, content: string, createdAt: Date): Promise<ConversationDocument> {
  const senderId = new Types.ObjectId(viewer.id)
  const conversation = await conversations.findOneAndUpdate(
    { pair: pairOf(viewer.id, receiver.id) },
    {
      $inc: { lastSeq: 1, rev: 1, [`unread.${receiver.id}`]: 1 },
      $set: { lastMessage: { senderId, content, createdAt } },
      $setOnInsert: { people: [senderId, new Types.ObjectId(receiver.id)], readSeq: {}, createdAt },
    },
    { upsert: true, returnDocument: 'after', session: tx.session },
  )
  if (!conversation) throw new Error('The store answered an upsert without its document')
  return conversation
}

const newMessage = (conversation: ConversationDocument, viewer: Viewer, receiver: Viewer, input: SendMessageInput, createdAt: Date): MessageDocument => ({
  _id: new Types.ObjectId(),
  conversationId: conversation._id,
  seq: conversation.lastSeq,
  senderId: new Types.ObjectId(viewer.id),
  receiverId: new Types.ObjectId(receiver.id),
  content: input.content,
  mediaUrl: null,
  mediaType: null,
  deleted: false,
  ...(input.clientId && { clientId: input.clientId }),
  createdAt,
  rev: 1,
})

const tellOfMessage = (tx: Transaction, viewer: Viewer, receiver: Viewer, conversationId: string) =>
  notify(tx, {
    userId: receiver.id,
    actor: cardOf(viewer),
    type: 'MESSAGE',
    data: { senderDisplayName: viewer.displayName, senderHandle: viewer.handle, conversationId, senderId: viewer.id },
    message: `${viewer.displayName} sent you a message`,
    subject: conversationId,
  })
