import { Types, trusted } from 'mongoose'
import type { HeldWritingView, WaitingView } from '#contract/moderation.ts'
import { PAGE } from '#contract/limits.ts'
import { guardsDecided, MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import { pseudonymOf, recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import { HttpError, badRequest, forbidden, notFound } from '#server/platform/errors.ts'
import { registeredFeatures } from '#server/shared/feature.ts'
import { defineJob, definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { sweep, sweepParts } from '#server/platform/sweep.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  beginRelease,
  cancelRelease,
  QueuedModel,
  RELEASE_LIMIT_MS,
  QueuedTombstoneModel,
  removeQueued,
  type QueuedDocument,
} from './review-queue.model.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY, HOUR } from '#server/platform/durations.ts'
import { forgetFingerprint } from './shared-fingerprints.ts'
import { presentQueued, presentWaiting } from './review-queue.present.ts'
import { siteFingerprint } from './fingerprints.ts'
import { forgetWritings } from './recent-writings.ts'

/** The review queue, newest first. Skeleton, hydrate, present: admins see all of it. */
export async function listQueued(cursor?: string): Promise<HeldWritingView[]> {
  const rows = await queueSkeleton(cursor)
  const authors = await loadActors(rows.map(({ authorId }) => authorId.toHexString()))
  return rows.map((row) => presentQueued(row, authors.get(row.authorId.toHexString()) ?? null))
}

const queueSkeleton = (cursor?: string): Promise<QueuedDocument[]> =>
  QueuedModel.find(cursor ? { _id: trusted({ $lt: cursor }) } : {})
    .hint({ _id: 1 })
    .sort({ _id: -1 })
    .limit(PAGE.rows)
    .lean<QueuedDocument[]>()

/**
 * Publishes a queued text as new, and notifies its author. Throws 403 for its author, 404 when the entry, its
 * author or its post is deleted, 503 while another process releases it.
 */
export const releaseQueued = (admin: Pick<Viewer, 'id'>, id: string): Promise<void> =>
  oneAtATime(lockOf(id), async () => {
    await decidable(admin, id)
    const entry = await transact(async (tx) => {
      await unfinishedReleases.enqueue({ id }, { tx, key: id, afterMs: RELEASE_LIMIT_MS })
      return beginRelease(tx, admin.id, id)
    })
    await publishAndDecide(entry)
  })

/** An entry that this person may decide about. Throws 404, and 403 for its author. */
async function decidable(admin: Pick<Viewer, 'id'>, id: string): Promise<QueuedDocument> {
  const entry = await QueuedModel.findById(id).lean<QueuedDocument>()
  if (!entry) throw notFound()
  if (entry.authorId.toHexString() === admin.id) throw forbidden(MODERATION_MESSAGES.heldOther)
  return entry
}

const unfinishedReleases = defineJob<{ id: string }>({
  kind: 'end-release',
  does: 'Ends a release of a held text whose process stopped, or did not learn whether the text was published.',
  run: ({ id }) =>
    oneAtATime(lockOf(id), async () => {
      const entry = await QueuedModel.findById(id).lean<QueuedDocument>()
      if (entry?.releasedBy) await publishAndDecide(entry).catch(unlessGone)
    }),
  // The entry can be decided again.
  onDead: async (tx, { id }) =>
    void (await QueuedModel.updateOne(
      { _id: id },
      { $unset: { releasingAt: 1, releasedBy: 1 } },
      { session: tx.session },
    )),
})

const lockOf = (id: string): string => `held:${id}`

/** May run twice: the text is published once, and decided once. */
async function publishAndDecide(entry: QueuedDocument): Promise<void> {
  const admin = { id: entry.releasedBy!.toHexString() }
  const postId = await publish(entry).catch(async (error: unknown) => {
    // After any other error the text may have been published all the same: the job finds out.
    if (error instanceof HttpError && error.status < 500) await cancelRelease(entry)
    throw error
  })
  // Nobody else removes the entry meanwhile: when it is gone, it was decided as published.
  await decide(admin, entry, { action: 'held.release', postId }).catch(unlessGone)
  const fingerprint = siteFingerprint(entry.text ?? '')
  if (fingerprint) await forgetFingerprint(fingerprint)
}

async function publish({ _id, authorId, kind, postId, input }: QueuedDocument): Promise<string> {
  const release = registeredFeatures().flatMap(({ releases }) => releases?.[kind] ?? [])[0]
  if (!input || !release) throw badRequest()
  const author = await loadViewer(authorId.toHexString())
  if (!author) throw notFound()
  return release(author, postId, { ...input, clientId: input['clientId'] ?? publicationKey(_id) })
}

/** The idempotency key of a text that was sent without one: the entry's id in the form of a UUID. */
function publicationKey(id: Types.ObjectId): string {
  const hex = id.toHexString()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18).padEnd(12, '0')}`
}

/**
 * Rejects a queued text and notifies its author. Throws 403 for its author, 404 when it is removed already, 503
 * during its release.
 */
export async function dropQueued(admin: Viewer, id: string): Promise<void> {
  const entry = await decidable(admin, id)
  await decide(admin, entry, { action: 'held.drop', postId: null })
}

const decide = (
  admin: Pick<Viewer, 'id'>,
  entry: QueuedDocument,
  { action, postId }: { action: 'held.release' | 'held.drop'; postId: string | null },
) =>
  transact(async (tx) => {
    const { kind, score } = entry
    await removeQueued(tx, entry, action === 'held.release' ? 'published' : 'rejected')
    await recordAdminAction(tx, { admin, action, before: { kind, score } })
    const outcome = action === 'held.release' ? 'released' : 'rejected'
    if (kind === 'message' || entry.verdict !== 'held') return
    await notifyFromSite(tx, {
      userId: entry.authorId.toHexString(),
      type: 'GUARD',
      data: { kind, outcome, postId },
      message: guardsDecided(kind, outcome),
    })
  })

/** A person's waiting texts, newest first. */
export async function listWaiting(viewer: Viewer): Promise<WaitingView[]> {
  const rows = (await loadWaiting(viewer.id)) ?? []
  return rows.map(presentWaiting).filter((waiting) => waiting !== null)
}

// Each page asks after a restart, and hardly anybody has one. A person may have few.
const loadWaiting = batchReads<QueuedDocument[]>({
  max: 200,
  async load(authorIds) {
    const rows = await QueuedModel.find({ authorId: trusted({ $in: [...authorIds] }), verdict: 'held' })
      .sort({ _id: -1 })
      .lean<QueuedDocument[]>()
    return Map.groupBy(rows, ({ authorId }) => authorId.toHexString())
  },
})

/**
 * Withdraws the viewer's own waiting text. Throws 404 when it does not wait, or belongs to another person, 503
 * while an admin releases it.
 */
export const withdraw = (viewer: Viewer, id: string): Promise<void> =>
  oneAtATime(lockOf(id), async () => {
    const entry = await QueuedModel.findOne({
      _id: id,
      authorId: viewer.id,
      verdict: 'held',
    }).lean<QueuedDocument>()
    if (!entry) throw notFound()
    await transact((tx) => removeQueued(tx, entry, 'withdrawn'))
  })

/** A person's waiting texts, for their export. */
export async function* exportedWaiting(
  authorId: string,
): AsyncGenerator<{ kind: string; text: string | null; createdAt: Date }> {
  for await (const { kind, text, createdAt } of rowsOf(
    QueuedModel.find({ authorId, verdict: 'held' }).lean<QueuedDocument[]>(),
  )) {
    yield { kind, text, createdAt }
  }
}

/** Entries that no admin has handled expire. */
const MAX_AGE_MS = 30 * DAY

definePeriodic({
  kind: 'sweep-held',
  does: 'Removes held texts that no admin has handled for 30 days.',
  everyMs: HOUR,
  run: ({ signal }) => sweepQueued(clock.now(), signal),
})

/** Removes expired entries, oldest first. One that is being released now is left to its release. */
export async function sweepQueued(now = clock.now(), signal?: AbortSignal): Promise<void> {
  const before = Types.ObjectId.createFromTime(Math.floor((now - MAX_AGE_MS) / 1000))
  const old = QueuedModel.find({ _id: trusted({ $lt: before }) })
    .sort({ _id: 1 })
    .lean<QueuedDocument[]>()
  const remove = (entry: QueuedDocument) =>
    transact((tx) => removeQueued(tx, entry, 'expired')).catch(unlessBusyOrGone)
  await sweep(rowsOf(old), remove, signal)
}

function unlessGone(error: unknown): void {
  if (!(error instanceof HttpError && error.status === 404)) throw error
}

function unlessBusyOrGone(error: unknown): void {
  if (!(error instanceof HttpError && error.status === 503)) unlessGone(error)
}

/** Deletes the entries of a deleted account. Its releases of others' texts go on under a pseudonym. */
export const eraseQueued: Erase = async ({ id }, { signal }) => {
  await forgetWritings(id)
  const remove = (entry: QueuedDocument) =>
    transact((tx) => removeQueued(tx, entry, 'erased')).catch(unlessGone)
  await sweepParts(
    () => sweep(rowsOf(QueuedModel.find({ authorId: id }).lean<QueuedDocument[]>()), remove, signal),
    () => QueuedTombstoneModel.deleteMany({ authorId: id }),
    // The job that ends their release needs to know that there was one.
    () => QueuedModel.updateMany({ releasedBy: id }, { $set: { releasedBy: pseudonymOf(id) } }),
  )
}
