import mongoose, { Schema, Types } from 'mongoose'
import { type Writing, SPAM_MESSAGES } from '#contract/moderation.constants.ts'
import type { WaitingView } from '#contract/moderation.ts'
import { attachMedia, detachMedia, type Named } from '#server/features/media/media.uses.ts'
import { isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import type { Sign, Verdict } from './spam-score.ts'
import { presentQueued, presentWaiting } from './review-queue.present.ts'

/** Something that was not let through. */
export interface QueuedDocument {
  _id: Types.ObjectId
  authorId: Types.ObjectId
  kind: Writing
  /** What a release writes; null where there is nothing to release: refused, and messages. */
  input: Record<string, unknown> | null
  /** The post that a comment is on. */
  postId: string | null
  /** What an admin reads; null for messages. */
  text: string | null
  score: number
  signs: Sign[]
  verdict: 'held' | 'refused'
  clientId?: string
  /** The upload that the post will show; it stays for as long as this waits. */
  mediaId?: Types.ObjectId
  createdAt: Date
  rev: number
}

/**
 * What waited and was withdrawn, thrown away or forgotten: a late retry of it is not posted after all. The id
 * is that of what was held.
 */
export interface QueuedTombstone {
  _id: Types.ObjectId
  authorId: Types.ObjectId
  clientId: string
}

const heldSchema = new Schema<QueuedDocument>(
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
    createdAt: { type: Date, required: true },
    rev: { type: Number, default: 1 },
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'held_writings' },
)

// The list, and the sweep of what is old, are in the order of _id. A retry of what is held is held already.
heldSchema.index(
  { authorId: 1, clientId: 1 },
  { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
)
// All of a person whose account goes.
heldSchema.index({ authorId: 1, _id: 1 })

const tombstoneSchema = new Schema<QueuedTombstone>(
  {
    authorId: { type: Schema.Types.ObjectId, required: true },
    clientId: { type: String, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'held_tombstones' },
)

// What a retry looks for; all of a person whose account goes.
tombstoneSchema.index({ authorId: 1, clientId: 1 }, { unique: true })

export const QueuedTombstoneModel = mongoose.model('HeldTombstone', tombstoneSchema)
export const QueuedModel = mongoose.model('HeldWriting', heldSchema)

interface Kept extends Pick<Verdict, 'score' | 'signs'> {
  kind: Writing
  text: string
  input: Record<string, unknown> & { clientId?: string | undefined }
  postId?: string
  /** The upload that it will show. */
  named?: Named | null
  verdict: QueuedDocument['verdict']
}

/**
 * What waits under this clientId of a person: a retry of it is no second attempt. Throws 404 for what waited
 * and was withdrawn or thrown away.
 */
export async function queuedUnder(
  authorId: string,
  clientId: string | undefined,
): Promise<{ held: WaitingView } | null> {
  if (!clientId) return null
  const held = await QueuedModel.findOne({ authorId, clientId, verdict: 'held' }).lean<QueuedDocument>()
  const waiting = held && presentWaiting(held)
  if (waiting) return { held: waiting }
  // Asked after the other: what is withdrawn meanwhile is found by one of the two.
  if (await QueuedTombstoneModel.exists({ authorId, clientId })) throw notFound(SPAM_MESSAGES.over)
  return null
}

/** How much of a person waits for an admin. */
export const waitingOf = (authorId: string): Promise<number> =>
  QueuedModel.countDocuments({ authorId, verdict: 'held' })

/**
 * Notes for admins what was not let through, once a clientId; the upload that it shows stays with it. Answers
 * what its author sees of it; null for what was refused. Of a message no word is kept: nobody but its two
 * people reads those.
 */
export async function keep(viewer: Viewer, kept: Kept): Promise<WaitingView | null> {
  const held = newHeld(viewer, kept)
  const { clientId } = held
  const named = held.verdict === 'held' ? kept.named : null
  try {
    await transact(async (tx) => {
      // The same words may have been refused a moment ago, and only look doubtful now.
      if (held.verdict === 'held' && clientId)
        await QueuedModel.deleteOne(
          { authorId: viewer.id, clientId, verdict: 'refused' },
          { session: tx.session },
        )
      const media =
        named &&
        (await attachMedia(tx, viewer, named, { purpose: 'post', kind: 'held', id: held._id, people: [] }))
      await QueuedModel.insertMany([{ ...held, ...(media && { mediaId: media._id }) }], {
        session: tx.session,
        lean: true,
      })
      tx.emit('held:added', {
        authorId: viewer.id,
        held: presentQueued(held, cardOf(viewer)),
        waiting: presentWaiting(held),
      })
    })
  } catch (error) {
    // Another process had the same retry at the same moment.
    if (!isDuplicateKey(error)) throw error
    return (await queuedUnder(viewer.id, clientId))?.held ?? null
  }
  return presentWaiting(held)
}

const newHeld = (
  viewer: Viewer,
  { kind, text, input, postId, named, score, signs, verdict }: Kept,
): QueuedDocument => ({
  _id: new Types.ObjectId(),
  authorId: new Types.ObjectId(viewer.id),
  kind,
  // A picture inside of the input has become an upload.
  input: verdict === 'held' ? { ...input, ...(named && { mediaUrl: named.mediaUrl }) } : null,
  postId: postId ?? null,
  text: kind === 'message' ? null : text,
  score,
  signs,
  verdict,
  ...(input.clientId && { clientId: input.clientId }),
  createdAt: new Date(),
  rev: 1,
})

/**
 * Takes it off the list, and its upload goes unless something else shows it. What was not published is
 * remembered by its clientId, so that a late retry is not posted after all (LIVE L5). Throws 404 when it is
 * gone already.
 */
export async function removeQueued(
  tx: Transaction,
  held: QueuedDocument,
  isPublished: boolean,
): Promise<void> {
  const { _id, authorId, clientId, mediaId, verdict, rev } = held
  const { deletedCount } = await QueuedModel.deleteOne({ _id }, { session: tx.session })
  if (deletedCount === 0) throw notFound()
  if (mediaId) await detachMedia(tx, mediaId, 'held', _id)
  if (clientId && verdict === 'held' && !isPublished)
    await QueuedTombstoneModel.insertMany([{ _id, authorId, clientId }], { session: tx.session, lean: true })
  tx.emit('held:deleted', { authorId: authorId.toHexString(), id: _id.toHexString(), rev: rev + 1 })
}
