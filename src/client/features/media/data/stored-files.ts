import { deviceStore } from '#client/live/device-store.ts'
import type { Upload } from './upload-state.ts'

/**
 * A picked file, stored in the browser until it is used, so that it survives a reload and a crash together
 * with its draft. A browser without space or without storage loses it when the page is closed.
 */
export interface StoredFile {
  viewerId: string
  upload: Upload
  /** Missing once something written holds the file, which the server then keeps. */
  file?: Blob
}

const store = deviceStore('royal-flush-uploads', 'files')

// The bytes have a key of their own: they are written once, and what has become of the upload is written often.
const bytesKey = (id: string) => `${id}:bytes`

/** Keeps a file that was picked. */
export const storeFile = ({ file, ...state }: StoredFile) =>
  store.set([
    [state.upload.id, state],
    ...(file ? [[bytesKey(state.upload.id), file] as [string, Blob]] : []),
  ])

/** Keeps what has become of an upload. */
export const storeUpload = (viewerId: string, upload: Upload) =>
  store.set([[upload.id, { viewerId, upload }]])

/** Drops the bytes alone: a page that is loaded later does not need them. */
export const dropStoredBytes = (id: string) => store.remove([bytesKey(id)])

export const dropStoredFiles = (ids: readonly string[]) =>
  store.remove(ids.flatMap((id) => [id, bytesKey(id)]))

/** What this person left here, oldest first. */
export async function storedFilesOf(viewerId: string): Promise<StoredFile[]> {
  const entries = await store.entries<StoredFile | Blob>()
  const bytes = new Map(entries)
  return entries
    .flatMap(([id, kept]): StoredFile[] => {
      if (kept instanceof Blob || kept.viewerId !== viewerId) return []
      const file = bytes.get(bytesKey(id))
      // Earlier versions stored the bytes with the state.
      return [file instanceof Blob ? { ...kept, file } : kept]
    })
    .sort((a, b) => a.upload.pickedAt - b.upload.pickedAt)
}
