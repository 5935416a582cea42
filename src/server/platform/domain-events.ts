import type { Tombstone, SessionEnd } from '#contract/events.ts'
import type { AdminPersonView, AuditEntryView } from '#contract/admin.ts'
import type { SessionEntryView } from '#contract/account.settings.ts'
import type { TestError } from '#contract/monitor.constants.ts'
import type { BlogPostView } from '#contract/blog.ts'
import type { HeldWritingView, AdminReportView, CaseView, WaitingView } from '#contract/moderation.ts'
import type { UploadView } from '#contract/media.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import type { PublicCommentView } from '#contract/comments.ts'
import type { PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import type { CurrentUserView } from '#contract/account.ts'
import type { PublicProfileView } from '#contract/people.ts'
import type { AuditDocument } from './audit/audit.model.ts'

/**
 * What happened, by the same names as on the wire. Payloads are finished views plus the ids that decide
 * the audience; a subscriber never has to ask the store.
 */
export interface DomainEvents {
  'post:created': { post: PublicPostView }
  'post:updated': { post: PublicPostView }
  'post:deleted': Tombstone & { authorId: string }
  'post:reacted': { userId: string; postId: string; emoji: ReactionEmoji | null; rev: number }
  /**
   * `postAuthorId`: whom that person has blocked, or who blocked them, hears nothing of the post's comments
   * (LIVE L10).
   */
  'comment:created': { comment: PublicCommentView; clientId: string | null; postAuthorId: string }
  'comment:updated': { comment: PublicCommentView; postAuthorId: string }
  'comment:deleted': Tombstone & { postId: string; authorId: string; postAuthorId: string }
  'message:created': { message: MessageView; clientId: string | null }
  'message:updated': { message: MessageView }
  'conversation:updated': { userId: string; conversation: ConversationView }
  'notification:created': { userId: string; notification: NotificationView }
  'notification:updated': { userId: string; notifications: NotificationView[] }
  'notification:count': { userId: string; count: number; rev: number }
  /** What a person was told is gone, because who did it is. */
  'notification:deleted': { userId: string; ids: string[] }
  /** An upload has come further; `userId` is its owner. */
  'media:updated': { userId: string; media: UploadView }
  /** Nothing shows this upload any more: its files go. */
  'media:unused': { mediaId: string }
  'viewer:updated': { user: CurrentUserView }
  'privacy:updated': { userId: string; settings: PrivacySettingsView }
  /** A person's profile page has changed: names, bio, counts. */
  'profile:updated': { profile: PublicProfileView }
  /** A new account, or anything in which admins' lists show a person. */
  'person:updated': { person: AdminPersonView }
  /** An account is gone. What is left of it is being removed. */
  'user:deleted': { userId: string }
  'user:followed': { followerId: string; followeeId: string }
  'user:unfollowed': { followerId: string; followeeId: string }
  /** One muted or blocked the other, or took it back: what they meet of each other has changed. */
  'relation:changed': { userId: string; otherId: string; hidden: boolean; kind: 'mute' | 'block' }
  /** A decree was issued or revised; readers hear of published ones only. */
  'blog:updated': { decree: BlogPostView }
  'blog:deleted': Tombstone
  /** A report is new, reworded or closed. */
  'report:updated': { report: AdminReportView }
  /** Something was decided about a person, appealed against, or taken back. */
  'case:updated': { case: CaseView }
  /**
   * The spam protection did not let something through (`waiting`: what its author sees of it), or somebody
   * has dealt with it.
   */
  'held:added': { authorId: string; held: HeldWritingView; waiting: WaitingView | null }
  'held:deleted': Tombstone & { authorId: string }
  /** An admin has done something. */
  /** Local: becomes audit:added. */
  'audit:recorded': { entry: AuditDocument }
  'audit:added': { entry: AuditEntryView }
  /** What the monitor shows has changed. */
  'monitor:changed': { at: string }
  /** An admin wants to see an error of this type go its way. */
  'monitor:tested': { errorType: TestError }
  /** Sessions are over: all of the person's (but for `except`), or one. */
  'session:ended': { userId: string; sessionId: string | null; except?: string; reason: SessionEnd }
  'session:began': { userId: string }
  /** A session goes on under another id, and with it the pages that hold it. */
  'session:renewed': { userId: string; from: string; to: string }
  'sessions:updated': { userId: string; sessions: SessionEntryView[] }
  /**
   * Something may have been written without anybody being told: the store is back after an outage in which
   * something failed, or a server process was killed.
   */
  'changes:untold': { at: string }
  /** A job waits in the store, to be taken after this time. */
  'job:enqueued': { afterMs: number }
}

/**
 * Events that each server process has to know itself, because it answers them for its own sockets (who hides
 * whom, who follows whom, at most 4 pushes a second to one viewer) or from its own caches. All others reach
 * rooms through Socket.IO's adapter, once.
 */
export const CLUSTER_EVENTS = [
  'post:created',
  'post:updated',
  'post:deleted',
  'post:reacted',
  'comment:created',
  'comment:updated',
  'comment:deleted',
  'viewer:updated',
  'user:followed',
  'user:unfollowed',
  'relation:changed',
  'session:ended',
  'monitor:changed',
  'session:renewed',
  'report:updated',
  'case:updated',
  'changes:untold',
] as const satisfies readonly (keyof DomainEvents)[]

/** An event that reaches every server process: `bus.onAnywhere` takes no other. */
export type ClusterEvent = (typeof CLUSTER_EVENTS)[number]
