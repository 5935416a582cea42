import mongoose, { Schema, type mongo, type Types } from 'mongoose'
import type { MediaType } from '#contract/media.ts'
import type { GroupEvent } from '#contract/messages.groups.ts'
import type { Disappearing } from '#contract/messages.ts'
import type { TextVersion } from '#server/shared/text-versions.ts'
import type { LinkCardSnapshot } from '#server/features/media/link-cards/link-cards.present.ts'
import type { FurtherPicture } from '#server/features/media/media-attached.ts'
import type { MediaSnapshot } from '#server/features/media/media.present.ts'
import type { GroupFields, NoticeFields } from './groups/groups.model.ts'
import { by, byId, schemaOf } from '#server/platform/mongo/schema.ts'

/** A conversation of two people, or of a group: what all of them see alike. The rest is in their memberships. */
export interface ConversationDocument {
  _id: Types.ObjectId
  /** Both ids, sorted and joined, and claimed for it: one conversation for two people. Of a group see `groupKey`. */
  pair: string
  /** Both, or the members of the group. */
  people: Types.ObjectId[]
  /** Missing in a conversation of two. */
  group?: GroupFields
  /** The seq of the last message; 0 before the first (LIVE L6). */
  lastSeq: number
  lastMessage: {
    /** Missing: `lastSeq`. Those after it were taken back. */
    seq?: number
    senderId: Types.ObjectId
    content: string
    mediaType?: MediaType | null
    createdAt: Date
    expiresAt?: Date
    /** It was taken back, and so were all before it. */
    takenBack?: boolean
    /** In a group: the name of who wrote it, and what happened if it is a line about the group. */
    senderName?: string
    event?: GroupEvent
  } | null
  /** The last message that is no line of the thread. Missing before the first. */
  said?: { seq: number; at: Date }
  /**
   * Begun by a stranger, and not accepted by the receiver yet (LIVE L37). Missing in all other conversations,
   * and in those from before there were requests.
   */
  request?: { from: Types.ObjectId }
  /** Who has accepted its request. */
  acceptedBy?: Types.ObjectId
  /** After how long new messages disappear; missing when they stay. It changes together with `lastSeq`. */
  disappearing?: Disappearing
  createdAt: Date
  rev: number
}

/** What its sender wrote: an erased message has none of it. */
export interface MessageContent {
  content: string
  mediaUrl: string | null
  mediaType: MediaType | null
  /** What a thread needs to show the media; missing in records older than this field. */
  media?: MediaSnapshot | null
  altText?: string | null
  /** The second to fourth picture. */
  morePictures?: FurtherPicture[]
  /** Of the first link, when the message shows no file. */
  linkCard?: LinkCardSnapshot
  /** Its sender has hidden the card, now and after edits. */
  hidePreview?: true
  /** Its text was changed by its sender then; the earlier ones are `versions`. */
  editedAt?: Date
  versions?: TextVersion[]
}

export interface MessageDocument extends MessageContent {
  _id: Types.ObjectId
  conversationId: Types.ObjectId
  /** Dense in its conversation. */
  seq: number
  senderId: Types.ObjectId
  /** In a group the conversation's id. */
  receiverId: Types.ObjectId
  /** Of a request: until it is accepted, its receiver sees the words alone (LIVE L45). */
  veiled?: true
  /** The seq of the message that this one answers. */
  replyTo?: number
  /** By person: the emoji of their reaction (LIVE L32). Hidden while the message is deleted. */
  reactions?: Record<string, string>
  /** By which it is found. Missing when it is deleted, and in records that `npm run rebuild` has not reached. */
  words?: string[]
  /** Erased by its sender: the seq stays, the content is deleted. */
  deleted: boolean
  /** Erased right after it was sent: no page shows it. */
  takenBack?: true
  /** It disappears then (LIVE L43). */
  expiresAt?: Date
  /** Instead of content: what its sender has set for the conversation, or changed in the group. */
  notice?: NoticeFields
  /** Its content, as long as its sender can bring it back. */
  undoable?: MessageContent
  clientId?: string
  createdAt: Date
  rev: number
}

/** The content that an erased message has empty. */
const EMPTY = { content: '', mediaUrl: null, mediaType: null, media: null, altText: null } as const
/** The content that it does not have at all. */
const NONE = {
  editedAt: 1,
  versions: 1,
  morePictures: 1,
  linkCard: 1,
  hidePreview: 1,
} as const satisfies Record<Exclude<keyof MessageContent, keyof typeof EMPTY>, 1>

/** The fields of an erased message. */
export const ERASED_CONTENT = { ...EMPTY, deleted: true } as const

/** Those that an erased message does not have at all. */
export const ERASED_FIELDS = { ...NONE, words: 1 } as const

