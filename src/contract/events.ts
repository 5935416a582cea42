import { z } from 'zod'
import type { PrivacySettingsView } from './account.privacy.ts'
import type { SessionEntryView } from './account.settings.ts'
import type { CurrentUserView } from './account.ts'
import type { AdminPersonView, AdminStatsView, AuditEntryView } from './admin.ts'
import type { RealtimeAnalyticsView } from './analytics.ts'
import type { BlogPostView } from './blog.ts'
import type { PublicCommentView } from './comments.ts'
import { LIMITS } from './limits.ts'
import type { UploadView } from './media.ts'
import type { ConversationView, MessageView } from './messages.ts'
import type { AdminReportView, CaseView, HeldWritingView, WaitingView } from './moderation.ts'
import type { MonitorStatusView } from './monitor.ts'
import type { NotificationView } from './notifications.ts'
import type { PublicProfileView } from './people.ts'
import type { PublicPostView, ReactionEmoji } from './posts.ts'
import { Id } from './primitives.ts'

/** A thing that is gone: enough to keep a late push from bringing it back (LIVE L2). */
export interface Tombstone {
  id: string
  rev: number
}

/** What the server pushes. The one list of names on the wire, generic on both ends (LIVE, The wire). */
export interface ServerToClientEvents {
  /** The socket is in all its rooms; resync once what was fetched before (L4). */
  ready: (event: { userId: string | null; now: string }) => void
  /**
   * New posts of a watched topic, coalesced (L14). `more` posts are not carried: ask REST for the head of the
   * list.
   */
  'post:created': (event: { topic: FeedTopic; posts: PublicPostView[]; more: number }) => void
  /** To those who have the post on screen, coalesced (L13). */
  'post:updated': (event: { post: PublicPostView }) => void
  'post:deleted': (event: Tombstone) => void
  /** The viewer's own reaction changed, perhaps in another tab (L16). `rev` is the post's. */
  'post:reacted': (event: { postId: string; emoji: ReactionEmoji | null; rev: number }) => void
  'comment:created': (event: { comment: PublicCommentView; clientId: string | null }) => void
  'comment:updated': (event: { comment: PublicCommentView }) => void
  'comment:deleted': (event: Tombstone & { postId: string }) => void
  /** To both people, every tab and device. `clientId` lets the sender's bubble find its truth (L5). */
  'message:created': (event: { message: MessageView; clientId: string | null }) => void
  'message:updated': (event: { message: MessageView }) => void
  'conversation:updated': (event: { conversation: ConversationView }) => void
  'notification:created': (event: { notification: NotificationView }) => void
  'notification:updated': (event: { notifications: NotificationView[] }) => void
  /** Who did it is gone, and with them what one was told of it. */
  'notification:deleted': (event: { ids: string[] }) => void
  /** `rev` orders counts: a lower one than held is stale (L2). */
  'notification:count': (event: { count: number; rev: number }) => void
  /**
   * One's own upload: how far the processing is, at most four times a second, and its end. `rev` orders them
   * (L2).
   */
  'media:updated': (event: { media: UploadView }) => void
  /** One's own account changed in another tab. */
  'viewer:updated': (event: { user: CurrentUserView }) => void
  /** One's own consents, changed in another tab. */
  'privacy:updated': (event: { settings: PrivacySettingsView }) => void
  /**
   * What the viewer meets of a person now; `blocked` by whichever of the two. Who wrote what is asked for
   * again.
   */
  'relation:updated': (event: { personId: string; muted: boolean; blocked: boolean }) => void
  /** To those who have the profile on screen, coalesced (L13). */
  'profile:updated': (event: { profile: PublicProfileView }) => void
  /** To those who have the profile on screen: there is no such person any more. */
  'profile:deleted': (event: { id: string }) => void
  /**
   * To admins at the dashboard: the spam protection did not let something through; or somebody has dealt with
   * it.
   */
  'held:added': (event: { held: HeldWritingView }) => void
  'held:deleted': (event: Tombstone) => void
  /**
   * To its author's pages: something of theirs waits for an admin; or it was published, thrown away or
   * withdrawn.
   */
  'waiting:added': (event: { waiting: WaitingView }) => void
  'waiting:deleted': (event: Tombstone) => void
  /** `until`: when the dots go if nothing else comes, ISO time. */
  typing: (event: { conversationId: string; userId: string; until: string }) => void
  presence: (event: { userId: string; online: boolean }) => void
  /** To those who read the blog; drafts to admins in /blog-admin alone. */
  'blog:updated': (event: { decree: BlogPostView }) => void
  /** Burned, or to readers: taken back. */
  'blog:deleted': (event: Tombstone) => void
  /** Where the viewer is signed in now, newest first. */
  'sessions:updated': (event: { sessions: SessionEntryView[] }) => void
  'analytics:updated': (event: { snapshot: RealtimeAnalyticsView }) => void
  /** The dashboard's cards, to admins who have it on screen, when a figure has changed. */
  'admin:stats': (event: { stats: AdminStatsView }) => void
  /** To admins who have the dashboard on screen, coalesced: a new person, or one who has changed. */
  'person:updated': (event: { person: AdminPersonView }) => void
  /** To admins who have the dashboard on screen. */
  'person:deleted': (event: Tombstone) => void
  'report:updated': (event: { report: AdminReportView }) => void
  'case:updated': (event: { case: CaseView }) => void
  'audit:added': (event: { entry: AuditEntryView }) => void
  /** To admins who have the monitor on screen, at most once a second. */
  'monitor:updated': (event: { status: MonitorStatusView }) => void
  /** Behind a push, now and then: the page answers it, and the server knows how long pushes take. */
  echo: (event: { at: string }, answer: () => void) => void
  'session:ended': (event: { reason: SessionEnd }) => void
}

export type FeedTopic = 'feed' | 'following'
export type Topic = FeedTopic | 'blog' | 'decrees' | 'analytics' | 'monitor' | 'admin'
export type SessionEnd = 'logout' | 'banned' | 'reset' | 'deleted' | 'expired'

/** Answer to every client event; nothing is dropped silently (L12). */
export type Ack = { ok: true } | { ok: false; error: string }

/** What is on screen. Replaces nothing: `unwatch` takes away. */
export const WatchInput = z.strictObject({
  posts: z.array(Id).max(100).optional(),
  topic: z.enum(['feed', 'following', 'blog', 'decrees', 'analytics', 'monitor', 'admin']).optional(),
  /** The open thread: asks for the other person's presence. */
  conversation: Id.optional(),
  /** The profile page that is open: the person's id. */
  profile: Id.optional(),
})
export type WatchInput = z.infer<typeof WatchInput>

export const TypingInput = z.strictObject({ conversationId: Id })

/** A page view: the path alone, never its query. */
export const PageInput = z.strictObject({
  path: z.string().min(1).max(LIMITS.url).regex(/^\//),
  referrer: z.string().max(LIMITS.url).optional(),
})

/** Schema of each client event; the gateway dispatches from this list and nothing else (L12). */
export const CLIENT_EVENTS = {
  watch: WatchInput,
  unwatch: WatchInput,
  typing: TypingInput,
  page: PageInput,
} as const
export type ClientEventName = keyof typeof CLIENT_EVENTS
export type ClientEventInput<N extends ClientEventName> = z.infer<(typeof CLIENT_EVENTS)[N]>

export type ClientToServerEvents = {
  [N in ClientEventName]: (input: ClientEventInput<N>, ack: (answer: Ack) => void) => void
}
