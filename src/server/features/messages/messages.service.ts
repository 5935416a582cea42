import { MESSAGES } from '#contract/errors.ts'
import type { MessageView, SendMessageInput } from '#contract/messages.ts'
import { onMediaReady } from '#server/features/media/media-uses.ts'
import { judgeMessage, type MessageAttempt } from '#server/features/moderation/spam/check-messages.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { assertLinksAllowed } from '#server/shared/blocks/blocks.store.ts'
import { badRequest, forbidden, notFound } from '#server/platform/errors.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { assertConfirmed, type Viewer } from '#server/platform/viewer.ts'
import {
  groupKey,
  headOf,
  isMemberOf,
  type ConversationHead,
  mayBeginWith,
  pairOf,
  acceptsMessagesFrom,
} from './conversation-heads.ts'
import { draftOf } from './message-drafts.ts'
import { appendMessage, appendToGroup } from './messages-append.ts'
import { completeMessage } from './deliver-messages.ts'
import { MessageModel, type MessageDocument } from './messages.model.ts'
import { updateMessage } from './message-writes.ts'
import { canSendTo } from './visibility.ts'

const newPeopleRate = rateLimit('newPeople', 20, 3600)

/** The message, and whether this call wrote it or an earlier one with the same clientId did. */
export interface Sent {
  message: MessageView
  isNew: boolean
}

/**
 * Sends a message once: a retry with the same `clientId` gets the same message, however often and however late
 * (LIVE L5), also when the receiver has blocked the sender meanwhile. Throws 400 to oneself, for a blocked link and
 * for a reply to a message that does not exist; 404 unknown
 * receiver; 403 for a block in either direction, for a first message that the receiver's setting does not let
 * in, for spam, and to a stranger before the address is confirmed;
 * 429 for too many new people or, from a new account, too many messages.
 */
export async function sendMessage(viewer: Viewer, input: SendMessageInput): Promise<Sent> {
  try {
    return { message: await sendAnew(viewer, input), isNew: true }
  } catch (error) {
    // Its clientId refused it, or a rule did. An earlier message of this clientId is the answer in either case.
    const earlier = await earlierMessage(viewer, input)
    if (!earlier) throw error
    return { message: await completeMessage(viewer, earlier), isNew: false }
  }
}

async function sendAnew(viewer: Viewer, input: SendMessageInput): Promise<MessageView> {
  const to = await receiverFor(viewer, input.receiverId)
  await assertLinksAllowed(viewer, input.content)
  const judged = await judgeMessage(viewer, attemptOf(viewer, to, input))
  try {
    const message = await deliver(viewer, to, input)
    await judged.count()
    return message
  } finally {
    judged.end()
  }
}

async function earlierMessage(
  viewer: Viewer,
  { receiverId, clientId }: SendMessageInput,
): Promise<MessageDocument | null> {
  if (!clientId) return null
  // A group's id is that of its conversation.
  const conversationId = (await headOf(pairOf(viewer.id, receiverId)))?.conversationId ?? receiverId
  return MessageModel.findOne({ conversationId, senderId: viewer.id, clientId }).lean<MessageDocument>()
}

/** To whom a message goes: null for a group that the viewer is in. `head`: of the conversation, null before the first. */
interface Receiver {
  receiver: Viewer | null
  head: ConversationHead | null
}

const attemptOf = (
  viewer: Viewer,
  { receiver, head }: Receiver,
  input: SendMessageInput,
): MessageAttempt => ({
  receiverId: input.receiverId,
  text: input.content,
  clientId: input.clientId,
  // Who is in a group has agreed to what its members write.
  isWelcome: async () => receiver === null || acceptsMessagesFrom(receiver.id, viewer.id, head),
  isWritten: async () => (await earlierMessage(viewer, input)) !== null,
})

async function receiverFor(viewer: Viewer, receiverId: string): Promise<Receiver> {
  if (receiverId === viewer.id) throw badRequest(MESSAGES.messageSelf)
  const receiver = await loadViewer(receiverId)
  if (!receiver) {
    if (await isMemberOf(viewer.id, receiverId)) return { receiver, head: await headOf(groupKey(receiverId)) }
    throw notFound(MESSAGES.userNotFound)
  }
  if (!canSendTo(viewer, receiverId)) throw forbidden(MESSAGES.blocked)
  const head = await headOf(pairOf(viewer.id, receiverId))
  if (!head && !(await mayBeginWith(viewer, receiver))) throw forbidden(MESSAGES.messagesClosed)
  return { receiver, head }
}

async function deliver(
  viewer: Viewer,
  { receiver, head }: Receiver,
  input: SendMessageInput,
): Promise<MessageView> {
  if (!receiver) {
    await assertExists(head, input.replyTo)
    return appendToGroup(viewer, input.receiverId, await draftOf(viewer, input))
  }
  if (viewer.mustConfirm && !(await acceptsMessagesFrom(receiver.id, viewer.id, head)))
    assertConfirmed(viewer)
  if (!head) await newPeopleRate.consume(viewer.id)
  await assertExists(head, input.replyTo)
  return appendMessage(viewer, receiver, await draftOf(viewer, input))
}

// The remembered head may be behind what another process has written.
async function assertExists(head: ConversationHead | null, seq: number | undefined): Promise<void> {
  if (seq === undefined) return
  if (!head || !(await MessageModel.exists({ conversationId: head.conversationId, seq })))
    throw badRequest(MESSAGES.replyUnknown)
}

/**
 * Shows a video in its message when it is ready or has failed permanently. Erased and hidden messages stay so.
 */
export const syncMessageMedia = (): (() => void) =>
  onMediaReady('message', async (tx, id, media) => {
    await updateMessage(tx, { _id: id, deleted: false }, { $set: { media } })
  })
