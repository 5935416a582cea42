import type { UploadView } from '#contract/media.ts'
import {
  UploadFailed,
  retryUpload,
  uploadArrival,
  uploadUsed,
  uploadsReopened,
} from '#client/features/media/data/uploads.actions.ts'
import { uploadIn } from '#client/features/media/data/uploads.store.ts'

export { UploadFailed }

/** The file of a draft that the server has. */
export interface ArrivedMedia {
  view: UploadView
  /** The post or message refers to the file now: the draft no longer does. */
  used: () => void
}

/**
 * Waits until the server has the file of a draft. A failed upload is retried once. Null for a draft without a
 * file. Throws UploadFailed.
 */
export async function arrivedMedia(slot: string): Promise<ArrivedMedia | null> {
  await uploadsReopened()
  const upload = uploadIn(slot)
  if (!upload) return null
  if (upload.phase === 'failed') retryUpload(upload.id)
  const view = await uploadArrival(upload.id)
  return { view, used: () => uploadUsed(upload.id) }
}
