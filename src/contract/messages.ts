import { z } from 'zod'
import { EMOJI_LENGTH, oneEmoji } from './emoji.ts'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { LinkCardView } from './link-cards.ts'
import {
  attachedInput,
  FurtherPictureView,
  hasFirstPicture,
  isPicturesOnly,
  MediaType,
  MediaView,
} from './media.ts'
import { MEDIA_MESSAGES } from './media.constants.ts'
import { GroupEvent, GroupFacts, GroupNotice } from './messages.groups.ts'
import { ActorView } from './people.ts'
import { ClientId, Id, personText, Rev, Seq, Timestamp } from './primitives.ts'
import { isVisible } from './text.ts'

/** After how long the messages of a conversation disappear. */
export const Disappearing = z.enum(['24h', '7d'])
export type Disappearing = z.infer<typeof Disappearing>

/**
 * A direct message (product section 3). `seq` has no gaps in its conversation (LIVE L6). Deleted messages
 * keep an empty content. To the receiver of a request, `mediaType` alone shows that it has files (LIVE L45).
 */
export const MessageView = z
  .object({
    id: Id,
    conversationId: Id,
    seq: Seq,
    senderId: Id,
    /** In a group, the group: the id of the conversation. */
    receiverId: Id,
    content: z.string(),
    createdAt: Timestamp,
    /** Missing when the text is the first one. */
    editedAt: Timestamp.optional(),
    mediaUrl: z.string().nullable(),
    mediaType: MediaType.nullable(),
    media: MediaView.nullable(),
    altText: z.string().nullable(),
    /** The second to fourth picture; missing when there is one or none. The fields above are the first one's. */
    morePictures: z.array(FurtherPictureView).optional(),
    /** Of the first link in the text; missing when there is none to show (DECISIONS row 453). */
    linkCard: LinkCardView.optional(),
    deleted: z.boolean(),
    /** The seq of the message that this one answers, in the same conversation. */
    replyTo: Seq.optional(),
    /** Who reacted with which emoji, by user id: one for each of the two. Missing without one. */
    reactions: z.record(Id, z.string()).optional(),
    /** Erased right after it was sent, or disappeared: it keeps its seq, and no page shows it. */
    takenBack: z.literal(true).optional(),
    /** It disappears then for both people (LIVE L43), as if it were taken back. */
    expiresAt: Timestamp.optional(),
    /**
     * In a group, words of somebody with a block between them and the viewer: it holds its place without content.
     */
    hidden: z.literal(true).optional(),
    /**
     * A line of the thread instead of words: its sender has set after how long messages disappear, or that they
     * stay, or has changed something in the group.
     */
    notice: z.union([z.object({ disappearing: Disappearing.nullable() }), GroupNotice]).optional(),
    rev: Rev,
  })
  .meta({ id: 'Message' })
export type MessageView = z.infer<typeof MessageView>

/** Whether the viewer can write; `why` not, where there is more to say than that. */
const CanSend = z.object({ send: z.boolean(), why: z.string().optional() })

/** A conversation as one of its people sees it: `unreadCount` is the viewer's, at most 100. */
export const ConversationView = z
  .object({
    id: Id,
    /** Both people, the other one first. In a group: the group with its id, name and picture, then the viewer. */
    participants: z.array(ActorView),
    /**
     * `mediaType` says what a message without text shows. `takenBack`: so were all messages, and pages do not list the
     * conversation until somebody writes.
     */
    lastMessage: z
      .object({
        content: z.string(),
        mediaType: MediaType.nullable(),
        createdAt: Timestamp,
        senderId: Id,
        seq: Seq,
        /** Its words disappear then. */
        expiresAt: Timestamp.optional(),
        takenBack: z.literal(true).optional(),
        /** In a group: who wrote it, and what happened if it is a line about the group. */
        senderName: z.string().optional(),
        event: GroupEvent.optional(),
        /** In a group, words that a block hides from the viewer. */
        hidden: z.literal(true).optional(),
      })
      .nullable(),
    unreadCount: z.int().nonnegative(),
    /** The viewer has marked it as unread, and `unreadCount` counts nothing else. */
    markedUnread: z.literal(true).optional(),
    lastSeq: z.int().nonnegative(),
    /** The last `seq` that each person has read, by user id. In a group, the viewer's alone. */
    readSeq: z.record(Id, z.int().nonnegative()),
    can: CanSend,
    /** Of the receiver of a request (LIVE L37): whether it waits in their shelf. Missing in all other cases. */
    request: z.enum(['waiting', 'declined']).optional(),
    /** The viewer has muted it: until then, or for ever (null). Missing when it is not muted. */
    muted: z.object({ until: Timestamp.nullable() }).optional(),
    /** The viewer has archived it: it stands in the shelf 'Archived' instead of the list. */
    archived: z.literal(true).optional(),
    /** When the viewer pinned it: it stands on top of the list, the first pinned one first. */
    pinnedAt: Timestamp.optional(),
    /** After how long new messages disappear. Missing when they stay. */
    disappearing: Disappearing.optional(),
    /** Missing in a conversation of two. */
    group: GroupFacts.optional(),
    rev: Rev,
  })
  .meta({ id: 'Conversation' })
