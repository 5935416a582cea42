import { Types, trusted } from 'mongoose'
import { MODERATION, type ReportTarget } from '#contract/moderation.constants.ts'
import { moderatedKind } from '#server/shared/feature.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import type { ShownThing } from '#server/shared/moderated.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import { clock } from '#server/platform/clock.ts'
import { CaseModel, RemovedModel, WAITING, type RemovedDocument } from './moderation.model.ts'

type Kind = RemovedDocument['kind']

/** Whether moderators have removed this thing, which may come back. */
export const isRemoved = async (tx: Transaction, id: Types.ObjectId): Promise<boolean> =>
  (await RemovedModel.exists({ _id: id }).session(tx.session)) !== null

const hidingOf = (kind: Kind) => moderatedKind(kind).hiding!

/** The lock that all changes of this thing use. */
export function lockOf({
  targetType,
  targetId,
}: {
  targetType: ReportTarget
  targetId: Types.ObjectId
}): string {
  const id = targetId.toHexString()
  return moderatedKind(targetType).lock?.(id) ?? `${targetType}:${id}`
}

/** Hides a thing while its removal can be appealed; false when there is nothing to hide. */
export async function removeThing(
  tx: Transaction,
  kind: Kind,
  id: string,
  ownerId: Types.ObjectId,
): Promise<boolean> {
  const document = await hidingOf(kind).hide(tx, id)
  if (!document) return false
  const removed = {
    _id: new Types.ObjectId(id),
    kind,
    ownerId,
    document,
    purgeAt: new Date(clock.now() + MODERATION.appealWithin),
  } satisfies RemovedDocument
  await RemovedModel.insertMany([removed], { session: tx.session, lean: true })
  return true
}

/** Restores a hidden thing; does nothing when it is not hidden. */
export async function restoreThing(tx: Transaction, id: Types.ObjectId): Promise<void> {
  const removed = await RemovedModel.findByIdAndDelete(id, { session: tx.session }).lean<RemovedDocument>()
  if (removed) await hidingOf(removed.kind).restore(tx, removed.document)
}

/** A hidden thing as it was; null when it is not hidden. */
export async function hiddenThing(targetType: ReportTarget, id: Types.ObjectId): Promise<ShownThing | null> {
  const removed = await RemovedModel.findById(id).lean<RemovedDocument>()
  return removed?.kind === targetType ? hidingOf(removed.kind).shown(removed.document) : null
}

/** Deletes a person's hidden things permanently. */
export async function purgeRemovedOf(ownerId: string, signal: AbortSignal): Promise<void> {
  const own = RemovedModel.find({ ownerId }, { _id: 1 }).lean<Pick<RemovedDocument, '_id'>[]>()
  await sweep(rowsOf(own), ({ _id }) => purge(_id), signal)
}

/** Deletes what was removed more than 30 days ago, unless an appeal is pending. Returns the number. */
export async function purgeRemoved(now = clock.date(), signal?: AbortSignal): Promise<number> {
  const appealed = (
    await CaseModel.find(WAITING, { targetId: 1 }).lean<{ targetId: Types.ObjectId }[]>()
  ).map(({ targetId }) => targetId)
  const over = RemovedModel.find(
    { purgeAt: trusted({ $lt: now }), _id: trusted({ $nin: appealed }) },
    { _id: 1 },
  )
    .sort({ purgeAt: 1 })
    .lean<Pick<RemovedDocument, '_id'>[]>()
  return sweep(rowsOf(over), ({ _id }) => purge(_id), signal)
}

async function purge(id: Types.ObjectId): Promise<void> {
  await transact(async (tx) => {
    const removed = await RemovedModel.findByIdAndDelete(id, { session: tx.session }).lean<RemovedDocument>()
    if (removed) await hidingOf(removed.kind).purge(tx, removed.document)
  })
}

definePeriodic({
  kind: 'purge-removed',
  does: 'Deletes for good what moderators have removed, when its time for an appeal is over.',
  everyMs: 60_000,
  run: async ({ signal }) => void (await purgeRemoved(clock.date(), signal)),
})
