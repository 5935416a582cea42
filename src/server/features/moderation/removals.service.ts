import { Types, trusted } from 'mongoose'
import { MODERATION } from '#contract/moderation.facts.ts'
import type { ReportTarget } from '#contract/reports.facts.ts'
import { putCommentBack, takeCommentOut, type CountOnHidden, type HiddenComment } from '#server/features/comments/comments.hiding.ts'
import { forgetHiddenMessage, putMessageBack, takeMessageOut } from '#server/features/messages/messages.hiding.ts'
import { forgetHiddenPost, putPostBack, takePostOut } from '#server/features/posts/posts.hiding.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { CaseModel, RemovedModel, WAITING, type RemovedDocument } from './moderation.model.ts'

type Kind = RemovedDocument['kind']

/** How each kind of thing is taken out of sight, brought back, and ended. */
interface Hiding<D> {
  takeOut(tx: Transaction, id: string): Promise<D | null>
  putBack(tx: Transaction, document: D): Promise<unknown>
  forget(tx: Transaction, document: D): Promise<void>
}
// A kind's documents go back only where they came from.
const hiding = <D extends object>(given: Hiding<D>) => given as unknown as Hiding<object>
/** A hidden post lies with us, its figures too. */
const countOnHidden: CountOnHidden = async (tx, postId, more) => {
  const { matchedCount } = await RemovedModel.updateOne({ _id: postId, kind: 'post' }, { $inc: { 'document.commentCount': more } }, { session: tx.session })
  return matchedCount > 0
}
const COMMENT: Hiding<HiddenComment> = {
  takeOut: (tx, id) => takeCommentOut(tx, id, countOnHidden),
  putBack: (tx, comment) => putCommentBack(tx, comment, countOnHidden),
  forget: async () => {},
}
const HIDING: Record<Kind, Hiding<object>> = {
  post: hiding({ takeOut: takePostOut, putBack: putPostBack, forget: forgetHiddenPost }),
  comment: hiding(COMMENT),
  message: hiding({ takeOut: takeMessageOut, putBack: putMessageBack, forget: forgetHiddenMessage }),
}

/** Hides a thing for as long as its removal can be appealed; false when there is nothing to hide. */
export async function removeThing(tx: Transaction, kind: Kind, id: string, ownerId: Types.ObjectId): Promise<boolean> {
  const document = await HIDING[kind].takeOut(tx, id)
  if (!document) return false
  const removed = { _id: new Types.ObjectId(id), kind, ownerId, document, purgeAt: new Date(Date.now() + MODERATION.appealWithin) } satisfies RemovedDocument
  await RemovedModel.insertMany([removed], { session: tx.session, lean: true })
  return true
}

/** Brings a hidden thing back; does nothing when it is not hidden (any more). */
export async function restoreThing(tx: Transaction, id: Types.ObjectId): Promise<void> {
  const removed = await RemovedModel.findByIdAndDelete(id, { session: tx.session }).lean<RemovedDocument>()
  if (removed) await HIDING[removed.kind].putBack(tx, removed.document)
}

/** A thing that is hidden, as it was; null when it is not. */
export async function hiddenDocument(targetType: ReportTarget, id: Types.ObjectId): Promise<object | null> {
  const removed = await RemovedModel.findById(id).lean<RemovedDocument>()
  return removed?.kind === targetType ? removed.document : null
}

/** Ends a person's hidden things for good: for who deletes their account. */
export async function purgeRemovedOf(ownerId: string): Promise<void> {
  for (const removed of await RemovedModel.find({ ownerId }, { _id: 1 }).lean<Pick<RemovedDocument, '_id'>[]>()) await purge(removed._id)
}

const AT_A_TIME = 100

/** What was removed over 30 days ago goes for good, unless somebody waits for an answer to their appeal. Answers how many. */
export async function purgeRemoved(now = new Date()): Promise<number> {
  const appealed = (await CaseModel.find(WAITING, { targetId: 1 }).lean<{ targetId: Types.ObjectId }[]>()).map(({ targetId }) => targetId)
  // Those that wait for an answer must not stand in the way of those behind them.
  const over = await RemovedModel.find({ purgeAt: trusted({ $lt: now }), _id: trusted({ $nin: appealed }) }, { _id: 1 })
    .sort({ purgeAt: 1 })
    .limit(AT_A_TIME)
    .lean<Pick<RemovedDocument, '_id'>[]>()
  for (const { _id } of over) await purge(_id)
  return over.length
}

async function purge(id: Types.ObjectId): Promise<void> {
  await transact(async (tx) => {
    const removed = await RemovedModel.findByIdAndDelete(id, { session: tx.session }).lean<RemovedDocument>()
    if (removed) await HIDING[removed.kind].forget(tx, removed.document)
  })
}

definePeriodic({ kind: 'purge-removed', everyMs: 60_000, run: async () => void (await purgeRemoved()) })
