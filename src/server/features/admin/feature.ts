import type { Feature } from '#server/shared/feature.ts'
import { adminRoutes, auditRoutes } from './admin.routes.ts'
import { followHouseName } from '#server/shared/site-settings/house-name.ts'
import { followSettings } from '#server/shared/site-settings/shared-settings.ts'
import { presentAudit, refreshAudit } from './audit/audit.service.ts'
import { siteSettingsRoutes } from './site-settings/site-settings.routes.ts'
// Only registers this kind of job.
import './rebuild/rebuild.ts'

export const admin: Feature = {
  name: 'admin',
  routes: [...adminRoutes, ...auditRoutes, ...siteSettingsRoutes],
  listeners: [presentAudit, refreshAudit, followHouseName, followSettings],
}
