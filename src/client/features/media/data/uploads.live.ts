import type { UploadView } from '#contract/media.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { ApiError } from '#client/live/http.ts'
import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { keptFilesOf } from './kept-files.ts'
import type { KeptFile } from './kept-files.ts'
import { fetchUpload } from './media.api.ts'
import { holdInThisTab } from './tab-lock.ts'
import type { Upload } from './upload-state.ts'
import { haltUploads, pumpUploads, retryUpload, wakeUploads } from './uploads.queue.ts'
import { closeUploads, putUpload, removeUploads, tellUpload, uploadOf, useUploads } from './uploads.store.ts'
import { noteUploads } from './uploads.wanted.ts'

/** How long a finished one stands in the tray, in ms. */
const SEEN = 4_000

const isOpen = ({ phase, view }: Upload) => view !== null && phase === 'processing'

onLive('media:updated', ({ media }) => take(media))

function take(view: UploadView): void {
  const held = useUploads.getState().uploads.find((one) => one.view?.id === view.id)
  const next = held && tellUpload(held.id, { type: 'told', view })
  if (next && next !== held && next.slot === null && next.phase === 'ready')
    setTimeout(() => removeUploads([next.id]), SEEN)
}

/** Asks for what is being processed: its pushes may have been missed. */
async function askAgain(): Promise<void> {
  await Promise.all(useUploads.getState().uploads.filter(isOpen).map(ask))
}

/** Asks for whatever the server is said to have: after a day it has swept away what nothing uses. */
const askForAll = () =>
  Promise.all(
    useUploads
      .getState()
      .uploads.filter(({ view }) => view !== null)
      .map(ask),
  )

async function ask({ id, view }: Upload): Promise<void> {
  try {
    take(await fetchUpload(view!.id))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    // Swept away, or its post deleted meanwhile: sent again if a draft still wants it.
    if (uploadOf(id)?.slot === null) removeUploads([id])
    else retryUpload(id)
  }
}

onResync('uploads', async () => {
  wakeUploads()
  await askAgain()
})
useConnection.subscribe(({ status }, before) => {
  if (status === 'live' && before.status !== 'live') wakeUploads()
})
addEventListener('online', wakeUploads)

/** Goes on where the last visit stopped. A file that another tab is sending stays with that tab. */
async function reopen(viewerId: string): Promise<void> {
  const kept = await keptFilesOf(viewerId)
  for (const one of kept) if (await holdInThisTab(one.upload.id)) restore(one)
  if (useUploads.getState().uploads.length === 0) noteUploads(viewerId, false)
  pumpUploads()
  await askForAll()
}

function restore({ viewerId, upload, file }: KeptFile): void {
  if (currentViewer()?.id !== viewerId || uploadOf(upload.id)) return
  const phase = upload.view || upload.phase === 'failed' ? upload.phase : 'queued'
  putUpload({ ...upload, phase }, file)
}

let reopened: Promise<void> = Promise.resolve()

followViewer((viewerId) => {
  // What cannot be asked for now is asked for by the next resync.
  reopened = reopen(viewerId).catch(() => undefined)
})

/** Once the files of an earlier visit are here again. */
export const uploadsReopened = (): Promise<void> => reopened

onReset(() => {
  haltUploads()
  closeUploads()
})
