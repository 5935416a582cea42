import { accountRoutes } from './features/account/credentials/account.routes.ts'
import { adminRoutes } from './features/admin/admin.routes.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { auditRoutes } from './features/admin/audit/audit.routes.ts'
import { authRoutes } from './features/account/login/auth.routes.ts'
import { blogRoutes } from './features/blog/blog.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { deletionRoutes } from './features/account/erasure/deletion.routes.ts'
import { feedRoutes } from './features/posts/feed/feed.routes.ts'
import { followRoutes } from './features/people/follows/follows.routes.ts'
import { houseRoutes } from './features/admin/site-settings/house.routes.ts'
import { googleRoutes } from './features/account/google/google.routes.ts'
import { moderationRoutes } from './features/moderation/moderation.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { messageRoutes } from './features/messages/messages.routes.ts'
import { monitorRoutes } from './features/monitor/monitor.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { postRoutes } from './features/posts/posts.routes.ts'
import { privacyRoutes } from './features/account/personal-data/privacy.routes.ts'
import { proofRoutes } from './features/account/proof/proof.routes.ts'
import { reactionRoutes } from './features/posts/reactions/reactions.routes.ts'
import { recoveryRoutes } from './features/account/recovery/recovery.routes.ts'
import { replyRoutes } from './features/comments/replies/replies.routes.ts'
import { reportRoutes } from './features/moderation/reports/reports.routes.ts'
import { relationRoutes } from './features/people/relations/relations.routes.ts'
import { waitingRoutes } from './features/moderation/spam/waiting.routes.ts'
import { secondFactorRoutes } from './features/account/second-factor/factors.routes.ts'
import { sessionRoutes } from './features/account/sessions/sessions.routes.ts'
import { trendingRoutes } from './features/posts/trending/trending.routes.ts'
import { userRoutes } from './features/people/users/users.routes.ts'
import type { RouteSpec } from './platform/http/route.ts'

/** Every call of the REST contract (product section 7). A feature registers here with one line. */
export const routes: readonly RouteSpec[] = [
  ...authRoutes,
  ...googleRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...proofRoutes,
  ...secondFactorRoutes,
  ...recoveryRoutes,
  ...userRoutes,
  ...followRoutes,
  ...relationRoutes,
  ...feedRoutes,
  ...replyRoutes,
  ...trendingRoutes,
  ...postRoutes,
  ...reactionRoutes,
  ...commentRoutes,
  ...mediaRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...analyticsRoutes,
  ...reportRoutes,
  ...blogRoutes,
  ...adminRoutes,
  ...auditRoutes,
  ...deletionRoutes,
  ...monitorRoutes,
  ...privacyRoutes,
  ...moderationRoutes,
  ...houseRoutes,
  ...waitingRoutes,
]
