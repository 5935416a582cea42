import { storage } from '#server/platform/storage/storage.ts'
import type { MediaFile } from './media.model.ts'
import { CONTENT_TYPE, mediaKeyOf } from './media-names.ts'
import { pathOf } from './pictures/picture-plans.ts'

/** Puts the files of a working folder into the storage. */
export async function storeFiles(token: string, files: readonly MediaFile[], folder: string): Promise<void> {
  const kept = await storage()
  await Promise.all(
    files.map(({ role }) => kept.put(mediaKeyOf(token, role), pathOf(folder, role), CONTENT_TYPE[role])),
  )
}
