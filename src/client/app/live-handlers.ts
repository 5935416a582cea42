import { onReady, onSessionEnded, onViewerUpdated } from '#client/features/account/data/viewer/viewer.live.ts'
import {
  applyReadyAnnouncement,
  onAnnouncementUpdated,
} from '#client/features/site/data/announcement.live.ts'
import { lazyHandlers } from '#client/live/lazy-handlers.ts'
import type { LiveHandlers } from '#client/live/registry.ts'

const admin = lazyHandlers(() => import('#client/features/admin/data/admin.live.ts'))
const analytics = lazyHandlers(() => import('#client/features/analytics/data/analytics.store.ts'))
const blog = lazyHandlers(() => import('#client/features/blog/data/blog.store.ts'))
const blogReactions = lazyHandlers(() => import('#client/features/blog/data/blog.reactions.store.ts'))
const bookmarks = lazyHandlers(() => import('#client/features/posts/data/bookmarks/bookmarks.store.ts'))
const comments = lazyHandlers(() => import('#client/features/comments/data/comments.live.ts'))
const commentPermissions = lazyHandlers(
  () => import('#client/features/comments/data/comment-permission.store.ts'),
)
const digest = lazyHandlers(() => import('#client/features/notifications/data/digest.store.ts'))
const groups = lazyHandlers(() => import('#client/features/messages/data/groups.store.ts'))
const lists = lazyHandlers(() => import('#client/live/list/live-list.ts'))
const messages = lazyHandlers(() => import('#client/features/messages/data/messages.live.ts'))
const monitor = lazyHandlers(() => import('#client/features/monitor/data/monitor.store.ts'))
const notifications = lazyHandlers(() => import('#client/features/notifications/data/notifications.live.ts'))
const crowdControl = lazyHandlers(
  () => import('#client/features/posts/data/crowd-control/crowd-control.store.ts'),
)
const polls = lazyHandlers(() => import('#client/features/posts/data/polls/polls.store.ts'))
const posts = lazyHandlers(() => import('#client/features/posts/data/posts.live.ts'))
const privacy = lazyHandlers(() => import('#client/features/account/data/privacy/privacy.store.ts'))
const pushes = lazyHandlers(() => import('#client/features/notifications/data/push.store.ts'))
const relations = lazyHandlers(() => import('#client/features/people/data/relations/relations.store.ts'))
const sessions = lazyHandlers(() => import('#client/features/account/data/sessions/sessions.store.ts'))
const sound = lazyHandlers(() => import('#client/features/notifications/data/play-sound.ts'))
const trending = lazyHandlers(() => import('#client/features/posts/data/trending/trending.store.ts'))
const tracker = lazyHandlers(() => import('#client/features/moderation/data/tracker.store.ts'))
const uploads = lazyHandlers(() => import('#client/features/media/data/uploads.store.ts'))
const profiles = lazyHandlers(() => import('#client/features/people/data/users/live-profile.ts'))
const users = lazyHandlers(() => import('#client/features/people/data/users/users.store.ts'))
const waiting = lazyHandlers(() => import('#client/features/moderation/data/waiting.store.ts'))

/**
 * The handler of each push. The code of most domains is loaded with their first push. A push may be handled
 * late, because `rev` orders it against fetched data (LIVE L2).
 */
export const liveHandlers = {
  ready(event) {
    applyReadyAnnouncement(event)
    onReady(event)
  },
  'announcement:updated': onAnnouncementUpdated,
  'viewer:updated': onViewerUpdated,
  'session:ended': onSessionEnded,
  'sessions:updated': sessions((live) => live.onSessionsUpdated),
  'privacy:updated': privacy((live) => live.onPrivacyUpdated),

  'post:created': posts((live) => live.onPostCreated),
  'post:updated': posts((live) => live.onPostUpdated),
  'post:deleted': posts((live) => live.onPostDeleted),
  'post:reacted': posts((live) => live.onPostReacted),

  'lists:changed': lists((live) => live.onListsChanged),

  'trending:updated': trending((live) => live.onTrendingUpdated),

  'post:voted': polls((live) => live.onPostVoted),
  'plunger:updated': crowdControl((live) => live.onCrowdControlUpdated),
  'plunger:ended': crowdControl((live) => live.onCrowdControlEnded),
  'post:kept': bookmarks((live) => live.onPostBookmarked),

  'comment:created': comments((live) => live.onCommentCreated),
  'comment:updated': comments((live) => live.onCommentUpdated),
  'comment:pooed': comments((live) => live.onCommentPooed),
  'comment:deleted': comments((live) => live.onCommentDeleted),

  'message:created': messages((live) => live.onMessageCreated),
  'message:updated': messages((live) => live.onMessageUpdated),
  'conversation:updated': messages((live) => live.onConversationUpdated),
  'conversation:deleted': messages((live) => live.onConversationDeleted),
  'group:read': groups((live) => live.onGroupRead),
  typing: messages((live) => live.onTyping),
  presence: messages((live) => live.onPresence),

  'notification:created': notifications((live) => live.onNotificationCreated),
  'notification:updated': notifications((live) => live.onNotificationUpdated),
  'notification:deleted': notifications((live) => live.onNotificationDeleted),
  'notification:count': notifications((live) => live.onNotificationCount),
  'pushes:updated': pushes((live) => live.onPushesUpdated),
  'digest:updated': digest((live) => live.onDigestUpdated),
  attention: sound((live) => live.onAttention),

  'relation:updated': relations((live) => live.onRelationUpdated),
  'follower:updated': commentPermissions((live) => live.onFollowerUpdated),
  'profile:updated': profiles((live) => live.onProfileUpdated),
  'profile:deleted': users((live) => live.onProfileDeleted),

  'media:updated': uploads((live) => live.onMediaUpdated),

  'waiting:added': waiting((live) => live.onWaitingAdded),
  'waiting:deleted': waiting((live) => live.onWaitingDeleted),

  'own-report:updated': tracker((live) => live.onOwnReportUpdated),
  'own-report:deleted': tracker((live) => live.onOwnReportDeleted),
  'own-case:updated': tracker((live) => live.onOwnCaseUpdated),

  'blog:updated': blog((live) => live.onBlogUpdated),
  'blog:deleted': blog((live) => live.onBlogDeleted),
  'decree-reactions:updated': blogReactions((live) => live.onArticleReactionsUpdated),
  'decree:reacted': blogReactions((live) => live.onArticleReacted),

  'analytics:updated': analytics((live) => live.onAnalyticsUpdated),
  'monitor:updated': monitor((live) => live.onMonitorUpdated),
  'alerts:updated': monitor((live) => live.onAlertsUpdated),
  'wall:updated': monitor((live) => live.onServerMapUpdated),

  'admin:stats': admin((live) => live.onAdminStats),
  'person:updated': admin((live) => live.onPersonUpdated),
  'person:deleted': admin((live) => live.onPersonDeleted),
  'report:updated': admin((live) => live.onReportUpdated),
  'report:deleted': admin((live) => live.onReportDeleted),
  'case:updated': admin((live) => live.onCaseUpdated),
  'case:deleted': admin((live) => live.onCaseDeleted),
  'pending:updated': admin((live) => live.onPendingUpdated),
  'audit:added': admin((live) => live.onAuditAdded),
  'recount:updated': admin((live) => live.onRecountUpdated),
  'held:added': admin((live) => live.onHeldAdded),
  'held:deleted': admin((live) => live.onHeldDeleted),
} satisfies LiveHandlers
