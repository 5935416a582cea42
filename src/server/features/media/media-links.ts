import type { Request } from 'express'
import { trusted } from 'mongoose'
import type { MediaPurpose, UploadUrlInput, UploadUrlView, UploadView } from '#contract/media.ts'
import { IMAGE_TYPES, MEDIA_MESSAGES, VIDEO_TYPES, refusalOf } from '#contract/media.constants.ts'
import { HttpError, badRequest, forbidden, notFound } from '#server/platform/errors.ts'
import { bodyOf } from '#server/platform/http/body.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { isSigned, sign } from '#server/platform/keys.ts'
import { storage } from '#server/platform/storage/storage.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { receive } from './media-intake.ts'
import { MediaModel, type MediaDocument } from './media.model.ts'
import { arrivalKey, parseFilename, tokenIn, urlOf } from './media-names.ts'
import { mediaUrlOf, presentUpload } from './media.present.ts'
import { createUpload, ownUpload } from './media-records.ts'
import { processUpload, receiveInline } from './media-uploads.ts'

/** How long a link may be used. */
const LINK_SECONDS = 600

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
}

/**
 * A link that accepts one file with one PUT (product section 7): to the bucket when one is configured, else
 * to this server. A bucket accepts any size where none is signed, so a link without a size leads here, where
 * the bytes are counted.
 */
export async function uploadLink(
  viewer: Viewer,
  { fileExtension, purpose, contentType, size }: UploadUrlInput,
): Promise<UploadUrlView> {
  const extension = fileExtension.replace('.', '').toLowerCase()
  const type = contentType ?? TYPES[extension] ?? ''
  const refused = refusalOf({ type, name: `file.${extension}`, size: size ?? 0 })
  if (refused) throw badRequest(refused)
  const expiresAt = new Date(clock.now() + LINK_SECONDS * 1000)
  const link = { type, ...(size !== undefined && { size }), expiresAt }
  const media = await createUpload(viewer, purpose, {
    kind: VIDEO_TYPES.has(type) || !IMAGE_TYPES.has(type) ? 'video' : 'image',
    link,
  })
  const direct =
    size === undefined
      ? null
      : await (await storage()).uploadLink(arrivalKey(media.token), { type, size, seconds: LINK_SECONDS })
  const own = `/api/media/direct/${media.token}.${extension}?signature=${sign('uploads', termsOf(media))}`
  return {
    uploadURL: direct ?? own,
    contentType: type,
    mediaUrl: mediaUrlOf(media),
    id: media._id.toHexString(),
    expiresAt: expiresAt.toISOString(),
  }
}

/** The signature covers person, upload, type, size and time (SECURITY, Uploads). */
function termsOf({ ownerId, token, link }: MediaDocument): string {
  return [ownerId.toHexString(), token, link!.type, link!.size ?? '', link!.expiresAt.getTime()].join('\n')
}

/**
 * PUT of a file to a link of this server. Throws 400 for a used, expired or forged link, 403 for a link of
 * another person.
 */
export async function receivePut(
  viewer: Viewer,
  filename: string,
  given: string,
  req: Request,
): Promise<UploadView> {
  const token = parseFilename(filename)!.token
  const media = await MediaModel.findOne({ token }).lean()
  if (!media || media.state === 'gone') throw notFound()
  if (media.ownerId.toHexString() !== viewer.id) throw forbidden()
  if (
    !media.link ||
    !isSigned('uploads', termsOf(media), given) ||
    media.link.expiresAt.getTime() < clock.now()
  )
    throw badRequest(MEDIA_MESSAGES.uploadExpired)
  assertTerms(media.link, req)
  const { modifiedCount } = await MediaModel.updateOne(
    { _id: media._id, link: trusted({ $exists: true }) },
    { $unset: { link: 1 } },
  )
  if (modifiedCount === 0) throw badRequest(MEDIA_MESSAGES.uploadExpired)
  return processUpload(media, (arrival) =>
    receive(bodyOf(req), arrival, { type: media.link!.type, name: filename }),
  )
}

function assertTerms({ type, size }: NonNullable<MediaDocument['link']>, req: Request): void {
  if (req.headers['content-type'] !== type) throw new HttpError(415, MEDIA_MESSAGES.uploadExpired)
  if (size !== undefined && Number(req.headers['content-length']) !== size)
    throw badRequest(MEDIA_MESSAGES.uploadExpired)
}

/**
 * Completes an upload by link. A file sent to this server was taken by its PUT already; one in the bucket is
 * fetched, checked and stored now. May run again. Throws 400 when no file has arrived.
 */
export async function completeUpload(viewer: Viewer, id: string): Promise<UploadView> {
  const media = await ownUpload(viewer, id)
  if (media.state !== 'uploading') return presentUpload(media)
  const kept = await storage()
  const size = media.link ? await kept.sizeOf(arrivalKey(media.token)) : null
  if (size === null) throw badRequest(MEDIA_MESSAGES.mediaUnfinished)
  const { modifiedCount } = await MediaModel.updateOne(
    { _id: media._id, link: trusted({ $exists: true }) },
    { $unset: { link: 1 } },
  )
  if (modifiedCount === 0) throw badRequest(MEDIA_MESSAGES.mediaUnfinished) // another call is completing it
  const settled = await processUpload(media, (arrival) => fetchArrival(media, size, arrival))
  await kept.remove(arrivalKey(media.token))
  // The bucket takes the file again until the link expires.
  const validMs = media.link!.expiresAt.getTime() - clock.now()
  await lateArrivals.enqueue({ token: media.token }, { afterMs: Math.max(0, validMs) + 60_000 })
  return settled
}

const lateArrivals = defineJob<{ token: string }>({
  kind: 'remove-late-arrival',
  does: 'Removes what was sent again to a link whose upload was completed.',
  isObligation: true,
  run: async ({ token }) => (await storage()).remove(arrivalKey(token)),
})

async function fetchArrival(media: MediaDocument, size: number, arrival: string) {
  const claim = { type: media.link!.type, name: '' }
  const refused = refusalOf({ ...claim, size })
  if (refused) throw badRequest(refused)
  const file = await (await storage()).read(arrivalKey(media.token))
  if (!file) throw badRequest(MEDIA_MESSAGES.mediaUnfinished)
  return receive(file, arrival, claim)
}

/** A picture inside the input (product section 3: 'inline encoded data'). */
const INLINE = /^data:(image\/[a-z+.-]+);base64,/

/**
 * The upload that an input names, ready to attach: an upload in the bucket is completed, inline data become
 * an upload. Returns its address. Throws what `completeUpload` and `receiveInline` throw.
 */
export async function resolveUpload(viewer: Viewer, address: string, purpose: MediaPurpose): Promise<string> {
  const inline = INLINE.exec(address)
  if (inline) {
    const bytes = Buffer.from(address.slice(inline[0].length), 'base64')
    return (await receiveInline(viewer, purpose, inline[1]!, bytes)).mediaUrl
  }
  const token = tokenIn(address) ?? (await storage()).keyOf(address)?.split('/')[0]
  const media = token
    ? await MediaModel.findOne({
        token,
        ownerId: viewer.id,
        state: 'uploading',
        link: trusted({ $exists: true }),
      }).lean()
    : null
  if (media) return (await completeUpload(viewer, media._id.toHexString())).mediaUrl
  return token && !tokenIn(address) ? urlOf(token, 'full') : address
}
