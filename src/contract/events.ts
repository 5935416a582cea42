import { z } from 'zod'
import { ANALYTICS_EVENTS, type AnalyticsCategory } from './analytics.events.ts'
import type { PrivacySettingsView } from './account.privacy.ts'
import type { SessionEntryView } from './account.settings.ts'
import type { CurrentUserView } from './account.ts'
import type { AdminPersonView, AdminStatsView, AuditEntryView, SyncReport } from './admin.ts'
import type { RealtimeAnalyticsView } from './analytics.ts'
import type { ArticleReactionsView, PublicArticleReactionsView } from './blog.reactions.ts'
import type { BlogPostView } from './blog.ts'
import type { PublicCommentView } from './comments.ts'
import { event, pushedTo, TOPICS, wireOnly } from './events.declare.ts'
import type { EventDeclaration } from './events.declare.ts'
import { LIMITS } from './limits.ts'
import type { UploadView } from './media.ts'
import type { ConversationView, MessageView } from './messages.ts'
import type {
  AdminReportView,
  CaseView,
  HeldWritingView,
  OwnCaseView,
  OwnReportView,
  PendingView,
  WaitingView,
} from './moderation.ts'
import type { AlertsView } from './monitor.alerts.ts'
import type { MonitorStatusView } from './monitor.ts'
import type { ServerMapView } from './monitor.server-map.ts'
import type { NotificationView, UnreadCountView } from './notifications.ts'
import type { PublicProfileView } from './people.ts'
import type { BookmarkView } from './posts.bookmarks.ts'
import type { CrowdControlView } from './posts.crowd-control.ts'
import type { VoteView } from './posts.polls.ts'
import type { PublicPostView, ReactionEmoji, TrendingTagView } from './posts.ts'
import { Id } from './primitives.ts'
import type { AnnouncementView } from './site.announcement.ts'

/** The members of a group: after which seq each of them may read. */
export type GroupMembers = Readonly<Record<string, number>>

/** A deleted thing: enough to ignore an older push about it that arrives later (LIVE L2). */
export interface Tombstone {
  id: string
  rev: number
}

const toOnePerson = pushedTo('onePerson')
const toVisitors = pushedTo('visitorsOf')
const toReaders = pushedTo('blogReaders')
const toAdmins = pushedTo('dashboardAdmins')
const toStaff = pushedTo('dashboardStaff')
const toEverybody = pushedTo('everybody')

/** What the receiver of a request gets in place of the message, which their page must not show yet (LIVE L45). */
interface ForReceiver {
  forReceiver?: MessageView
}

