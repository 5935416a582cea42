import { Types, type mongo } from 'mongoose'
import type { SendMessageInput } from '#contract/messages.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { withMedia, type Draft } from './messages.media.ts'
import { MessageModel, type MessageDocument } from './messages.model.ts'
import { rememberHead, type Head } from './messages.pairs.ts'
import { catchUp } from './messages.settle.ts'

// Straight to the driver: this is the hottest write of the house, and every value in it has been checked.
const messages = MessageModel.collection as unknown as mongo.Collection<MessageDocument>

/** The next message of a conversation, not yet written. */
export const nextMessage = (
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

/** Writes a message; one with a picture or video together with its claim. */
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

/** More processes writing into one conversation at the same moment than this are not to be expected. */
const ATTEMPTS = 50

/**
 * Writes the message at the end of its conversation. The unique {conversationId, seq} keeps the sequence
 * dense however many processes write (LIVE L6); who lost the race reads where the conversation stands and
 * tries again.
 * Throws the duplicate key of {senderId, clientId} when this very message was written before.
 */
export async function insertNext(
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
      if (attempt === ATTEMPTS || !isDuplicateKey(error) || !error.keyPattern['seq']) throw error
      const { lastSeq } = await catchUp(head.conversationId)
      head = { conversationId: head.conversationId, lastSeq }
    }
  }
}
