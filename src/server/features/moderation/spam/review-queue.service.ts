import { Types, trusted } from 'mongoose'
import type { HeldWritingView, WaitingView } from '#contract/moderation.ts'
import { PAGE } from '#contract/limits.ts'
import { guardsDecided } from '#contract/moderation.constants.ts'
import { recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { HttpError, badRequest, notFound } from '#server/platform/errors.ts'
import { registeredFeatures } from '#server/platform/feature.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { QueuedModel, QueuedTombstoneModel, type QueuedDocument, removeQueued } from './review-queue.model.ts'
import { forgetFingerprint } from './shared-fingerprints.ts'
import { presentQueued, presentWaiting } from './review-queue.present.ts'
import { siteFingerprint } from './fingerprints.ts'
import { forgetWritings } from './recent-writings.ts'
import { DAY, HOUR } from './spam-score.ts'

/** What was not let through, newest first. */
export async function listQueued(cursor?: string): Promise<HeldWritingView[]> {
  const rows = await QueuedModel.find(cursor ? { _id: trusted({ $lt: cursor }) } : {})
    .hint({ _id: 1 })
    .sort({ _id: -1 })
    .limit(PAGE.admin)
    .lean<QueuedDocument[]>()
  const authors = await loadActors(rows.map(({ authorId }) => authorId.toHexString()))
  return rows.map((row) => presentQueued(row, authors.get(row.authorId.toHexString()) ?? null))
}

/**
 * An admin lets it through: it appears as its author wrote it, now, and they are told. Throws 404 when it is
 * gone, or its author or post.
 */
export const releaseQueued = (admin: Viewer, id: string): Promise<void> =>
  oneAtATime(`held:${id}`, async () => {
    const held = await QueuedModel.findById(id).lean<QueuedDocument>()
    if (!held) throw notFound()
    if (!held.input) throw badRequest()
    const author = await loadViewer(held.authorId.toHexString())
    if (!author) throw notFound()
    // Should the process stop after this, the next release finds it written: the clientId, or what is held,
    // is the same.
    const postId = await publish(author, held, held.input)
    await decide(admin, held, { action: 'held.release', postId })
    const print = siteFingerprint(held.text ?? '')
    if (print) await forgetFingerprint(print)
  })

async function publish(
  author: Viewer,
  { kind, postId }: QueuedDocument,
  input: Record<string, unknown>,
): Promise<string> {
  const release = registeredFeatures().flatMap(({ releases }) => releases?.[kind] ?? [])[0]
  if (!release) throw badRequest()
  return release(author, postId, input)
}

/** An admin throws it away; its author is told. Throws 404 when it is gone already. */
export async function dropQueued(admin: Viewer, id: string): Promise<void> {
  const held = await QueuedModel.findById(id).lean<QueuedDocument>()
  if (!held) throw notFound()
  await decide(admin, held, { action: 'held.drop', postId: null })
}

const decide = (
  admin: Viewer,
  held: QueuedDocument,
  { action, postId }: { action: 'held.release' | 'held.drop'; postId: string | null },
) =>
  transact(async (tx) => {
    const { kind, score } = held
    await removeQueued(tx, held, action === 'held.release')
    await recordAdminAction(tx, {
      admin,
      action,
      target: { type: 'house', id: null },
      before: { kind, score },
      after: null,
    })
    const outcome = action === 'held.release' ? 'released' : 'rejected'
    if (kind === 'message' || held.verdict !== 'held') return
    await notifyFromSite(tx, {
      userId: held.authorId.toHexString(),
      type: 'GUARD',
      data: { kind, outcome, postId },
      message: guardsDecided(kind, outcome),
    })
  })

/** What waits of one person, newest first. */
export async function listWaiting(viewer: Viewer): Promise<WaitingView[]> {
  const rows = await QueuedModel.find({ authorId: viewer.id, verdict: 'held' })
    .sort({ _id: -1 })
    .limit(PAGE.admin)
    .lean<QueuedDocument[]>()
  return rows.map(presentWaiting).filter((waiting) => waiting !== null)
}

/**
 * Somebody takes back what waits of theirs. Throws 404 when it does not wait any more, or is somebody else's.
 */
export const withdraw = (viewer: Viewer, id: string): Promise<void> =>
  oneAtATime(`held:${id}`, async () => {
    const held = await QueuedModel.findOne({
      _id: id,
      authorId: viewer.id,
      verdict: 'held',
    }).lean<QueuedDocument>()
    if (!held) throw notFound()
    await transact((tx) => removeQueued(tx, held, false))
  })

/** What waits of a person, for their export. */
export async function* exportedWaiting(
  authorId: string,
): AsyncGenerator<{ kind: string; text: string | null; createdAt: Date }> {
  for await (const { kind, text, createdAt } of rowsOf(
    QueuedModel.find({ authorId, verdict: 'held' }).lean<QueuedDocument[]>(),
  )) {
    yield { kind, text, createdAt }
  }
}

/** Nobody has looked at it for so long: then nobody will. */
const KEPT = 30 * DAY
const AT_A_TIME = 100

definePeriodic({ kind: 'sweep-held', everyMs: HOUR, run: () => sweepQueued() })

/** Removes what has waited too long, the oldest first. */
export async function sweepQueued(now = Date.now()): Promise<void> {
  const before = Types.ObjectId.createFromTime(Math.floor((now - KEPT) / 1000))
  const old = await QueuedModel.find({ _id: trusted({ $lt: before }) })
    .sort({ _id: 1 })
    .limit(AT_A_TIME)
    .lean<QueuedDocument[]>()
  for (const held of old) await transact((tx) => removeQueued(tx, held, false)).catch(unlessGone)
}

function unlessGone(error: unknown): void {
  if (!(error instanceof HttpError && error.status === 404)) throw error
}

/** What was not let through goes with its author. */
export const eraseQueued: Erase = async ({ id }) => {
  await forgetWritings(id)
  for await (const held of rowsOf(QueuedModel.find({ authorId: id }).lean<QueuedDocument[]>())) {
    await transact((tx) => removeQueued(tx, held, false)).catch(unlessGone)
  }
  await QueuedTombstoneModel.deleteMany({ authorId: id })
}