/** Whatever the server pushes, each event once: payload, audience and its keys. The types of wire and bus follow from it. */
export const PUSHED_EVENTS = {
  /**
   * The socket is in all its rooms: when its turn comes (`fetchInMs`, L101), what was fetched before is fetched once more
   * (L4), unless nothing has changed about the person for `quietMs`: account, relations, follows, reactions, and whatever
   * else is pushed to all of their pages. `announcement`: absent when there was never one.
   */
  ready: wireOnly<{
    userId: string | null
    now: string
    quietMs: number
    fetchInMs: number
    announcement?: AnnouncementView
  }>(),
  /** To every page: an admin wrote, changed or removed the announcement. */
  'announcement:updated': toEverybody<{ announcement: AnnouncementView }>(),
  /** New posts of a watched topic, coalesced (L14). `more`: how many more the page fetches by REST. */
  'post:created': event<
    { topic: FeedTopic; posts: PublicPostView[]; more: number },
    unknown,
    { post: PublicPostView }
  >(),
  /** To pages that show the post, coalesced (L13). */
  'post:updated': event<{ post: PublicPostView }>('post'),
  'post:deleted': event<Tombstone, { authorId: string }>(),
  /** The viewer's own reaction, to all of their pages (L16). `rev` is the post's. */
  'post:reacted': toOnePerson<{ postId: string; emoji: ReactionEmoji | null; rev: number }>(),
  'post:kept': toOnePerson<{ bookmark: BookmarkView }>(),
  /** The viewer's own vote in a poll, to all of their pages. */
  'post:voted': toOnePerson<{ vote: VoteView }>(),
  'plunger:updated': toOnePerson<{ plunger: CrowdControlView }>('plunger'),
  'plunger:ended': toOnePerson<Tombstone>(),
  /** The trending hashtags, when they have changed. */
  'trending:updated': wireOnly<{ tags: TrendingTagView[] }>(),
  /** Something is shown again: lists about which nothing is pushed are compared (L82). */
  'lists:changed': event<object>(),
  'comment:created': event<
    { comment: PublicCommentView; clientId: string | null },
    { postAuthorId: string }
  >(),
  'comment:updated': event<{ comment: PublicCommentView }, { postAuthorId: string }>(),
  /** Whether the viewer gave a comment their poo, to all of their pages (L16). `rev` is the comment's. */
  'comment:pooed': toOnePerson<Tombstone & { postId: string; pooed: boolean }>(),
  'comment:deleted': event<Tombstone & { postId: string }, { authorId: string; postAuthorId: string }>(),
  /** To all pages of both people. `clientId` identifies the sender's optimistic copy (L5). */
  'message:created': event<
    { message: MessageView; clientId: string | null; senderName?: string },
    ForReceiver & { members?: GroupMembers }
  >(),
  'message:updated': event<{ message: MessageView }, ForReceiver>(),
  'conversation:updated': toOnePerson<{ conversation: ConversationView }>(),
  /** The viewer is no longer in this group. */
  'conversation:deleted': toOnePerson<Tombstone>(),
  /** How far a member of a group has read, to the members who may know it (LIVE L51). */
  'group:read': event<{ conversationId: string; userId: string; seq: number }, { to: readonly string[] }>(),
  'notification:created': toOnePerson<{ notification: NotificationView }>(),
  'notification:updated': toOnePerson<{ notifications: NotificationView[] }>(),
  /** What caused these notifications is gone. They can come back, as updated ones (LIVE L67). */
  'notification:deleted': toOnePerson<{ tombstones: Tombstone[] }>(),
  /** Unread notifications. A count with a lower `rev` than the current one is stale (L2). */
  'notification:count': toOnePerson<UnreadCountView>(),
  /**
   * The viewer's settings or devices of web push have changed: pages that show them fetch them, because each device
   * reads which of them it is.
   */
  'pushes:updated': toOnePerson<object>(),
  /** How often news is mailed to the viewer has changed: pages that show it fetch it. */
  'digest:updated': toOnePerson<object>(),
  /** Progress and end of one's own upload, coalesced. `userId` is its owner. */
  'media:updated': toOnePerson<{ media: UploadView }>('media'),
  'viewer:updated': event<{ user: CurrentUserView }>(),
  'privacy:updated': toOnePerson<{ settings: PrivacySettingsView }>(),
  /** Whether the viewer has muted a person now or follows them, and whether either of the two has blocked the other. */
  'relation:updated': wireOnly<{ personId: string; muted: boolean; blocked: boolean; follows: boolean }>(),
  /** This person has begun to follow the viewer, or no longer does. */
  'follower:updated': wireOnly<{ personId: string }>(),
  /** Names, bio and counts, to pages that show the profile; coalesced (L13). */
  'profile:updated': toVisitors<{ profile: PublicProfileView }>('profile'),
  /** To every page: the account was deleted, and its person leaves all lists. */
  'profile:deleted': wireOnly<{ id: string }>(),
  /**
   * To admins' dashboards: the spam protection held or refused a text. `waiting`: what its author sees of it;
   * null if it was not kept.
   */
  'held:added': event<
    { held: HeldWritingView },
    unknown,
    { authorId: string; held: HeldWritingView; waiting: WaitingView | null }
  >(),
  /** An admin or the author dealt with it. */
  'held:deleted': event<Tombstone, { authorId: string }>(),
  /** The same two, to the pages of the author. */
  'waiting:added': wireOnly<{ waiting: WaitingView }>(),
  'waiting:deleted': wireOnly<Tombstone>(),
  /** `until`: when the dots end if no other event comes, ISO time. */
  typing: event<{ conversationId: string; userId: string; until: string }, { to: readonly string[] }>(),
  presence: event<{ userId: string; online: boolean }>(),
  /** `from`: the socket that asks or answers, which does not get it back; null: the server asks. */
  attention: event<AttentionInput, { userId: string; from: string | null }>(),
  /** How many people have this post, article or profile open; of those who have agreed to be counted. */
  'attendance:updated': event<{ id: string; count: number }>(),
  /** To readers of the blog; drafts to admins in /blog-admin alone. */
  'blog:updated': event<{ decree: BlogPostView }>(),
  /** Deleted; or, for readers, no longer published: an admin may still read it. */
  'blog:deleted': event<Tombstone & { unpublished?: true }>(),
  /** To readers of the blog: the reactions to an article; coalesced (L13). */
  'decree-reactions:updated': toReaders<{ reactions: PublicArticleReactionsView }>('reactions'),
  /** The viewer's own reaction to an article has changed. */
  'decree:reacted': toOnePerson<{ reactions: ArticleReactionsView }>(),
  /** The viewer's sessions, newest first. */
  'sessions:updated': toOnePerson<{ sessions: SessionEntryView[] }>(),
  'analytics:updated': wireOnly<{ snapshot: RealtimeAnalyticsView }>(),
  /** The dashboard's cards, when a figure has changed. */
  'admin:stats': wireOnly<{ stats: AdminStatsView }>(),
  /** A new account, or a change of what admins' lists show of a person; coalesced. */
  'person:updated': toAdmins<{ person: AdminPersonView }>('person'),
  'person:deleted': wireOnly<Tombstone>(),
  /** A report is new, reworded or closed, or its reporter has deleted their account. */
  'report:updated': toStaff<{ report: AdminReportView }>(),
  /** The account that it was about was deleted, and the report with it. */
  'report:deleted': toStaff<Tombstone>(),
  /** A decision about a person, an appeal against it, or its end. */
  'case:updated': toStaff<{ case: CaseView }>(),
  /** The account that it was about was deleted, and the decision with it. */
  'case:deleted': toStaff<Tombstone>(),
  /** The person's own report has reached another stage: received or reworded, read, closed. */
  'own-report:updated': toOnePerson<{ report: OwnReportView }>(),
  /** The account that it was about was deleted, and the report with it. */
  'own-report:deleted': toOnePerson<Tombstone>(),
  /** A decision about the person: made, appealed against, the appeal read or decided. */
  'own-case:updated': toOnePerson<{ case: OwnCaseView }>(),
  /** The numbers of reports and appeals without a decision, when one has changed. */
  'pending:updated': wireOnly<{ pending: PendingView }>(),
  'audit:added': toAdmins<{ entry: AuditEntryView }>(),
  /** A recount was requested, has ended or was given up. Null: there is no report of an earlier one either. */
  'recount:updated': toAdmins<{ report: SyncReport | null }>(),
  /** To admins at the monitor, at most once a second. */
  'monitor:updated': wireOnly<{ status: MonitorStatusView }>(),
  /** To admins at the monitor: an alert, a rule or a channel has changed. */
  'alerts:updated': wireOnly<{ alerts: AlertsView }>(),
  /** To admins who watch the Sewer Map, once a second. */
  'wall:updated': wireOnly<{ wall: ServerMapView }>(),
  /** A latency probe, now and then behind a push: the page answers it. */
  echo: wireOnly<{ at: string }>(),
  /** Sessions ended: all of the person's but `except` (`sessionId` is null), or one. */
  'session:ended': event<
    { reason: SessionEnd },
    { userId: string; sessionId: string | null; except?: string }
  >(),
} as const satisfies Record<string, EventDeclaration<unknown, unknown>>

