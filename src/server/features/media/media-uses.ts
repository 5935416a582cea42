import { Types, trusted } from 'mongoose'
import type { MediaPurpose, MediaType } from '#contract/media.ts'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { badRequest, forbidden, type HttpError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { MediaModel, type MediaDocument, type MediaSnapshot, type Use, type UseKind } from './media.model.ts'
import { tokenIn } from './media-names.ts'
import { addressesSame, mediaTypeOf, pictureUrlOf, mediaSnapshotOf } from './media.present.ts'

/** A picture or video as an input names it. */
export interface Named {
  mediaUrl: string
  mediaType?: MediaType | null | undefined
  altText?: string | null | undefined
}

/** What will show it. An upload made for another purpose is refused (DECISIONS row 32). */
export interface Reference {
  purpose: MediaPurpose
  /** The kind, when the purpose does not imply it. */
  kind?: UseKind
  id: Types.ObjectId
  /** The only people who may see it; missing for public things. */
  people?: readonly string[]
}

/**
 * Attaches an upload to a thing in the transaction that writes it; it stays as long as the thing. Returns the
 * copy to store. Throws 400 for a foreign address, another purpose, a failed or unfinished upload; 403 for
 * another person's.
 */
export async function attachMedia(
  tx: Transaction,
  viewer: Pick<Viewer, 'id'>,
  { mediaUrl, mediaType }: Named,
  claim: Reference,
): Promise<MediaSnapshot> {
  const token = tokenIn(mediaUrl)
  if (!token) throw badRequest(MEDIA_MESSAGES.mediaUnknown)
  const use: Use = {
    kind: claim.kind ?? claim.purpose,
    id: claim.id,
    ...(claim.people && { people: claim.people.map((id) => new Types.ObjectId(id)) }),
  }
  const media = await MediaModel.findOneAndUpdate(
    { token, ownerId: viewer.id, purpose: claim.purpose, state: trusted({ $in: ['processing', 'ready'] }) },
    {
      $addToSet: { usedBy: use },
      $unset: { unusedSince: 1 },
      $set: { updatedAt: clock.date() },
      $inc: { rev: 1 },
    },
    { session: tx.session, returnDocument: 'after' },
  ).lean()
  if (!media) throw await refusal(tx, viewer, token, claim.purpose)
  if (mediaType && mediaType !== mediaTypeOf(media.kind)) throw badRequest()
  return mediaSnapshotOf(media)
}

async function refusal(
  tx: Transaction,
  viewer: Pick<Viewer, 'id'>,
  token: string,
  purpose: MediaPurpose,
): Promise<HttpError> {
  const media = await MediaModel.findOne({ token }).session(tx.session).lean()
  if (!media || media.state === 'gone') return badRequest(MEDIA_MESSAGES.mediaUnknown)
  if (media.ownerId.toHexString() !== viewer.id) return forbidden()
  if (media.purpose !== purpose) return badRequest(MEDIA_MESSAGES.mediaElsewhere)
  return badRequest(
    media.state === 'uploading'
      ? MEDIA_MESSAGES.mediaUnfinished
      : (media.error ?? MEDIA_MESSAGES.mediaBroken),
  )
}

/**
 * Detaches media from a deleted thing. When nothing uses it any more, its files are deleted after the commit.
 */
export async function detachMedia(
  tx: Transaction,
  mediaId: Types.ObjectId,
  kind: UseKind,
  id: Types.ObjectId,
): Promise<void> {
  const pulled = { $pull: { usedBy: { kind, id } }, $inc: { rev: 1 } }
  const media = await MediaModel.findByIdAndUpdate(mediaId, pulled, {
    session: tx.session,
    returnDocument: 'after',
  }).lean()
  if (!media || media.usedBy.length > 0) return
  // A date long ago: if the process stops now, the next sweep deletes it.
  await MediaModel.updateOne(
    { _id: mediaId },
    { $set: { unusedSince: new Date(0) } },
    { session: tx.session },
  )
  tx.emit('media:unused', { mediaId: mediaId.toHexString() })
}

/** Marks media of a hidden thing: the files stay, visible to their owner and admins only. */
export const hideMedia = (
  tx: Transaction,
  mediaId: Types.ObjectId,
  kind: UseKind,
  id: Types.ObjectId,
): Promise<MediaSnapshot | null> => showTo(tx, mediaId, { kind, id, people: [] })

/**
 * Marks media of a restored thing as visible, for everybody or for these people. Returns the copy to store: a
 * video may be ready by now.
 */
export const showMedia = (
  tx: Transaction,
  mediaId: Types.ObjectId,
  kind: UseKind,
  id: Types.ObjectId,
  people?: Types.ObjectId[],
): Promise<MediaSnapshot | null> => showTo(tx, mediaId, { kind, id, ...(people && { people }) })

async function showTo(tx: Transaction, mediaId: Types.ObjectId, use: Use): Promise<MediaSnapshot | null> {
  const filter = { _id: mediaId, usedBy: trusted({ $elemMatch: { kind: use.kind, id: use.id } }) }
  const media = await MediaModel.findOneAndUpdate(
    filter,
    { $set: { 'usedBy.$': use }, $inc: { rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  ).lean()
  return media && mediaSnapshotOf(media)
}

/**
 * Changes the picture of a thing that stores only its address (a profile, an article): attaches the new one,
 * detaches the old one. Returns the address to store, undefined for no change: a form sends the shown
 * address, in any size.
 */
export async function swapPicture(
  tx: Transaction,
  viewer: Pick<Viewer, 'id'>,
  { before, after, ...claim }: Reference & { before: string | null; after: string | null | undefined },
): Promise<string | null | undefined> {
  if (after === undefined || addressesSame(before, after)) return undefined
  const attached =
    before &&
    (await MediaModel.findOne({ token: tokenIn(before) }, { _id: 1 })
      .session(tx.session)
      .lean<Pick<MediaDocument, '_id'>>())
  if (attached) await detachMedia(tx, attached._id, claim.purpose, claim.id)
  return after && pictureUrlOf(await attachMedia(tx, viewer, { mediaUrl: after }, claim))
}

type Follow = (tx: Transaction, id: Types.ObjectId, media: MediaSnapshot) => Promise<void>

const followers = new Map<UseKind, Follow>()

/** Registers how a domain updates its copies, in the transaction that ends the processing of a video. */
export function onMediaReady(kind: UseKind, follow: Follow): () => void {
  followers.set(kind, follow)
  return () => void followers.delete(kind)
}

/** Updates every copy. */
export async function updateUses(tx: Transaction, media: MediaDocument): Promise<void> {
  const snapshot = mediaSnapshotOf(media)
  // One after the other: a transaction runs one operation at a time.
  for (const { kind, id } of media.usedBy) await followers.get(kind)?.(tx, id, snapshot)
}
