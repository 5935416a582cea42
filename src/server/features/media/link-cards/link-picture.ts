import { Readable } from 'node:stream'
import type { Types } from 'mongoose'
import { IMAGE_TYPES } from '#contract/media.constants.ts'
import { HttpError } from '#server/platform/errors.ts'
import { guardedFetch, NotFetched } from '#server/platform/outbound/guarded-fetch.ts'
import { arrivalPath, clearWork, receive } from '../media-intake.ts'
import type { MediaDocument } from '../media.model.ts'
import { changeUpload, insertUpload, removeUnused } from '../media-records.ts'
import { makeFiles } from '../media-uploads.ts'
import { LINK_PLAN } from '../pictures/picture-plans.ts'

const BYTES = 5 * 1024 * 1024
const TYPES = [...IMAGE_TYPES]

/**
 * Our own small copy of a page's picture; null when there is none to be had. It is decoded and encoded like an upload
 * and belongs to the card; `personId` is whose turn it takes. Until the card uses it, the sweep of unused uploads may delete it.
 */
export async function copyPicture(
  cardId: Types.ObjectId,
  address: string,
  { personId, signal }: { personId: string; signal: AbortSignal },
): Promise<MediaDocument | null> {
  const { body, contentType } = await guardedFetch(address, {
    types: TYPES,
    bytes: BYTES,
    beyond: 'refuse',
    signal,
  })
  const media = await insertUpload(cardId, 'post', { kind: 'image' })
  try {
    const arrival = await arrivalPath(media.token)
    const found = await receive(Readable.from([body]), arrival, { type: contentType, name: '' })
    if (found.kind !== 'image') throw new NotFetched('another type')
    const made = await makeFiles(media, arrival, LINK_PLAN, personId)
    return await changeUpload({ _id: media._id, state: 'uploading' }, { $set: made })
  } catch (error) {
    await removeUnused(media._id)
    // A file that is no picture, or too large to decode.
    throw error instanceof HttpError ? new NotFetched('no picture', { cause: error }) : error
  } finally {
    await clearWork(media.token)
  }
}
