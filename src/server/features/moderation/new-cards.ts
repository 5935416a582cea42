import { onNewCard } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { isStaff } from '#server/platform/viewer.ts'
import { CASE_INDEXES, CaseModel, type CaseDocument } from './moderation.model.ts'
import { presentCases } from './moderation.present.ts'
import { ReportModel, type ReportDocument } from './reports/reports.model.ts'
import { presentReports } from './reports/reports.present.ts'
import { QueuedModel, type QueuedDocument } from './spam/review-queue.model.ts'
import { presentQueued } from './spam/review-queue.present.ts'

/** At most so many rows of each list are pushed after a rename: the newest, which may be on a screen. */
const MAX_PUSHED = 100

/** Pushes a person's new name and picture to the dashboards, whose rows name them (LIVE L21). */
export const showNewCards = (): (() => void) =>
  onNewCard(async (actor) => {
    const { id } = actor
    const reports = await ReportModel.find({ $or: [{ reporterId: id }, { 'thing.ownerId': id }] })
      .sort({ _id: -1 })
      .limit(MAX_PUSHED)
      .lean<ReportDocument[]>()
    for (const report of await presentReports(reports)) bus.emit('report:updated', { report })
    for (const one of await presentCases(await casesOf(id))) bus.emit('case:updated', { case: one })
    const queued = await QueuedModel.find({ authorId: id })
      .sort({ _id: -1 })
      .limit(MAX_PUSHED)
      .lean<QueuedDocument[]>()
    for (const one of queued)
      bus.emit('held:added', { authorId: id, held: presentQueued(one, actor), waiting: null })
  })

/** Decisions about the person, and those that one of the staff has made, which no index finds. */
async function casesOf(id: string): Promise<CaseDocument[]> {
  const newest = { sort: { _id: -1 }, limit: MAX_PUSHED } as const
  const about = await CaseModel.find({ personId: id }, null, {
    ...newest,
    hint: CASE_INDEXES.ofPerson,
  }).lean<CaseDocument[]>()
  if (!isStaff(await loadViewer(id))) return about
  return [...about, ...(await CaseModel.find({ adminId: id }, null, newest).lean<CaseDocument[]>())]
}