export type PushName = keyof typeof PUSHED_EVENTS
type PayloadsOf<D extends { readonly payloads?: unknown }> = NonNullable<D['payloads']>
/** What a page gets with an event. */
export type PushedPayload<N extends PushName> = PayloadsOf<(typeof PUSHED_EVENTS)[N]>['wire']
/** What services put on the bus; never for an event that the bus does not know. */
export type BusPayload<D extends EventDeclaration<unknown, unknown>> = PayloadsOf<D>['bus']

/** Socket.IO's own form of the same. Only a latency probe is answered. */
export type ServerToClientEvents = {
  [N in PushName]: N extends 'echo'
    ? (event: PushedPayload<N>, answer: () => void) => void
    : (event: PushedPayload<N>) => void
}

export type FeedTopic = 'feed' | 'following'
export type Topic = NonNullable<WatchInput['topic']>
export type SessionEnd = 'logout' | 'banned' | 'reset' | 'deleted' | 'expired'

/** The data of a `connect_error`: when the page may come again, because so many come back at once, ms. */
export interface ConnectRefusal {
  retryAfterMs: number
  /** Its person has as many pages connected as anyone may have. */
  crowded?: true
}

/** `quietMs`, for `watch`: for how long nothing has changed in the posts, feed or profile, at most a minute. */
export interface Granted {
  ok: true
  quietMs?: number
}

