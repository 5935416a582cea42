import mongoose, { Schema, type Types } from 'mongoose'
import type { MediaType } from '#contract/media.ts'
import type { ActorView } from '#contract/people.ts'
import type { MediaSnapshot } from '#server/features/media/media.present.ts'

/** Two people's conversation. It holds all that a list row shows, so a page is one indexed read. */
export interface ConversationDocument {
  _id: Types.ObjectId
  /** Both ids, sorted and joined: one conversation for two people. */
  pair: string
  people: Types.ObjectId[]
  /** The seq of the last message; 0 before the first (LIVE L6). */
  lastSeq: number
  lastMessage: {
    /** Missing: `lastSeq`. Those after it were taken back. */
    seq?: number
    senderId: Types.ObjectId
    content: string
    mediaType?: MediaType | null
    createdAt: Date
  } | null
  /** By person: messages of the other person that are neither read nor erased. */
  unread: Record<string, number>
  /** By person: the seq up to which they have read. Missing is 0. */
  readSeq: Record<string, number>
  /** Number of notifications made; the write makes notifying and reading conflict. */
  told?: number
  /** By blocker: what the blocked person sees of them while the block lasts. Missing without a block. */
  atBlock?: Record<string, AtBlock>
  createdAt: Date
  rev: number
}

/** What a blocked person keeps seeing of the blocker (LIVE L25). */
export interface AtBlock {
  card: ActorView
  readSeq: number
  /** How often `rev` was raised by changes that the blocked person must not notice. */
  hiddenRevs?: number
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
  /** What a thread needs to show the media; missing in records older than this field. */
  media?: MediaSnapshot | null
  altText?: string | null
  /** The seq of the message that this one answers. */
  replyTo?: number
  /** Erased by its sender: the seq stays, the content is deleted. */
  deleted: boolean
  /** Erased right after it was sent: no page shows it. */
  takenBack?: true
  /** Its content, as long as its sender can bring it back. */
  undoable?: Pick<MessageDocument, 'content' | 'mediaUrl' | 'mediaType' | 'media' | 'altText'>
  clientId?: string
  createdAt: Date
  rev: number
}

/** The fields of an erased message. */
export const ERASED_CONTENT = {
  content: '',
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: true,
} as const

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

// One conversation for two people, however many first messages arrive at once.
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
    replyTo: Number,
    deleted: { type: Boolean, default: false },
    takenBack: Boolean,
    undoable: Schema.Types.Mixed,
    clientId: String,
    createdAt: { type: Date, required: true },
    rev: { type: Number, default: 1 },
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'messages' },
)

// A thread in order; no seq is given twice (LIVE L6).
messageSchema.index({ conversationId: 1, seq: 1 }, { unique: true })
// The same clientId of the same sender is the same message, for ever (LIVE L5).
messageSchema.index(
  { senderId: 1, clientId: 1 },
  { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
)

export const ConversationModel = mongoose.model('Conversation', conversationSchema)
export const MessageModel = mongoose.model('Message', messageSchema)
