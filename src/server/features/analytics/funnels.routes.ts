import { z } from 'zod'
import { FunnelInput, FunnelNameInput, FunnelView, FunnelsView } from '#contract/analytics.funnels.ts'
import { ReportQuery } from '#contract/analytics.report.ts'
import { RetentionView } from '#contract/analytics.retention.ts'
import { Id } from '#contract/primitives.ts'
import { created } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { admitToken, keyRate } from './figures-keys.service.ts'
import { createFunnel, deleteFunnel, funnels, renameFunnel } from './funnels.service.ts'
import { funnelsFile, retentionFile } from './report-file.ts'
import { retention } from './retention.service.ts'

const admin = routesOf({ tag: 'admin', access: 'admin' })
const program = routesOf({ tag: 'figures', access: 'visitor', bearer: true, limit: keyRate })
const OneFunnel = z.object({ id: Id })

export const retentionRoutes = [
  admin.get('/analytics/retention', {
    summary: "How many people of each week's new accounts came back in the weeks after",
    limit: 'read',
    answers: { 200: RetentionView },
    handle: () => retention(),
  }),
  admin.get('/analytics/retention.csv', {
    summary: 'The retention as a CSV file',
    limit: 'read',
    answers: { 200: null },
    handle: () => retentionFile(),
  }),
  program.get('/analytics/figures/retention', {
    summary: 'The retention for programs, with a token of an admin as `Authorization: Bearer {token}`',
    answers: { 200: RetentionView },
    async handle({ req }) {
      await admitToken(req)
      return retention()
    },
  }),
]

export const funnelRoutes = [
  admin.get('/analytics/funnels', {
    summary: 'All funnels, with how often each step was reached in a range; filters do not apply',
    limit: 'read',
    query: ReportQuery,
    answers: { 200: FunnelsView },
    handle: ({ query }) => funnels(query),
  }),
  admin.get('/analytics/funnels.csv', {
    summary: 'All funnels of a range as a CSV file',
    limit: 'read',
    query: ReportQuery,
    answers: { 200: null },
    handle: ({ query }) => funnelsFile(query),
  }),
  program.get('/analytics/figures/funnels', {
    summary:
      'All funnels of a range for programs, with a token of an admin as `Authorization: Bearer {token}`',
    query: ReportQuery,
    answers: { 200: FunnelsView },
    async handle({ req, query }) {
      await admitToken(req)
      return funnels(query)
    },
  }),
  admin.post('/analytics/funnels', {
    summary: 'Make a funnel of two to five steps; it counts from now on',
    limit: 'write',
    body: FunnelInput,
    answers: { 201: FunnelView },
    handle: async ({ viewer, body }) => created(await createFunnel(viewer, body)),
  }),
  admin.patch('/analytics/funnels/:id', {
    summary: 'Rename a funnel',
    limit: 'write',
    params: OneFunnel,
    body: FunnelNameInput,
    answers: { 200: FunnelView },
    handle: ({ viewer, params, body }) => renameFunnel(viewer, params.id, body.name),
  }),
  admin.delete('/analytics/funnels/:id', {
    summary: 'Delete a funnel with its counts',
    limit: 'write',
    params: OneFunnel,
    answers: { 204: null },
    handle: ({ viewer, params }) => deleteFunnel(viewer, params.id),
  }),
]
