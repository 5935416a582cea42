import { dropKeptFiles, keptFilesOf } from '#client/entities/media/kept-files.ts'

/** Removes what this browser keeps of a person whose account is gone: drafts, what was on its way, files. */
export async function forgetDevice(viewerId: string): Promise<void> {
  forgetStored(viewerId)
  await dropKeptFiles((await keptFilesOf(viewerId)).map(({ upload }) => upload.id))
}

function forgetStored(viewerId: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.includes(viewerId)) localStorage.removeItem(key)
  } catch {
    // A browser that forbids its store has kept nothing there.
  }
}
