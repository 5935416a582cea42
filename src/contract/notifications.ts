import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { HOLDABLE, MODERATION_ACTIONS } from './moderation.constants.ts'
import { ActorView } from './people.ts'
import { ReactionEmoji } from './posts.ts'
import { Id, Rev, Seq, Timestamp } from './primitives.ts'

/** The beginning of a post, for a line about it. `text` is the warning of a post that has one. */
export const PostBrief = z.object({
  id: Id,
  rev: Rev,
  authorId: Id,
  text: z.string(),
  /** A small picture; null without one, and for a post behind a warning. */
  thumbnail: z.string().nullable(),
})
export type PostBrief = z.infer<typeof PostBrief>

/** The beginning of a comment. */
export const CommentBrief = z.object({ id: Id, rev: Rev, authorId: Id, text: z.string() })
export type CommentBrief = z.infer<typeof CommentBrief>

/**
 * What a notification is about, as its reader can see it now: null when it is deleted or hidden, or its author
 * is blocked or muted. Read with the notification and never stored in it. `rev` orders it (LIVE L2).
 */
export const NotificationAbout = z.object({ post: PostBrief.nullable(), comment: CommentBrief.nullable() })
export type NotificationAbout = z.infer<typeof NotificationAbout>

const FollowData = z.object({ followerDisplayName: z.string(), followerHandle: z.string() })
/** Missing in notifications from before it was kept, and for what concerns the post itself. */
const commentId = Id.optional()
const ReactionData = z.object({
  reactorDisplayName: z.string(),
  reactorHandle: z.string(),
  emoji: ReactionEmoji,
  postId: Id,
  commentId,
})
const CommentData = z.object({
  commenterDisplayName: z.string(),
  commenterHandle: z.string(),
  postId: Id,
  commentId,
})
const MentionData = z.object({
  mentionerDisplayName: z.string(),
  mentionerHandle: z.string(),
  postId: Id,
  commentId,
  /** It answers a comment of its receiver; missing for all others, and in those from before it was kept. */
  isAnswer: z.literal(true).optional(),
})
const MessageData = z.object({
  senderDisplayName: z.string(),
  senderHandle: z.string(),
  conversationId: Id,
  senderId: Id,
  /** It is the first of a stranger, and not accepted. Only for people who want to know. */
  isRequest: z.literal(true).optional(),
})

/** The outcome of a report one made. */
const ReportData = z.object({
  reportId: Id,
  outcome: z.enum([...MODERATION_ACTIONS, 'resolved', 'dismissed']),
})
/** A decision about oneself, or about one's appeal. */
const ModerationData = z.object({ caseId: Id, action: z.enum(MODERATION_ACTIONS) })

/** The outcome of a review of one's own text. `postId`: where it is now; null when it was rejected. */
const GuardData = z.object({
  kind: z.enum(HOLDABLE),
  outcome: z.enum(['released', 'rejected']),
  postId: Id.nullable(),
})

/** One's own post draws a crowd, and crowd control is offered; or it has ended: what came while it lasted. */
const CrowdControlData = z.object({
  postId: Id,
  stage: z.enum(['offered', 'ended']),
  comments: z.int().nonnegative(),
  reactions: z.int().nonnegative(),
})

const base = {
  id: Id,
  /** Without gaps for its owner, newest is highest (LIVE L6). */
  seq: Seq,
  read: z.boolean(),
  createdAt: Timestamp,
  /** The whole sentence to show. */
  message: z.string(),
  actor: ActorView,
  about: NotificationAbout,
  rev: Rev,
}

/** A notification (product section 3); `data` depends on `type`. */
export const NotificationView = z
  .discriminatedUnion('type', [
    z.object({ ...base, type: z.literal('FOLLOW'), data: FollowData }),
    z.object({ ...base, type: z.literal('REACTION'), data: ReactionData }),
    z.object({ ...base, type: z.literal('COMMENT'), data: CommentData }),
    z.object({ ...base, type: z.literal('MENTION'), data: MentionData }),
    z.object({ ...base, type: z.literal('MESSAGE'), data: MessageData }),
    z.object({ ...base, type: z.literal('REPORT'), data: ReportData }),
    z.object({ ...base, type: z.literal('MODERATION'), data: ModerationData }),
    z.object({ ...base, type: z.literal('GUARD'), data: GuardData }),
    z.object({ ...base, type: z.literal('PLUNGER'), data: CrowdControlData }),
  ])
  .meta({ id: 'Notification' })
export type NotificationView = z.infer<typeof NotificationView>
export type NotificationType = NotificationView['type']

/**
 * GET /api/notifications/unread-count, and the response of reading. `chats`: how many of them are about conversations.
 * The badge of Messages stands for those, so the badge of notifications leaves them out. `rev` orders counts (LIVE L2).
 */
export const UnreadCountView = z
  .object({
    count: z.int().nonnegative(),
    chats: z.int().nonnegative(),
    rev: z.int().nonnegative(),
  })
  .meta({ id: 'UnreadCount' })
export type UnreadCountView = z.infer<typeof UnreadCountView>

const SeqParam = z
  .string()
  .regex(/^\d{1,9}$/, MESSAGES.badCursor)
  .transform(Number)

/**
 * GET /api/notifications, newest first. `before` and `after` are seqs; `cursor` is another name of `before`, as
 * other lists have it. `state` narrows to unread or read ones, `only` to those that call the reader by name.
 */
export const NotificationsQuery = z.object({
  cursor: SeqParam.optional(),
  before: SeqParam.optional(),
  after: SeqParam.optional(),
  state: z.enum(['unread', 'read']).optional(),
  only: z.enum(['mentions']).optional(),
})
export type NotificationsQuery = z.infer<typeof NotificationsQuery>

/** POST /api/notifications/read (product section 7). */
export const ReadNotificationsInput = z
  .object({ ids: z.array(Id).max(1000) })
  .meta({ id: 'ReadNotificationsInput' })
