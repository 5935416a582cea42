import { CreateReportInput, ReportReceipt } from '#contract/moderation.ts'
import { created, ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { createReport } from './reports.service.ts'

export const reportRate = rateLimit('reports', 20, 3600)

export const reportRoutes = [
  route({
    method: 'post',
    path: '/reports',
    summary:
      'Report a post, a comment, a person or a message; 200 when your report of it waits already, which then says this',
    tag: 'reports',
    access: 'user',
    limit: reportRate,
    body: CreateReportInput,
    answers: { 201: ReportReceipt, 200: ReportReceipt },
    handle: async ({ viewer, body }) => {
      const { view, isNew } = await createReport(viewer, body)
      return isNew ? created(view) : ok(view)
    },
  }),
]