export type ConversationView = z.infer<typeof ConversationView>

const MessageText = z
  .string(MESSAGES.emptyMessage)
  .pipe(personText({ max: LIMITS.message, tooLong: MESSAGES.messageTooLong }))

/**
 * POST /api/messages: text, a video or up to four pictures, or both. With a `clientId` a retry returns 200 with the same
 * message (LIVE L5). `receiverId` is a person or a group. `replyTo` is the seq of a message in the conversation.
 */
export const SendMessageInput = z
  .object({
    receiverId: Id,
    content: MessageText,
    ...attachedInput,
    /** No card of the first link, now and after edits. */
    hidePreview: z.boolean().optional(),
    replyTo: Seq.optional(),
    clientId: ClientId.optional(),
  })
  .refine(({ content, mediaUrl }) => isVisible(content) || Boolean(mediaUrl), {
    path: ['content'],
    error: MESSAGES.emptyMessage,
  })
  .refine(hasFirstPicture, MEDIA_MESSAGES.mediaUnknown)
  .refine(isPicturesOnly, MEDIA_MESSAGES.videoAlone)
  .meta({ id: 'SendMessageInput' })
export type SendMessageInput = z.infer<typeof SendMessageInput>

/** PATCH /api/messages/{conversationId}/{messageId}: the new text, which may be blank beside a picture or video. */
export const EditMessageInput = z.object({ content: MessageText }).meta({ id: 'EditMessageInput' })

/** PUT /api/messages/{conversationId}/{messageId}/reaction: any one emoji; it replaces the person's earlier one. */
export const MessageReactionInput = z
  .object({
    emoji: z
      .string(MESSAGES.notAnEmoji)
      .max(EMOJI_LENGTH, MESSAGES.notAnEmoji)
      .refine((text) => oneEmoji(text) !== null, { error: MESSAGES.notAnEmoji }),
  })
  .meta({ id: 'MessageReactionInput' })

const SeqParam = z
  .string()
  .regex(/^\d{1,9}$/, MESSAGES.badCursor)
  .transform(Number)

/**
 * GET /api/messages/{conversationId}: ascending by seq, the newest 50, or 50 before or after a seq (DECISIONS
 * row 11). `cursor` is another name of `before`, as other lists have it.
 */
export const MessagesQuery = z.object({
  cursor: SeqParam.optional(),
  before: SeqParam.optional(),
  after: SeqParam.optional(),
})
export type MessagesQuery = z.infer<typeof MessagesQuery>

const MomentParam = z.iso.datetime(MESSAGES.badCursor)

/**
 * GET /api/messages/conversations, /requests and /archived, newest first; `before` is the createdAt of the
 * last one's last message. `cursor` is another name of it.
 */
export const ConversationsQuery = z.object({ cursor: MomentParam.optional(), before: MomentParam.optional() })
export type ConversationsQuery = z.infer<typeof ConversationsQuery>

/** POST /api/messages/{conversationId}/read: marks everything up to `seq` as read. It never goes back. */
export const ReadConversationInput = z
  .object({ seq: z.int().nonnegative() })
  .meta({ id: 'ReadConversationInput' })

/** For how long a conversation can be muted. */
export const MuteSpan = z.enum(['1h', '8h', 'always'])
export type MuteSpan = z.infer<typeof MuteSpan>

/** PUT /api/messages/{conversationId}/mute: from now on; it replaces an earlier span. */
export const MuteInput = z.object({ for: MuteSpan }).meta({ id: 'MuteInput' })

/** PUT /api/messages/{conversationId}/disappearing: null for messages that stay. It concerns later messages. */
export const DisappearingInput = z
  .object({ after: Disappearing.nullable() })
  .meta({ id: 'DisappearingInput' })

/** GET /api/messages/with/{userId}: for /messages?user={id} before the first message. */
export const ConversationWith = z
  .object({
    person: ActorView,
    conversation: ConversationView.nullable(),
    can: CanSend,
  })
  .meta({ id: 'ConversationWith' })
export type ConversationWith = z.infer<typeof ConversationWith>
