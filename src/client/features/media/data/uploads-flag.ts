import { createStore } from '#client/live/create-store.ts'
import { onDeviceErasure } from '#client/live/device-data.ts'
import { browserStorage } from '#client/ui/storage.ts'

/**
 * Whether there are uploads to show on every page. It is a module of its own because the upload code is
 * fetched later: with the first file, or when an earlier visit left one.
 */
interface UploadsFlag {
  hasUploads: boolean
}

const keyOf = (viewerId: string) => `royal-flush:uploads:${viewerId}`

export const useUploadsFlag = createStore<UploadsFlag>(() => ({ hasUploads: false }))

/** Whether this person has unfinished uploads from an earlier visit. */
export const hasStoredUploads = (viewerId: string): boolean => browserStorage.read(keyOf(viewerId)) !== null

/** Remembers for this page and for the next visit whether there are uploads. */
export function setHasUploads(viewerId: string, hasUploads: boolean): void {
  browserStorage.keep(keyOf(viewerId), hasUploads ? 'on' : '')
  if (hasUploads) useUploadsFlag.setState({ hasUploads: true })
}

onDeviceErasure(async (viewerId) => {
  const { dropStoredFiles, storedFilesOf } = await import('./stored-files.ts')
  await dropStoredFiles((await storedFilesOf(viewerId)).map(({ upload }) => upload.id))
})
