import mongoose, { Schema, type Types } from 'mongoose'
import type { MediaType } from '#contract/media.ts'
import type { ActorView } from '#contract/people.ts'
import type { MediaSnapshot } from '#server/features/media/media.present.ts'

/** Two people's conversation. Everything a list row shows is on it, so that a page is one indexed read. */
export interface ConversationDocument {
  _id: Types.ObjectId
  /** Both ids in order, joined: one conversation a pair. */
  pair: string
  people: Types.ObjectId[]
  /** The seq of the last message; 0 before the first (LIVE L6). */
  lastSeq: number
  lastMessage: {
    senderId: Types.ObjectId
    content: string
    mediaType?: MediaType | null
    createdAt: Date
  } | null
  /** By person: messages of the other that are neither read nor erased. */
  unread: Record<string, number>
  /** By person: the seq up to which they have read. Missing is 0. */
  readSeq: Record<string, number>
  /**
   * How often the receiver of a message was told by a notification; written so that telling and reading
   * conflict.
   */
  told?: number
  /** By person who has blocked the other: how they were at that moment. Missing without a block. */
  atBlock?: Record<string, AtBlock>
  createdAt: Date
  rev: number
}

/** What the blocked person goes on seeing of who has blocked them. */
export interface AtBlock {
  card: ActorView
  readSeq: number
}

export interface MessageDocument {
  _id: Types.ObjectId
  conversationId: Types.ObjectId
  /** Dense in its conversation. */
  seq: number
  senderId: Types.ObjectId
  receiverId: Types.ObjectId
  content: string
  mediaUrl: string | null
  mediaType: MediaType | null
  /** What a thread needs to show it; missing on history older than these fields. */
  media?: MediaSnapshot | null
  altText?: string | null
  /** Erased by its sender: the place in the sequence stays, the content is gone. */
  deleted: boolean
  clientId?: string
  createdAt: Date
  rev: number
}

const conversationSchema = new Schema<ConversationDocument>(
  {
    pair: { type: String, required: true },
    people: { type: [Schema.Types.ObjectId], required: true },
    lastSeq: { type: Number, default: 0 },
    lastMessage: { type: Schema.Types.Mixed, default: null },
    unread: { type: Schema.Types.Mixed, default: {} },
    readSeq: { type: Schema.Types.Mixed, default: {} },
    told: Number,
    atBlock: Schema.Types.Mixed,
    createdAt: { type: Date, required: true },
    rev: { type: Number, default: 0 },
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'conversations' },
)

// One conversation a pair, however many first messages arrive at once.
conversationSchema.index({ pair: 1 }, { unique: true })
// A person's list, newest message first; _id breaks ties of one millisecond.
conversationSchema.index({ people: 1, 'lastMessage.createdAt': -1, _id: -1 })

const messageSchema = new Schema<MessageDocument>(
  {
    conversationId: { type: Schema.Types.ObjectId, required: true },
    seq: { type: Number, required: true },
    senderId: { type: Schema.Types.ObjectId, required: true },
    receiverId: { type: Schema.Types.ObjectId, required: true },
    content: { type: String, default: '' },
    mediaUrl: { type: String, default: null },
    mediaType: { type: String, default: null },
    media: { type: Schema.Types.Mixed, default: null },
    altText: { type: String, default: null },
    deleted: { type: Boolean, default: false },
    clientId: String,
    createdAt: { type: Date, required: true },
    rev: { type: Number, default: 1 },
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'messages' },
)

// A thread in order, and the proof that no seq is given twice (LIVE L6).
messageSchema.index({ conversationId: 1, seq: 1 }, { unique: true })
// The same clientId from the same sender is the same message, for ever (LIVE L5).
messageSchema.index(
  { senderId: 1, clientId: 1 },
  { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
)

export const ConversationModel = mongoose.model('Conversation', conversationSchema)
export const MessageModel = mongoose.model('Message', messageSchema)