/** What an erased message no longer has: without the fields that it does not have anyway. */
export const contentOf = (message: MessageContent): MessageContent => {
  const own = (Object.keys({ ...EMPTY, ...NONE }) as (keyof MessageContent)[]).map(
    (field) => [field, message[field]] as const,
  )
  return { ...EMPTY, ...Object.fromEntries(own.filter(([, value]) => value !== undefined)) }
}

const conversationSchema = schemaOf<ConversationDocument>('conversations', byId, {
  pair: { type: String, required: true },
  people: { type: [Schema.Types.ObjectId], required: true },
  group: Schema.Types.Mixed,
  lastSeq: { type: Number, default: 0 },
  lastMessage: { type: Schema.Types.Mixed, default: null },
  said: Schema.Types.Mixed,
  request: { type: { _id: false, from: Schema.Types.ObjectId }, default: undefined },
  acceptedBy: Schema.Types.ObjectId,
  disappearing: String,
  createdAt: { type: Date, required: true },
  rev: { type: Number, default: 0 },
}).set('minimize', false)

// A person's list, newest message first; _id breaks ties of one millisecond. The list has the conversations
// without a request and those that the person has requested.
conversationSchema.index({ people: 1, 'request.from': 1, 'lastMessage.createdAt': -1, _id: -1 })
// Those that a person has sent.
conversationSchema.index(
  { 'request.from': 1, 'lastMessage.createdAt': -1, _id: -1 },
  { partialFilterExpression: { 'request.from': { $exists: true } } },
)
// The groups that a person has left, for the erasure of what they wrote there.
conversationSchema.index(
  { 'group.former': 1 },
  { partialFilterExpression: { 'group.former': { $exists: true } } },
)

/** The index that unread messages are counted by. */
export const UNREAD_INDEX = 'unread'

const messageSchema = schemaOf<MessageDocument>('messages', by('conversationId'), {
  conversationId: { type: Schema.Types.ObjectId, required: true },
  seq: { type: Number, required: true },
  senderId: { type: Schema.Types.ObjectId, required: true },
  receiverId: { type: Schema.Types.ObjectId, required: true },
  content: { type: String, default: '' },
  mediaUrl: { type: String, default: null },
  mediaType: { type: String, default: null },
  media: { type: Schema.Types.Mixed, default: null },
  altText: { type: String, default: null },
  morePictures: { type: [Schema.Types.Mixed] as never, default: undefined },
  linkCard: Schema.Types.Mixed,
  hidePreview: Boolean,
  veiled: Boolean,
  replyTo: Number,
  reactions: Schema.Types.Mixed,
  editedAt: Date,
  versions: { type: Schema.Types.Mixed as never, default: undefined },
  words: { type: [String], default: undefined },
  deleted: { type: Boolean, default: false },
  takenBack: Boolean,
  expiresAt: Date,
  notice: Schema.Types.Mixed,
  undoable: Schema.Types.Mixed,
  clientId: String,
  createdAt: { type: Date, required: true },
  rev: { type: Number, default: 1 },
}).set('minimize', false)

// A thread in order; no seq is given twice (LIVE L6).
messageSchema.index({ conversationId: 1, seq: 1 }, { unique: true })
// What is unread of others is a few ranges, whatever the person has written meanwhile.
messageSchema.index(
  { conversationId: 1, senderId: 1, seq: 1 },
  { name: UNREAD_INDEX, partialFilterExpression: { deleted: false } },
)
// The same clientId of the same sender is the same message of the conversation, for ever (LIVE L5).
messageSchema.index(
  { conversationId: 1, senderId: 1, clientId: 1 },
  { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
)
// Whether a message still shows a card, before its picture is deleted.
messageSchema.index(
  { 'linkCard.cardId': 1 },
  { partialFilterExpression: { 'linkCard.cardId': { $exists: true } } },
)
// The search: a word of one conversation is one range, newest first. Partial, so that no read of a thread uses it.
messageSchema.index(
  { conversationId: 1, words: 1, createdAt: -1, _id: -1 },
  { name: 'byWord', partialFilterExpression: { words: { $exists: true } } },
)

// What disappears from a conversation next.
messageSchema.index(
  { conversationId: 1, expiresAt: 1 },
  { partialFilterExpression: { expiresAt: { $exists: true }, deleted: false } },
)

export const ConversationModel = mongoose.model('Conversation', conversationSchema)
export const MessageModel = mongoose.model('Message', messageSchema)

/** Without Mongoose, for the most frequent calls: every value in them has been checked. */
export const conversations = ConversationModel.collection as unknown as mongo.Collection<ConversationDocument>
export const messages = MessageModel.collection as unknown as mongo.Collection<MessageDocument>
