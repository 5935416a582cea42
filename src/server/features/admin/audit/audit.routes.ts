import { z } from 'zod'
import { AuditEntryView, AuditQuery } from '#contract/admin.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { listAudit } from './audit.service.ts'

export const auditRoutes = [
  route({
    method: 'get',
    path: '/admin/audit',
    summary: 'What admins have done, newest first',
    tag: 'admin',
    access: 'admin',
    limit: 'read',
    query: AuditQuery,
    answers: { 200: z.array(AuditEntryView) },
    handle: async ({ query }) => ok(await listAudit(query)),
  }),
]
