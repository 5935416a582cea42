import { Types, trusted, type UpdateQuery } from 'mongoose'
import type { MediaPurpose, UploadView } from '#contract/media.ts'
import { LIMITS } from '#contract/limits.ts'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { bus } from '#server/platform/bus.ts'
import { badRequest, conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { storage } from '#server/platform/storage/storage.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { clearWork } from './media-intake.ts'
import { MediaModel, type MediaDocument } from './media.model.ts'
import { NAMES, newFileToken } from './media-names.ts'
import { canUploadFor } from './media.policy.ts'
import { presentUpload } from './media.present.ts'

/** What is known of a new upload before its file arrives. */
export type NewUpload = Pick<MediaDocument, 'kind'> & Partial<Pick<MediaDocument, 'link'>>

/**
 * Creates the record before the file, so that every file in the storage has a record and the sweep finds what
 * a stopped process left. Throws 409 for too many unused uploads, 403 for blog pictures without admin rights.
 */
export async function createUpload(
  viewer: Viewer,
  purpose: MediaPurpose,
  { kind, link }: NewUpload,
): Promise<MediaDocument> {
  if (!canUploadFor(viewer, purpose)) throw forbidden()
  const waiting = await MediaModel.countDocuments({
    ownerId: viewer.id,
    unusedSince: trusted({ $gt: new Date(0) }),
  })
  if (waiting >= LIMITS.uploadsWaiting) throw conflict(MEDIA_MESSAGES.uploadsTooMany)
  return insertUpload(new Types.ObjectId(viewer.id), purpose, { kind, ...(link && { link }) })
}

/** The same without a check, also for what belongs to no person. */
export async function insertUpload(
  ownerId: Types.ObjectId,
  purpose: MediaPurpose,
  { kind, link }: NewUpload,
): Promise<MediaDocument> {
  const now = clock.date()
  const media: MediaDocument = {
    _id: clock.id(),
    ownerId,
    purpose,
    token: newFileToken(),
    kind,
    state: 'uploading',
    width: null,
    height: null,
    duration: null,
    placeholder: null,
    files: [],
    progress: 0,
    error: null,
    usedBy: [],
    unusedSince: now,
    ...(link && { link }),
    createdAt: now,
    updatedAt: now,
    rev: 1,
  }
  await MediaModel.insertMany([media], { lean: true })
  return media
}

/**
 * Changes an upload's record, raises its rev and pushes it to its owner. Null when it is deleted meanwhile.
 */
export async function changeUpload(
  filter: object,
  update: UpdateQuery<MediaDocument>,
): Promise<MediaDocument | null> {
  const media = await MediaModel.findOneAndUpdate(filter, raised(update), { returnDocument: 'after' }).lean()
  if (media) emitUploadUpdated(media)
  return media
}

/** Adds the raised rev to an update (LIVE L2). */
export const raised = ({ $set, $inc, ...rest }: UpdateQuery<MediaDocument>): UpdateQuery<MediaDocument> => ({
  ...rest,
  $set: { ...$set, updatedAt: clock.date() },
  $inc: { ...$inc, rev: 1 },
})

export const emitUploadUpdated = (media: MediaDocument): void =>
  bus.emit('media:updated', { userId: media.ownerId.toHexString(), media: presentUpload(media) })

/** The viewer's own upload; else 404. */
export async function ownUpload(viewer: Viewer, id: string): Promise<MediaDocument> {
  const media = await MediaModel.findOne({ _id: id, ownerId: viewer.id }).lean()
  if (!media || media.state === 'gone') throw notFound()
  return media
}

/** The viewer's unused uploads, newest first; a reloaded page continues with them. */
export async function waitingUploads(viewer: Viewer): Promise<UploadView[]> {
  const found = await MediaModel.find({ ownerId: viewer.id, unusedSince: trusted({ $gt: new Date(0) }) })
    .sort({ unusedSince: -1 })
    .limit(LIMITS.uploadsWaiting)
    .lean()
  return found.filter(({ state }) => state !== 'gone').map(presentUpload)
}

/** Deletes an unused upload for its owner. Throws 400 while something uses it. */
export async function dropUpload(viewer: Viewer, id: string): Promise<void> {
  const media = await ownUpload(viewer, id)
  if (!(await removeUnused(media._id))) throw badRequest(MEDIA_MESSAGES.mediaInUse)
}

/** Deletes an upload with its files, unless something uses it: then false. May run again. */
export async function removeUnused(id: Types.ObjectId): Promise<boolean> {
  // From now on nothing can attach it. The record is deleted last, because it names the files.
  const media = await MediaModel.findOneAndUpdate(
    { _id: id, usedBy: trusted({ $size: 0 }) },
    { $set: { state: 'gone' }, $unset: { job: 1, link: 1 } },
    { returnDocument: 'after' },
  ).lean()
  if (!media) return (await MediaModel.exists({ _id: id })) === null
  await clearWork(media.token)
  await (await storage()).removeFolder(media.token, NAMES)
  await MediaModel.deleteOne({ _id: id })
  return true
}
