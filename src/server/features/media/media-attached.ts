import type { Types } from 'mongoose'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import type { FurtherPictureView, MediaPurpose, MediaType } from '#contract/media.ts'
import { isVisible } from '#contract/text.ts'
import { badRequest } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { resolveUpload } from './media-links.ts'
import type { MediaSnapshot, UseKind } from './media.model.ts'
import { tokenIn } from './media-names.ts'
import { mediaTypeOf, mediaUrlOf, presentMedia } from './media.present.ts'
import { attachMedia, detachMedia, hideMedia, showMedia, type Named, type Reference } from './media-uses.ts'

// A post or a message shows one file, or up to four pictures. The first one has the documented fields, which all clients
// know; the others are in `morePictures`.

/** A picture after the first one. */
export interface FurtherPicture {
  media: MediaSnapshot
  altText: string | null
}

/** What shows files. */
export interface Attached {
  media?: MediaSnapshot | null
  morePictures?: FurtherPicture[]
}

/** The fields of an input that name uploads. */
interface Naming {
  mediaUrl?: string | null | undefined
  mediaType?: MediaType | null | undefined
  morePictures?: { mediaUrl: string; altText?: string | null | undefined }[] | undefined
}

/** The uploads that an input names, ready to attach: one, or up to four pictures. Throws 400 for one named twice. */
export async function namedIn(
  viewer: Viewer,
  purpose: MediaPurpose,
  { mediaUrl, mediaType, morePictures = [] }: Naming,
): Promise<Named[]> {
  if (!mediaUrl) return []
  const resolved = async (address: string) => resolveUpload(viewer, address, purpose)
  if (morePictures.length === 0) return [{ mediaUrl: await resolved(mediaUrl), mediaType }]
  const named: Named[] = []
  // `attachMedia` refuses what is not of this type.
  for (const one of [{ mediaUrl }, ...morePictures])
    named.push({ ...one, mediaUrl: await resolved(one.mediaUrl), mediaType: 'image' })
  if (new Set(named.map((one) => tokenIn(one.mediaUrl))).size < named.length)
    throw badRequest(MEDIA_MESSAGES.pictureTwice)
  return named
}

/** Attaches the uploads of something new, and returns the fields that show them. */
export async function attachAll(
  tx: Transaction,
  viewer: Pick<Viewer, 'id'>,
  named: readonly Named[],
  claim: Reference,
): Promise<Attached & { mediaUrl?: string; mediaType?: MediaType }> {
  const attached: MediaSnapshot[] = []
  for (const one of named) attached.push(await attachMedia(tx, viewer, one, claim))
  const [first, ...others] = attached
  if (!first) return {}
  return {
    media: first,
    mediaUrl: mediaUrlOf(first),
    mediaType: mediaTypeOf(first.kind),
    ...(others.length > 0 && {
      morePictures: others.map((media, at) => ({ media, altText: visibleOrNull(named[at + 1]!.altText) })),
    }),
  }
}

/** A text that says something; an empty one counts as none. */
export const visibleOrNull = (text: string | null | undefined): string | null =>
  text && isVisible(text) ? text : null

/** What shows them: the same as in `attachMedia`. */
interface Shower {
  kind: UseKind
  id: Types.ObjectId
}

const allOf = ({ media, morePictures = [] }: Attached): MediaSnapshot[] => [
  ...(media ? [media] : []),
  ...morePictures.map((picture) => picture.media),
]

/** Detaches everything that a deleted thing showed. */
export async function detachAll(tx: Transaction, thing: Attached, { kind, id }: Shower): Promise<void> {
  for (const { _id } of allOf(thing)) await detachMedia(tx, _id, kind, id)
}

/** Hides the files of a hidden thing from everybody but their owner and admins. */
export async function hideAll(tx: Transaction, thing: Attached, { kind, id }: Shower): Promise<void> {
  for (const { _id } of allOf(thing)) await hideMedia(tx, _id, kind, id)
}

/** Shows the files to everybody, or to these people. Returns the fields of the thing, as the files are now. */
export async function showAll(
  tx: Transaction,
  { media, morePictures }: Attached,
  { kind, id }: Shower,
  people?: Types.ObjectId[],
): Promise<{ media: MediaSnapshot | null; morePictures?: FurtherPicture[] }> {
  const shown = async (one: MediaSnapshot) => showMedia(tx, one._id, kind, id, people)
  const others: FurtherPicture[] = []
  const first = media ? await shown(media) : null
  for (const { media: picture, altText } of morePictures ?? []) {
    const again = await shown(picture)
    if (again) others.push({ media: again, altText })
  }
  return { media: first, ...(others.length > 0 && { morePictures: others }) }
}

/** The field `morePictures` of a view; missing when there is one picture or none. */
export const presentFurther = ({ morePictures }: Attached): { morePictures?: FurtherPictureView[] } =>
  morePictures
    ? { morePictures: morePictures.map(({ media, altText }) => ({ media: presentMedia(media), altText })) }
    : {}

/** The same in an export. */
export const exportFurther = ({
  morePictures,
}: Attached): { morePictures?: { mediaUrl: string; altText: string | null }[] } =>
  morePictures
    ? { morePictures: morePictures.map(({ media, altText }) => ({ mediaUrl: mediaUrlOf(media), altText })) }
    : {}
