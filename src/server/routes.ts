import { accountRoutes } from './features/account/account.routes.ts'
import { adminRoutes } from './features/admin/admin.routes.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { blogRoutes } from './features/blog/blog.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { deletionRoutes } from './features/deletion/deletion.routes.ts'
import { feedRoutes } from './features/feed/feed.routes.ts'
import { followRoutes } from './features/follows/follows.routes.ts'
import { houseRoutes } from './features/house/house.routes.ts'
import { googleRoutes } from './features/google/google.routes.ts'
import { moderationRoutes } from './features/moderation/moderation.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { messageRoutes } from './features/messages/messages.routes.ts'
import { monitorRoutes } from './features/monitor/monitor.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { postRoutes } from './features/posts/posts.routes.ts'
import { privacyRoutes } from './features/privacy/privacy.routes.ts'
import { proofRoutes } from './features/proof/proof.routes.ts'
import { reactionRoutes } from './features/reactions/reactions.routes.ts'
import { recoveryRoutes } from './features/recovery/recovery.routes.ts'
import { replyRoutes } from './features/replies/replies.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { relationRoutes } from './features/relations/relations.routes.ts'
import { waitingRoutes } from './features/spam/waiting.routes.ts'
import { secondFactorRoutes } from './features/second-factor/factors.routes.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { trendingRoutes } from './features/trending/trending.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
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
