import type { MediaPurpose, UploadView } from '#contract/media.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { backoff } from '#client/live/backoff.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { api, ApiError, isTransient, errorMessageOf } from '#client/live/http.ts'
import { onReset, onResync } from '#client/live/registry.ts'
import { inBrowser } from '#client/ui/in-browser.ts'
import { storedFilesOf } from './stored-files.ts'
import type { StoredFile } from './stored-files.ts'
import { sendFile } from './send-file.ts'
import { holdInThisTab } from './tab-lock.ts'
import { hasArrived, pickedUpload } from './upload-state.ts'
import type { Upload } from './upload-state.ts'
import {
  applyUploadView,
  closeUploads,
  fileOf,
  putUpload,
  removeUploads,
  dispatchUpload,
  uploadsIn,
  uploadOf,
  useUploads,
} from './uploads.store.ts'
import { setHasUploads } from './uploads-flag.ts'
import { randomId } from '#client/ui/random-id.ts'

/** Uploads that run at the same time. */
const CONCURRENCY = 2

/** The viewer's own upload, with the progress of its processing. */
const fetchUpload = (id: string) => api.get<UploadView>(`/api/media/${id}`)

/** Deletes an unused upload. */
const deleteUpload = (id: string) => api.delete<void>(`/api/media/${id}`)

const sending = new Map<string, AbortController>()
let retry: ReturnType<typeof setTimeout> | undefined

/**
 * A file was picked for a draft, and its upload starts at once. It replaces the draft's previous file, or is the last
 * `beside` the others.
 */
export function pickFile(
  slot: string,
  purpose: MediaPurpose,
  kind: Upload['kind'],
  file: File,
  beside = false,
): Upload {
  const before = uploadsIn(slot)
  if (!beside) for (const { id } of before) cancelUpload(id)
  const upload = pickedUpload({
    id: randomId(),
    slot,
    purpose,
    kind,
    name: file.name,
    size: file.size,
    pickedAt: Date.now(),
    order: (before.at(-1)?.order ?? 0) + 1,
  })
  void holdInThisTab(upload.id)
  putUpload(upload, file)
  processQueue()
  return upload
}

/** Moves a picture of a draft to this place among its pictures; 0 is the first. */
export function moveUpload(id: string, to: number): void {
  const upload = uploadOf(id)
  if (!upload?.slot) return
  const others = uploadsIn(upload.slot).filter((one) => one !== upload)
  others.toSpliced(to, 0, upload).forEach((one, at) => {
    if (one.order !== at + 1) dispatchUpload(one.id, { type: 'placed', order: at + 1 })
  })
}

/** Stops the upload in any state, and deletes it on the server. */
export function cancelUpload(id: string): void {
  const upload = uploadOf(id)
  sending.get(id)?.abort()
  removeUploads([id])
  // When the deletion fails, the server deletes the unused file after a day.
  if (upload?.view && upload.slot !== null) void deleteUpload(upload.view.id).catch(() => undefined)
}

/** The person pressed Retry, or the server has lost it: from the beginning. */
export function retryUpload(id: string): void {
  if (!fileOf(id)) return removeUploads([id])
  dispatchUpload(id, { type: 'retried' })
  processQueue()
}

/**
 * Something written holds it now: its draft is free for the next one. It goes when there is nothing left to
 * wait for.
 */
export function uploadUsed(id: string): void {
  if (dispatchUpload(id, { type: 'used' })?.phase === 'ready') removeUploads([id])
}

/** The connection is back: waiting uploads continue. */
export function wakeUploads(): void {
  clearTimeout(retry)
  processQueue('waiting')
}

/** Sends what is due, at most CONCURRENCY files at a time. */
export function processQueue(also?: 'waiting'): void {
  for (const { id, phase } of useUploads.getState().uploads) {
    if (sending.size >= CONCURRENCY) return
    if (sending.has(id) || (phase !== 'queued' && phase !== also)) continue
    void send(id)
  }
}

async function send(id: string): Promise<void> {
  const file = fileOf(id)
  const upload = dispatchUpload(id, { type: 'sends' })
  if (!file || !upload) return
  const stop = new AbortController()
  sending.set(id, stop)
  try {
    const { purpose, name } = upload
    const view = await sendFile(file, {
      purpose,
      name,
      signal: stop.signal,
      onPercent: (percent) => dispatchUpload(id, { type: 'sent', percent }),
    })
    dispatchUpload(id, { type: 'view', view })
  } catch (error) {
    if (!stop.signal.aborted) fail(id, error)
  } finally {
    sending.delete(id)
    processQueue()
  }
}

function fail(id: string, error: unknown): void {
  // Whoever is signed in is found out meanwhile.
  if (!(error instanceof ApiError) || (!isTransient(error) && !error.endsSession)) {
    const status = error instanceof ApiError ? error.status : null
    dispatchUpload(id, {
      type: 'refused',
      sentence: errorMessageOf(error),
      status,
    })
    return
  }
  const lost = dispatchUpload(id, { type: 'lost' })
  clearTimeout(retry)
  retry = setTimeout(wakeUploads, Math.max(error.retryAfter, backoff(lost?.losses ?? 0)))
}

/** Stops everything that is being sent: another account is signed in now. */
export function haltUploads(): void {
  clearTimeout(retry)
  for (const upload of sending.values()) upload.abort()
  sending.clear()
}

/**
 * An upload failed while something waited for it. `message` is '{status} - {body}' (product section 8), and
 * empty when the file was taken away.
 */
export class UploadFailed extends Error {
  override readonly name = 'UploadFailed'
}

const messageOf = ({ status, sentence }: Upload) =>
  [status, sentence].filter((part) => part !== null).join(' - ')

/**
 * Resolves as soon as the server has the file, perhaps after hours without a network. Throws UploadFailed.
 */
export function uploadArrival(id: string): Promise<UploadView> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const upload = uploadOf(id)
      if (upload?.view && hasArrived(upload)) resolve(upload.view)
      else if (!upload || upload.phase === 'failed') reject(new UploadFailed(upload ? messageOf(upload) : ''))
      else return
      stop()
    }
    const stop = useUploads.subscribe(look)
    look()
  })
}

const isProcessing = ({ phase, view }: Upload) => view !== null && phase === 'processing'

/** Asks for what is being processed: its pushes may have been missed. */
async function askAgain(): Promise<void> {
  await Promise.all(useUploads.getState().uploads.filter(isProcessing).map(ask))
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
    applyUploadView(await fetchUpload(view!.id))
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
if (inBrowser) addEventListener('online', wakeUploads)

/** Continues where the last visit stopped. A file that another tab is sending stays with that tab. */
async function reopen(viewerId: string): Promise<void> {
  const kept = await storedFilesOf(viewerId)
  for (const one of kept) if (await holdInThisTab(one.upload.id)) restore(one)
  if (useUploads.getState().uploads.length === 0) setHasUploads(viewerId, false)
  processQueue()
  await askForAll()
}

function restore({ viewerId, upload, file }: StoredFile): void {
  if (currentViewer()?.id !== viewerId || uploadOf(upload.id)) return
  if (!file && !upload.view) return removeUploads([upload.id])
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
