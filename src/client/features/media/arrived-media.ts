import type { UploadView } from '#contract/media.ts'
import {
  UploadFailed,
  retryUpload,
  uploadArrival,
  uploadUsed,
  uploadsReopened,
} from '#client/features/media/data/uploads.actions.ts'
import { uploadsIn } from '#client/features/media/data/uploads.store.ts'

export { UploadFailed }

/** A file of a draft that the server has. */
export interface ArrivedMedia {
  /** The upload's id in this browser. */
  id: string
  view: UploadView
  /** The post or message refers to the file now: the draft no longer does. */
  used: () => void
}

/**
 * Waits until the server has all files of a draft, and answers them in their order. A failed upload is retried once.
 * Throws UploadFailed for the first that fails; the others stay.
 */
export async function arrivedMedia(slot: string): Promise<ArrivedMedia[]> {
  await uploadsReopened()
  const uploads = uploadsIn(slot)
  for (const { id, phase } of uploads) if (phase === 'failed') retryUpload(id)
  return Promise.all(
    uploads.map(async ({ id }) => ({ id, view: await uploadArrival(id), used: () => uploadUsed(id) })),
  )
}
