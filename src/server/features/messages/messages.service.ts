import { MESSAGES } from '#contract/errors.ts'
import type { MessageView, SendMessageInput } from '#contract/messages.ts'
import { checkMessage, type MessageAttempt } from '#server/features/moderation/spam/check-messages.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { badRequest, forbidden, notFound } from '#server/platform/errors.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { assertConfirmed, type Viewer } from '#server/platform/viewer.ts'
import { headOf, pairOf, welcomes } from './conversations.service.ts'
import { appendMessage, completeMessage } from './messages.append.ts'
import { draftOf } from './messages.media.ts'
import { MessageModel, type MessageDocument } from './messages.model.ts'
import { canSendTo } from './messages.policy.ts'

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
      message: await checkMessage(viewer, attemptOf(viewer, input), () => deliver(viewer, receiver, input)),
      isNew: true,
    }
  } catch (error) {
    // The unique {senderId, clientId} refused it, or a rule did: what was written under this clientId stays
    // the answer.
    const earlier = await earlierMessage(viewer, input)
    if (!earlier) throw error
    return { message: await completeMessage(viewer, earlier), isNew: false }
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
  if (!(await headOf(pairOf(viewer.id, receiver.id)))) await newPeopleRate.consume(viewer.id)
  return appendMessage(viewer, receiver, await draftOf(viewer, input))
}
