import { createStore, delMany, entries, set } from 'idb-keyval'
import type { Upload } from './upload-state.ts'

/** A file that was picked, kept in the browser until it is used: it survives reload and crash with the draft. */
export interface KeptFile {
  viewerId: string
  upload: Upload
  file: Blob
}

const store = createStore('royal-flush-uploads', 'files')

/**
 * Keeps a file, or what has become of it. A browser that has no room, or keeps nothing at all, loses the file with the
 * page and nothing else, so a failure is nothing to tell.
 */
export const keepFile = (kept: KeptFile): Promise<void> => set(kept.upload.id, kept, store).catch(() => undefined)

export const dropKeptFiles = (ids: readonly string[]): Promise<void> => delMany([...ids], store).catch(() => undefined)

/** What this person left here, oldest first. */
export async function keptFilesOf(viewerId: string): Promise<KeptFile[]> {
  const all = await entries<string, KeptFile>(store).catch(() => [])
  return all
    .map(([, kept]) => kept)
    .filter((kept) => kept.viewerId === viewerId)
    .sort((a, b) => a.upload.pickedAt - b.upload.pickedAt)
}
