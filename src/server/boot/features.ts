import { account } from '../features/account/feature.ts'
import { admin } from '../features/admin/feature.ts'
import { analytics } from '../features/analytics/feature.ts'
import { blog } from '../features/blog/feature.ts'
import { comments } from '../features/comments/feature.ts'
import { media } from '../features/media/feature.ts'
import { messagesFeature } from '../features/messages/feature.ts'
import { moderation } from '../features/moderation/feature.ts'
import { monitor } from '../features/monitor/feature.ts'
import { notifications } from '../features/notifications/feature.ts'
import { people } from '../features/people/feature.ts'
import { posts } from '../features/posts/feature.ts'
import { AuditModel } from '../shared/audit/audit.model.ts'
import type { Feature } from '../shared/feature.ts'
import { batchRoute } from '../platform/http/batch.ts'
import type { RouteSpec } from '../platform/http/route.ts'
import { JobModel } from '../platform/jobs/jobs.model.ts'
import type { IndexedModel } from '../platform/mongo/indexes.ts'
import { MigrationModel } from '../platform/mongo/migrations.model.ts'
import { SiteSettingModel } from '../shared/site-settings/site-settings.model.ts'

/**
 * Every domain of the server. The order is that of an erasure: what others see goes first, files after what
 * shows them.
 * `site` is not here: its pages are joined in app.ts.
 */
export const FEATURES: readonly Feature[] = [
  account,
  people,
  moderation,
  posts,
  comments,
  messagesFeature,
  notifications,
  blog,
  admin,
  media,
  analytics,
  monitor,
]

/** Every call of the REST contract (product section 7). */
const declared: readonly RouteSpec[] = FEATURES.flatMap(({ routes = [] }) => routes)
export const routes: readonly RouteSpec[] = [...declared, batchRoute(declared)]

/** Every collection of the store. The migration at start compares the indexes of what is registered here. */
export const collections: readonly IndexedModel[] = [
  ...FEATURES.flatMap(({ collections = [] }) => collections),
  JobModel,
  AuditModel,
  SiteSettingModel,
  MigrationModel,
]
