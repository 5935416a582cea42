import type { Feature } from '#server/platform/feature.ts'
import { adminRoutes } from './admin.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { presentAudit } from './audit/audit.subscriber.ts'
import { houseRoutes } from './site-settings/house.routes.ts'
// Nothing calls it: the server only has to know this kind of job.
import './rebuild/rebuild.job.ts'

export const admin: Feature = {
  name: 'admin',
  routes: [...adminRoutes, ...auditRoutes, ...houseRoutes],
  listeners: [presentAudit],
}
