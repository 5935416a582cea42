import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import type { CreatePostInput } from '#contract/posts.ts'
import { isVisible } from '#contract/text.ts'
import { releaseLinkCard } from '#server/features/media/link-cards/link-cards.service.ts'
import { resolveUpload } from '#server/features/media/media.links.ts'
import { tokenIn } from '#server/features/media/media.names.ts'
import { mediaTypeOf, mediaUrlOf, type MediaSnapshot } from '#server/features/media/media.present.ts'
import {
  attachMedia,
  detachMedia,
  hideMedia,
  showMedia,
  type Named,
} from '#server/features/media/media.uses.ts'
import { badRequest } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { PostDocument, PostRecord } from './posts.model.ts'

// A post shows one video, or up to four pictures. The first one has the documented fields, which all clients know; the
// others are in `morePictures`.

/** The uploads that a new post names, ready to attach: one, or up to four pictures. Throws 400 for one named twice. */
export async function namedIn(
  viewer: Viewer,
  { mediaUrl, mediaType, morePictures = [] }: CreatePostInput,
): Promise<Named[]> {
  if (!mediaUrl) return []
  const resolved = async (address: string) => resolveUpload(viewer, address, 'post')
  if (morePictures.length === 0) return [{ mediaUrl: await resolved(mediaUrl), mediaType }]
  const named: Named[] = []
  // `attachMedia` refuses what is not of this type.
  for (const one of [{ mediaUrl }, ...morePictures])
    named.push({ ...one, mediaUrl: await resolved(one.mediaUrl), mediaType: 'image' })
  if (new Set(named.map((one) => tokenIn(one.mediaUrl))).size < named.length)
    throw badRequest(MEDIA_MESSAGES.pictureTwice)
  return named
}

/** Attaches a new post's uploads and returns the fields that show them. */
export async function attachAll(
  tx: Transaction,
  viewer: Viewer,
  post: PostDocument,
  named: readonly Named[],
): Promise<Partial<PostDocument>> {
  const attached: MediaSnapshot[] = []
  for (const one of named)
    attached.push(await attachMedia(tx, viewer, one, { purpose: 'post', id: post._id }))
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

type Pictured = Pick<PostRecord, '_id' | 'media' | 'morePictures'>

const allOf = ({ media, morePictures = [] }: Pictured): MediaSnapshot[] => [
  ...(media ? [media] : []),
  ...morePictures.map((picture) => picture.media),
]

/** Detaches everything that a deleted post showed. */
export async function detachAll(
  tx: Transaction,
  post: Pictured & Pick<PostRecord, 'linkCard'>,
): Promise<void> {
  for (const { _id } of allOf(post)) await detachMedia(tx, _id, 'post', post._id)
  if (post.linkCard) await releaseLinkCard(tx, post.linkCard)
}

/** Hides the files of a hidden post from everybody but their owner and admins. */
export async function hideAll(tx: Transaction, post: Pictured): Promise<void> {
  for (const { _id } of allOf(post)) await hideMedia(tx, _id, 'post', post._id)
}

/** Shows the files of a restored post again. Returns the fields of the post, as the files are now. */
export async function showAll(
  tx: Transaction,
  { _id, media, morePictures }: Pictured,
): Promise<Pick<PostRecord, 'media' | 'morePictures'>> {
  const shown = async (one: MediaSnapshot) => showMedia(tx, one._id, 'post', _id)
  const others = []
  const first = media ? await shown(media) : null
  for (const { media: picture, altText } of morePictures ?? []) {
    const again = await shown(picture)
    if (again) others.push({ media: again, altText })
  }
  return { media: first, ...(others.length > 0 && { morePictures: others }) }
}