/** Answer to every client event; nothing is dropped silently (L12). */
export type Ack = Granted | { ok: false; error: string }

/** What a page shows now. It adds to what was watched before; `unwatch` removes. */
export const WatchInput = z.strictObject({
  posts: z.array(Id).max(100).optional(),
  topic: z.enum(TOPICS).optional(),
  /** The open conversation: asks for the other person's presence. */
  conversation: Id.optional(),
  /** The profile page that is open: the person's id. */
  profile: Id.optional(),
})
export type WatchInput = z.infer<typeof WatchInput>

export const TypingInput = z.strictObject({ conversationId: Id })

/**
 * asks: this page is about to make a sound about a message or notification. here: the person is looking at this
 * page (LIVE L30).
 */
export const AttentionInput = z.strictObject({ about: Id, kind: z.enum(['asks', 'here']) })
export type AttentionInput = z.infer<typeof AttentionInput>

/** A page view: the path alone, never its query. */
export const PageInput = z.strictObject({
  path: z.string().min(1).max(LIMITS.url).regex(/^\//),
  referrer: z.string().max(LIMITS.url).optional(),
})

/** What a person has done, by category and label alone. */
export const EventInput = z
  .strictObject({
    category: z.enum(Object.keys(ANALYTICS_EVENTS) as AnalyticsCategory[]),
    label: z.string(),
  })
  .refine(({ category, label }) => (ANALYTICS_EVENTS[category] as readonly string[]).includes(label))

/**
 * The page shows this post, article or profile by itself; null: no longer. `counted`: a visitor has agreed to
 * analytics. Of people with an account the server knows it.
 */
export const SitInput = z.strictObject({ throne: Id.nullable(), counted: z.boolean() })

/** Schema of each client event; the gateway dispatches from this list and nothing else (L12). */
export const CLIENT_EVENTS = {
  watch: WatchInput,
  unwatch: WatchInput,
  typing: TypingInput,
  attention: AttentionInput,
  page: PageInput,
  event: EventInput,
  sit: SitInput,
} as const
export type ClientEventName = keyof typeof CLIENT_EVENTS
export type ClientEventInput<N extends ClientEventName> = z.infer<(typeof CLIENT_EVENTS)[N]>

export type ClientToServerEvents = {
  [N in ClientEventName]: (input: ClientEventInput<N>, ack: (answer: Ack) => void) => void
}
