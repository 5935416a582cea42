import { MESSAGES } from '#contract/errors.ts'
import type { MessageView, SendMessageInput } from '#contract/messages.ts'
import { guardMessage, type MessageAttempt } from '#server/features/moderation/spam/guard-messages.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { badRequest, forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { assertConfirmed, type Viewer } from '#server/platform/viewer.ts'
import { announce } from './conversations.service.ts'
import { insertNext } from './messages.append.ts'
import { draftOf, type Draft } from './messages.media.ts'
import { MessageModel, type MessageDocument } from './messages.model.ts'
import { tellOfChat } from './messages.notice.ts'
import { openConversation } from './messages.open.ts'
import { conversationLock, headOf, pairOf, type Head } from './messages.pairs.ts'
import { canSendTo } from './messages.policy.ts'
import { presentMessage } from './messages.present.ts'
import { catchUp, countIn } from './messages.settle.ts'
import { welcomes } from './welcome.service.ts'

const newPeopleRate = rateLimit('newPeople', 20, 3600)

/** The message, and whether this call wrote it or an earlier one with the same clientId did. */
export interface Sent {
  message: MessageView
  isNew: boolean
}

/**
 * Sends a message once: a retry with the same `clientId` gets the same message, however often, at once or
 * years later (LIVE L5), even when the receiver has meanwhile blocked the sender. Throws 400 to oneself, 404
 * unknown receiver, 403 blocked either way, spam, or a stranger before one's address is confirmed, 429 too
 * many new people or, from a new account, too many messages.
 */
export async function sendMessage(viewer: Viewer, input: SendMessageInput): Promise<Sent> {
  try {
    const receiver = await receiverFor(viewer, input.receiverId)
    return {
      message: await guardMessage(viewer, attemptOf(viewer, input), () => deliver(viewer, receiver, input)),
      isNew: true,
    }
  } catch (error) {
    // The unique {senderId, clientId} refused it, or a rule did: what was written under this clientId stays
    // the answer.
    const earlier = await earlierMessage(viewer, input)
    if (!earlier) throw error
    return { message: await settle(viewer, earlier), isNew: false }
  }
}

const earlierMessage = async (
  viewer: Viewer,
  { clientId }: SendMessageInput,
): Promise<MessageDocument | null> =>
  clientId ? MessageModel.findOne({ senderId: viewer.id, clientId }).lean<MessageDocument>() : null

const attemptOf = (viewer: Viewer, input: SendMessageInput): MessageAttempt => ({
  receiverId: input.receiverId,
  text: input.content,
  clientId: input.clientId,
  isWelcome: () => welcomes(input.receiverId, viewer.id),
  isWritten: async () => (await earlierMessage(viewer, input)) !== null,
})

async function receiverFor(viewer: Viewer, receiverId: string): Promise<Viewer> {
  if (receiverId === viewer.id) throw badRequest(MESSAGES.messageSelf)
  const receiver = await loadViewer(receiverId)
  if (!receiver) throw notFound(MESSAGES.userNotFound)
  if (!canSendTo(viewer, receiverId)) throw forbidden(MESSAGES.blocked)
  return receiver
}

async function deliver(viewer: Viewer, receiver: Viewer, input: SendMessageInput): Promise<MessageView> {
  if (viewer.mustConfirm && !(await welcomes(receiver.id, viewer.id))) assertConfirmed(viewer)
  const pair = pairOf(viewer.id, receiver.id)
  if (!(await headOf(pair))) await newPeopleRate.consume(viewer.id)
  const draft = await draftOf(viewer, input)
  return oneAtATime(conversationLock(pair), async () => {
    const head = await headOf(pair)
    if (head) return append(pair, head, viewer, receiver, draft)
    try {
      return await openConversation(pair, viewer, receiver, draft)
    } catch (error) {
      // Another process opened the conversation in the same moment: now there is one to write to.
      const opened = isDuplicateKey(error) && error.keyPattern['pair'] ? await headOf(pair) : null
      if (!opened) throw error
      return append(pair, opened, viewer, receiver, draft)
    }
  })
}

/**
 * Two single writes instead of a transaction, which takes the store twice as long. The message is the truth
 * and reaches the other side as soon as it is safe; the conversation follows it before the sender is
 * answered. Who gets no answer sends again, and `settle` finishes what a stopped process has begun.
 */
async function append(
  pair: string,
  head: Head,
  viewer: Viewer,
  receiver: Viewer,
  draft: Draft,
): Promise<MessageView> {
  const message = await insertNext(pair, head, viewer, receiver, draft)
  const view = presentMessage(message)
  bus.emit('message:created', { message: view, clientId: draft.clientId ?? null })
  const conversation = (await countIn(message)) ?? (await catchUp(message.conversationId))
  announce(bus, conversation, viewer, receiver)
  // A chat is one notification: told when there was nothing unread, read together with the conversation.
  // When another process has written meanwhile, nobody can tell from the count whose message was the first.
  const mayBeFirst = conversation.unread[receiver.id] === 1 || conversation.lastSeq !== message.seq
  if (mayBeFirst) await tellOfChat(conversation._id, viewer, receiver)
  return view
}

/**
 * Finishes what a process that wrote the message may not have lived to do; changes nothing when all was done.
 */
async function settle(viewer: Viewer, message: MessageDocument): Promise<MessageView> {
  const receiver = await loadViewer(message.receiverId.toHexString())
  const lock = conversationLock(pairOf(viewer.id, message.receiverId.toHexString()))
  await oneAtATime(lock, async () => {
    const { _id, readSeq } = await catchUp(message.conversationId)
    if (receiver && message.seq > (readSeq[receiver.id] ?? 0)) await tellOfChat(_id, viewer, receiver)
  })
  return presentMessage(message)
}
