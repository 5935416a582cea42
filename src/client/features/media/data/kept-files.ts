import { createStore, delMany, entries, set } from 'idb-keyval'
import type { Upload } from './upload-state.ts'

/**
 * A picked file, stored in the browser until it is used, so that it survives a reload and a crash together
 * with its draft.
 */
export interface KeptFile {
  viewerId: string
  upload: Upload
  file: Blob
}

const store = createStore('royal-flush-uploads', 'files')

// A browser without space or without storage (it may throw at once) loses the file when the page is closed
async function ifKept<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch {
    return null
  }
}

/** Keeps a file, or what has become of it. */
export const keepFile = (kept: KeptFile) => ifKept(() => set(kept.upload.id, kept, store))

export const dropKeptFiles = (ids: readonly string[]) => ifKept(() => delMany([...ids], store))

/** What this person left here, oldest first. */
export async function keptFilesOf(viewerId: string): Promise<KeptFile[]> {
  const all = (await ifKept(() => entries<string, KeptFile>(store))) ?? []
  return all
    .map(([, kept]) => kept)
    .filter((kept) => kept.viewerId === viewerId)
    .sort((a, b) => a.upload.pickedAt - b.upload.pickedAt)
}
