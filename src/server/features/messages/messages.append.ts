import { Types, type mongo } from 'mongoose'
import type { SendMessageInput } from '#contract/messages.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { MessageModel, type MessageDocument } from './messages.model.ts'
import { rememberHead, type Head } from './messages.pairs.ts'
import { catchUp } from './messages.settle.ts'

// Straight to the driver: this is the hottest write of the house, and every value in it has been checked.
const messages = MessageModel.collection as unknown as mongo.Collection<MessageDocument>

/** The next message of a conversation, not yet written. */
export const nextMessage = ({ conversationId, lastSeq }: Head, senderId: Types.ObjectId, receiverId: Types.ObjectId, input: SendMessageInput): MessageDocument => ({
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

/** More processes writing into one conversation at the same moment than this are not to be expected. */
const ATTEMPTS = 50

/**
 * Writes the message at the end of its conversation. The unique {conversationId, seq} keeps the sequence dense however many
 * processes write (LIVE L6); who lost the race reads where the conversation stands and tries again.
 * Throws the duplicate key of {senderId, clientId} when this very message was written before.
 */
export async function insertNext(pair: string, head: Head, viewer: Viewer, receiver: Viewer, input: SendMessageInput): Promise<MessageDocument> {
  const [senderId, receiverId] = [new Types.ObjectId(viewer.id), new Types.ObjectId(receiver.id)]
  for (let attempt = 1; ; attempt++) {
    const message = nextMessage(head, senderId, receiverId, input)
    try {
      await messages.insertOne(message)
      rememberHead(pair, { conversationId: head.conversationId, lastSeq: message.seq })
      return message
    } catch (error) {
      if (attempt === ATTEMPTS || !isDuplicateKey(error) || !error.keyPattern['seq']) throw error
      const { lastSeq } = await catchUp(head.conversationId)
      head = { conversationId: head.conversationId, lastSeq }
    }
  }
}
