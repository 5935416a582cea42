import mongoose, { Schema, Types } from 'mongoose'
import { type Writing, SPAM_MESSAGES } from '#contract/moderation.constants.ts'
import type { WaitingView } from '#contract/moderation.ts'
import { attachMedia, detachMedia, type Named } from '#server/features/media/media-uses.ts'
import { busy, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { findByClientId, type AttemptPlace } from '#server/platform/mongo/client-ids.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import type { Sign, Verdict } from './spam-score.ts'
import { presentQueued, presentWaiting } from './review-queue.present.ts'
import { by, schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** A text that was queued or refused. */
export interface QueuedDocument {
  _id: Types.ObjectId
  authorId: Types.ObjectId
  kind: Writing
  /** What a release publishes; null for refused texts and messages. */
  input: Record<string, unknown> | null
  /** The post of a comment. */
  postId: string | null
  /** The text for admins; null for messages. */
  text: string | null
  score: number
  signs: Sign[]
  verdict: 'held' | 'refused'
  clientId?: string
  /** The post's upload; kept while the entry exists. */
  mediaId?: Types.ObjectId
  /** Its second to fourth picture. */
  moreMediaIds?: Types.ObjectId[]
  /** When the last attempt to release it began, and the admin: until it ends, nobody else removes the entry. */
  releasingAt?: Date
  releasedBy?: Types.ObjectId
  createdAt: Date
  rev: number
}

/**
 * A queued text that was withdrawn, rejected or expired: a late retry must not publish it. Has the id of the
 * entry.
 */
export interface QueuedTombstone {
  _id: Types.ObjectId
  authorId: Types.ObjectId
  clientId: string
}

const queueSchema = schemaOf<QueuedDocument>(
  'held_writings',
  whole('Few rows, each for 30 days, and staff reads all of them.'),
  {
    authorId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true },
    input: { type: Schema.Types.Mixed, default: null },
    postId: { type: String, default: null },
    text: { type: String, default: null },
    score: { type: Number, required: true },
    signs: { type: [Schema.Types.Mixed] as never, default: [] },
    verdict: { type: String, required: true },
    clientId: String,
    mediaId: Schema.Types.ObjectId,
    moreMediaIds: { type: [Schema.Types.ObjectId], default: undefined },
    releasingAt: Date,
    releasedBy: Schema.Types.ObjectId,
    createdAt: { type: Date, required: true },
    rev: { type: Number, default: 1 },
  },
).set('minimize', false)

// The list and the sweep use the order of _id. A retry finds the entry.
queueSchema.index(
  { authorId: 1, clientId: 1 },
  { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
)
// Everything of a person whose account is deleted.
queueSchema.index({ authorId: 1, _id: 1 })

const tombstoneSchema = schemaOf<QueuedTombstone>('held_tombstones', by('authorId'), {
  authorId: { type: Schema.Types.ObjectId, required: true },
  clientId: { type: String, required: true },
})

// Found by a retry; and everything of a person whose account is deleted.
tombstoneSchema.index({ authorId: 1, clientId: 1 }, { unique: true })

export const QueuedTombstoneModel = mongoose.model('HeldTombstone', tombstoneSchema)
export const QueuedModel = mongoose.model('HeldWriting', queueSchema)

interface JudgedWriting extends Pick<Verdict, 'score' | 'signs'> {
  kind: Writing
  text: string
  input: Record<string, unknown> & { clientId?: string | undefined }
  postId?: string
  /** The upload that it will show. */
  named?: readonly Named[]
  verdict: QueuedDocument['verdict']
}

/** The waiting entry of this clientId, for a retry. Throws 404 when it was withdrawn or rejected. */
async function queuedUnder(
  authorId: string,
  clientId: string | undefined,
): Promise<{ waiting: WaitingView } | null> {
  return clientId ? queuedOutcome((await findQueued(authorId, clientId)).queued) : null
}

/** What the author gets of an entry. Throws 404 when it was withdrawn or rejected. */
export function queuedOutcome(entry: QueuedDocument | 'deleted' | null): { waiting: WaitingView } | null {
  if (entry === 'deleted') throw notFound(SPAM_MESSAGES.over)
  const waiting = entry && presentWaiting(entry)
  return waiting && { waiting }
}

/** Where an earlier attempt finds its entry. */
export const QUEUE: AttemptPlace = {
  written: QueuedModel,
  deleted: QueuedTombstoneModel,
  where: { verdict: 'held' },
}

const findQueued = findByClientId<{ queued: QueuedDocument }>({ queued: QUEUE })

/** Number of a person's waiting texts. */
export const waitingOf = (authorId: string): Promise<number> =>
  QueuedModel.countDocuments({ authorId, verdict: 'held' })

/**
 * Stores a queued or refused text for admins, once for each clientId, with its upload. Returns what the
 * author sees; null for a refused one. The text of a message is not stored: only its two people may read it.
 */
export async function addToQueue(viewer: Viewer, writing: JudgedWriting): Promise<WaitingView | null> {
  const entry = newEntry(viewer, writing)
  const { clientId } = entry
  const named = (entry.verdict === 'held' && writing.named) || []
  try {
    await transact(async (tx) => {
      // The same text may have been refused before and be only suspicious now.
      if (entry.verdict === 'held' && clientId)
        await QueuedModel.deleteOne(
          { authorId: viewer.id, clientId, verdict: 'refused' },
          { session: tx.session },
        )
      const uploads = await attachQueued(tx, viewer, named, entry._id)
      await QueuedModel.insertMany([{ ...entry, ...uploads }], { session: tx.session, lean: true })
      tx.emit('held:added', {
        authorId: viewer.id,
        held: presentQueued(entry, cardOf(viewer)),
        waiting: presentWaiting(entry),
      })
    })
  } catch (error) {
    // Another process has stored the same retry at the same moment.
    if (!isDuplicateKey(error)) throw error
    return (await queuedUnder(viewer.id, clientId))?.waiting ?? null
  }
  return presentWaiting(entry)
}

async function attachQueued(
  tx: Transaction,
  viewer: Viewer,
  named: readonly Named[],
  id: Types.ObjectId,
): Promise<Pick<QueuedDocument, 'mediaId' | 'moreMediaIds'>> {
  const ids: Types.ObjectId[] = []
  const claim = { purpose: 'post', kind: 'held', id, people: [] } as const
  for (const one of named) ids.push((await attachMedia(tx, viewer, one, claim))._id)
  const [mediaId, ...moreMediaIds] = ids
  return { ...(mediaId && { mediaId }), ...(moreMediaIds.length > 0 && { moreMediaIds }) }
}

const newEntry = (
  viewer: Viewer,
  { kind, text, input, postId, named = [], score, signs, verdict }: JudgedWriting,
): QueuedDocument => ({
  _id: clock.id(),
  authorId: new Types.ObjectId(viewer.id),
  kind,
  // A picture in the input is an upload by now.
  input: verdict === 'held' ? { ...input, ...addressesIn(named) } : null,
  postId: postId ?? null,
  text: kind === 'message' ? null : text,
  score,
  signs,
  verdict,
  ...(input.clientId && { clientId: input.clientId }),
  createdAt: clock.date(),
  rev: 1,
})

const addressesIn = ([first, ...others]: readonly Named[]): Record<string, unknown> => ({
  ...(first && { mediaUrl: first.mediaUrl }),
  ...(others.length > 0 && {
    morePictures: others.map(({ mediaUrl, altText = null }) => ({ mediaUrl, altText })),
  }),
})

/** A release that takes longer has died with its process; a job then ends it, ms. */
export const RELEASE_LIMIT_MS = 60_000

/** By the store's clock: several processes release and withdraw. */
const isStale = {
  $lt: [{ $ifNull: ['$releasingAt', new Date(0)] }, { $subtract: ['$$NOW', RELEASE_LIMIT_MS] }],
}

/** An entry whose release has begun may be published already, so it waits for the end of the release. */
const NOT_RELEASING = { releasedBy: { $exists: false }, $expr: isStale }

/**
 * Marks an entry before its release, so that it is not withdrawn or rejected meanwhile. Throws 404 when it is
 * removed already, 503 during another release.
 */
export async function beginRelease(tx: Transaction, adminId: string, id: string): Promise<QueuedDocument> {
  const _id = new Types.ObjectId(id)
  const entry = (await QueuedModel.collection.findOneAndUpdate(
    { _id, $expr: isStale },
    [{ $set: { releasingAt: '$$NOW', releasedBy: new Types.ObjectId(adminId) } }],
    { returnDocument: 'after', session: tx.session },
  )) as QueuedDocument | null
  if (entry) return entry
  throw (await QueuedModel.exists({ _id }).session(tx.session)) ? busy() : notFound()
}

/** The release failed permanently: the entry can be withdrawn or rejected again at once. */
export const cancelRelease = async ({ _id, releasingAt }: QueuedDocument): Promise<void> =>
  void (await QueuedModel.updateOne({ _id, releasingAt }, { $unset: { releasingAt: 1, releasedBy: 1 } }))

/** Why an entry is removed. An erasure does not wait for a release, which cannot publish any more. */
type Reason = 'published' | 'rejected' | 'withdrawn' | 'expired' | 'erased'

/**
 * Removes an entry and detaches its upload. Unless it was published, its clientId is remembered, so that a
 * late retry does not publish it (LIVE L5). Throws 404 when it is removed already, 503 during its release.
 */
export async function removeQueued(tx: Transaction, entry: QueuedDocument, reason: Reason): Promise<void> {
  const { _id, authorId, clientId, mediaId, moreMediaIds = [], verdict, rev } = entry
  const ignoresRelease = reason === 'published' || reason === 'erased'
  const { deletedCount } = await QueuedModel.collection.deleteOne(
    { _id, ...(!ignoresRelease && NOT_RELEASING) },
    { session: tx.session },
  )
  if (deletedCount === 0) throw (await QueuedModel.exists({ _id }).session(tx.session)) ? busy() : notFound()
  for (const one of mediaId ? [mediaId, ...moreMediaIds] : []) await detachMedia(tx, one, 'held', _id)
  if (clientId && verdict === 'held' && reason !== 'published')
    await QueuedTombstoneModel.insertMany([{ _id, authorId, clientId }], { session: tx.session, lean: true })
  tx.emit('held:deleted', { authorId: authorId.toHexString(), id: _id.toHexString(), rev: rev + 1 })
}
