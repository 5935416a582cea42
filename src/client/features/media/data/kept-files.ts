import { deviceStore } from '#client/live/device-store.ts'
import type { Upload } from './upload-state.ts'

/**
 * A picked file, stored in the browser until it is used, so that it survives a reload and a crash together
 * with its draft. A browser without space or without storage loses it when the page is closed.
 */
export interface KeptFile {
  viewerId: string
  upload: Upload
  file: Blob
}

const store = deviceStore('royal-flush-uploads', 'files')

/** Keeps a file, or what has become of it. */
export const keepFile = (kept: KeptFile) => store.set([[kept.upload.id, kept]])

export const dropKeptFiles = store.remove

/** What this person left here, oldest first. */
export const keptFilesOf = async (viewerId: string): Promise<KeptFile[]> =>
  (await store.entries<KeptFile>())
    .map(([, kept]) => kept)
    .filter((kept) => kept.viewerId === viewerId)
    .sort((a, b) => a.upload.pickedAt - b.upload.pickedAt)
