import { dropKeptFiles, keptFilesOf } from '#client/features/media/data/kept-files.ts'
import { localKept } from '#client/ui/storage.ts'

/** Removes what this browser keeps of a person whose account is gone: drafts, what was on its way, files. */
export async function forgetDevice(viewerId: string): Promise<void> {
  for (const key of localKept.keys('')) if (key.includes(viewerId)) localKept.remove(key)
  await dropKeptFiles((await keptFilesOf(viewerId)).map(({ upload }) => upload.id))
}
