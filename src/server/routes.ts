import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { feedRoutes } from './features/feed/feed.routes.ts'
import { followRoutes } from './features/follows/follows.routes.ts'
import { messageRoutes } from './features/messages/messages.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { postRoutes } from './features/posts/posts.routes.ts'
import { reactionRoutes } from './features/reactions/reactions.routes.ts'
import { recoveryRoutes } from './features/recovery/recovery.routes.ts'
import { replyRoutes } from './features/replies/replies.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { relationRoutes } from './features/relations/relations.routes.ts'
import { trendingRoutes } from './features/trending/trending.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import type { RouteSpec } from './platform/http/route.ts'

/** Every call of the REST contract (product section 7). A feature registers here with one line. */
export const routes: readonly RouteSpec[] = [...authRoutes, ...recoveryRoutes, ...userRoutes, ...followRoutes, ...relationRoutes, ...feedRoutes, ...replyRoutes, ...trendingRoutes, ...postRoutes, ...reactionRoutes, ...commentRoutes, ...messageRoutes, ...notificationRoutes, ...analyticsRoutes, ...reportRoutes]
