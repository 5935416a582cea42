import type { UploadView } from '#contract/media.ts'
import { createStore } from '#client/live/create-store.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { useShallow } from 'zustand/react/shallow'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { dropStoredBytes, dropStoredFiles, storeFile, storeUpload } from './stored-files.ts'
import { isSameAfterReload, nextUpload } from './upload-state.ts'
import type { Upload, UploadEvent } from './upload-state.ts'
import { setHasUploads } from './uploads-flag.ts'

interface UploadsState {
  uploads: readonly Upload[]
  /** Drafts that are on screen and show their upload themselves. */
  shownSlots: readonly string[]
}

/** All current uploads, oldest first. */
export const useUploads = createStore<UploadsState>(() => ({ uploads: [], shownSlots: [] }))

const files = new Map<string, Blob>()
const previews = new Map<string, string>()

export const uploadOf = (id: string): Upload | undefined =>
  useUploads.getState().uploads.find((one) => one.id === id)
export const fileOf = (id: string): Blob | undefined => files.get(id)

const inSlot = (uploads: readonly Upload[], slot: string): Upload[] =>
  uploads.filter((one) => one.slot === slot).sort((a, b) => (a.order ?? 0) - (b.order ?? 0))

/** The uploads of a draft, in the order of its pictures. */
export const uploadsIn = (slot: string): Upload[] => inSlot(useUploads.getState().uploads, slot)
export const useUploadsIn = (slot: string): Upload[] =>
  useUploads(useShallow(({ uploads }) => inSlot(uploads, slot)))

/** The upload of a draft that has one file. */
export const uploadIn = (slot: string): Upload | undefined =>
  useUploads.getState().uploads.find((one) => one.slot === slot)
export const useUploadIn = (slot: string): Upload | undefined =>
  useUploads(({ uploads }) => uploads.find((one) => one.slot === slot))

/** A blob: address that shows the picked file. It is revoked with the upload. */
export function previewOf(id: string): string | undefined {
  const file = files.get(id)
  if (file && !previews.has(id)) previews.set(id, URL.createObjectURL(file))
  return previews.get(id)
}

/** Adds an upload. `file` is missing only when the server has the file already. */
export function putUpload(upload: Upload, file: Blob | undefined): void {
  if (file) files.set(upload.id, file)
  write([...useUploads.getState().uploads.filter(({ id }) => id !== upload.id), upload])
  const viewer = currentViewer()
  if (viewer) void storeFile({ viewerId: viewer.id, upload, ...(file && { file }) })
}

/** Applies an event. Returns the changed upload; undefined when it was removed. */
export function dispatchUpload(id: string, event: UploadEvent): Upload | undefined {
  const { uploads } = useUploads.getState()
  const current = uploads.find((one) => one.id === id)
  if (!current) return undefined
  const next = nextUpload(current, event)
  if (next === current) return current
  write(uploads.map((one) => (one.id === id ? next : one)))
  const viewer = currentViewer()
  if (viewer && !isSameAfterReload(current, next)) void storeUpload(viewer.id, next)
  if (event.type === 'used') void dropStoredBytes(id)
  return next
}

export function removeUploads(ids: readonly string[]): void {
  write(useUploads.getState().uploads.filter(({ id }) => !ids.includes(id)))
  forgetFiles(ids)
  void dropStoredFiles(ids)
}

/** Leaves what is kept in the browser for the next log-in of the same person. */
export function closeUploads(): void {
  forgetFiles([...files.keys()])
  useUploads.setState({ uploads: [] })
}

/** A draft is on screen and shows its upload; returns the way to say that it is not any more. */
export function showSlot(slot: string): () => void {
  useUploads.setState(({ shownSlots }) => ({ shownSlots: [...shownSlots, slot] }))
  return () =>
    useUploads.setState(({ shownSlots }) => ({
      shownSlots: shownSlots.toSpliced(shownSlots.indexOf(slot), 1),
    }))
}

/** How long a finished upload stays in the tray. */
const TRAY_MS = 4_000

/** Stores what the server says about an upload. */
export function applyUploadView(view: UploadView): void {
  const upload = useUploads.getState().uploads.find((one) => one.view?.id === view.id)
  const next = upload && dispatchUpload(upload.id, { type: 'view', view })
  if (next && next !== upload && next.slot === null && next.phase === 'ready')
    setTimeout(() => removeUploads([next.id]), TRAY_MS)
}

export const onMediaUpdated = ({ media }: LiveEvent<'media:updated'>): void => applyUploadView(media)

/** What the tray shows: files under way that no draft on screen shows. */
export const useUploadsElsewhere = (): Upload[] =>
  useUploads(
    useShallow(({ uploads, shownSlots }) =>
      uploads.filter(({ slot, kind, phase }) =>
        // A voice message that the server has is ready in a moment.
        slot === null ? kind !== 'audio' : !shownSlots.includes(slot) && phase !== 'ready',
      ),
    ),
  )

function write(uploads: readonly Upload[]): void {
  useUploads.setState({ uploads })
  const viewer = currentViewer()
  if (viewer) setHasUploads(viewer.id, uploads.length > 0)
}

function forgetFiles(ids: readonly string[]): void {
  for (const id of ids) {
    const preview = previews.get(id)
    if (preview) URL.revokeObjectURL(preview)
    previews.delete(id)
    files.delete(id)
  }
}
