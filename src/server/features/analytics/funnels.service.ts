import { trusted } from 'mongoose'
import type { FunnelInput, FunnelStep, FunnelView, FunnelsView } from '#contract/analytics.funnels.ts'
import { FUNNEL, FUNNEL_MESSAGES } from '#contract/analytics.report.constants.ts'
import type { ReportQuery } from '#contract/analytics.report.ts'
import type { AuditAction } from '#contract/admin.constants.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { badRequest, conflict, notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  FUNNEL_DAYS_INDEX,
  FunnelDayModel,
  FunnelModel,
  type FunnelDayDocument,
  type FunnelDocument,
} from './funnels.model.ts'
import { clock } from '#server/platform/clock.ts'
import { OTHER_PAGE, pageOf } from './page-paths.ts'
import { flushPageViews } from './page-views.service.ts'
import { periodOf } from './report-periods.ts'

/** Begins to count a funnel. Throws 400 for a page that is not counted, 409 when there are too many. */
export async function createFunnel(admin: Viewer, { name, steps }: FunnelInput): Promise<FunnelView> {
  const funnel: FunnelDocument = {
    _id: clock.id(),
    name,
    steps: steps.map(countedStep),
    createdAt: clock.date(),
    rev: 1,
  }
  await transact(async (tx) => {
    if ((await FunnelModel.countDocuments({}).session(tx.session)) >= FUNNEL.most)
      throw conflict(FUNNEL_MESSAGES.tooMany)
    await FunnelModel.insertMany([funnel], { session: tx.session, lean: true })
    await audit(tx, admin, 'funnel.create', null, funnel)
  })
  return presentFunnel(funnel)
}

/** Pages that have one page for each post, profile or article below them. */
const FOLDERS = ['/', '/p/', '/u/', '/blog/']

/** The step as views are counted: share links count as the page they lead to. */
function countedStep(step: FunnelStep): FunnelStep {
  if (step.kind === 'event') return step
  if (step.path.endsWith('*')) {
    if (!FOLDERS.includes(step.path.slice(0, -1))) throw badRequest(FUNNEL_MESSAGES.path)
    return step
  }
  const page = pageOf(step.path)
  if (page === OTHER_PAGE) throw badRequest(FUNNEL_MESSAGES.path)
  if (page.startsWith('/u/')) throw badRequest(FUNNEL_MESSAGES.person)
  return { kind: 'page', path: page === '' ? '/' : page }
}

/** Renames a funnel. Throws 404. */
export const renameFunnel = (admin: Viewer, id: string, name: string): Promise<FunnelView> =>
  transact(async (tx) => {
    const before = await FunnelModel.findOneAndUpdate(
      { _id: id },
      { $set: { name }, $inc: { rev: 1 } },
      { session: tx.session },
    ).lean<FunnelDocument>()
    if (!before) throw notFound()
    const funnel = { ...before, name, rev: before.rev + 1 }
    await audit(tx, admin, 'funnel.rename', before, funnel)
    return presentFunnel(funnel)
  })

/** Deletes a funnel with its counts. Throws 404. */
export const deleteFunnel = (admin: Viewer, id: string): Promise<void> =>
  transact(async (tx) => {
    const funnel = await FunnelModel.findOneAndDelete(
      { _id: id },
      { session: tx.session },
    ).lean<FunnelDocument>()
    if (!funnel) throw notFound()
    // Their ids begin with that of the funnel; '}' comes right after '|'.
    await FunnelDayModel.deleteMany(
      { _id: trusted({ $gt: `${id}|`, $lt: `${id}}` }) },
      { session: tx.session },
    )
    await audit(tx, admin, 'funnel.delete', funnel, null)
  })

const audit = (
  tx: Transaction,
  admin: Viewer,
  action: AuditAction,
  before: FunnelDocument | null,
  after: FunnelDocument | null,
): Promise<void> =>
  recordAdminAction(tx, {
    admin,
    action,
    before: before && { funnel: before._id.toHexString(), name: before.name },
    after: after && { funnel: after._id.toHexString(), name: after.name },
  })

/**
 * All funnels, with how often each step was reached on the days of the range. The last 30 minutes are those of today,
 * because steps are counted by day; filters do not apply.
 */
export async function funnels(query: ReportQuery): Promise<FunnelsView> {
  await flushPageViews()
  const now = clock.date()
  const { from, to } = periodOf(query.range === 'live' ? { range: 'today' } : query, now.getTime())
  const [all, days] = await Promise.all([
    FunnelModel.find().hint({ _id: 1 }).sort({ _id: 1 }).lean<FunnelDocument[]>(),
    FunnelDayModel.find({ day: trusted({ $gte: new Date(from), $lt: new Date(to) }) })
      .hint(FUNNEL_DAYS_INDEX)
      .lean<FunnelDayDocument[]>(),
  ])
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    funnels: all.map((funnel) => ({
      ...presentFunnel(funnel),
      reached: funnel.steps.map((_, step) =>
        days
          .filter((day) => day.funnel === funnel._id.toHexString())
          .reduce((sum, { reached }) => sum + (reached[step] ?? 0), 0),
      ),
    })),
    updatedAt: now.toISOString(),
  }
}

const presentFunnel = ({ _id, name, steps, createdAt, rev }: FunnelDocument): FunnelView => ({
  id: _id.toHexString(),
  name,
  steps,
  createdAt: createdAt.toISOString(),
  rev,
})
