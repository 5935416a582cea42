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

/** A draft's file that the server has. */
export interface ArrivedMedia {
  view: UploadView
  /** What was written holds it now: the draft is free. */
  used: () => void
}

/**
 * Waits until the server has the file of a draft; one that failed is tried once more. Null for a draft
 * without one.
 * Throws UploadFailed.
 */
export async function arrivedMedia(slot: string): Promise<ArrivedMedia | null> {
  await uploadsReopened()
  const upload = uploadIn(slot)
  if (!upload) return null
  if (upload.phase === 'failed') retryUpload(upload.id)
  const view = await uploadArrival(upload.id)
  return { view, used: () => uploadUsed(upload.id) }
}
