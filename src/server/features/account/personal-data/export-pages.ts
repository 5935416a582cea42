import { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import { exportedFiles, type ExportedFile } from '#server/features/media/media.personal-data.ts'
import { currentUser } from '#server/features/people/users/accounts.service.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { inChunks } from '#server/platform/http/download.ts'
import { logger } from '#server/platform/logger.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { exportPage, pathInArchive } from './export-page.ts'

/**
 * An archive with a readable page and all pictures and videos, made while it is sent: each file is opened
 * when its turn comes. Throws 401 for a deleted account.
 */
export async function exportPages(viewer: Viewer): Promise<Readable> {
  const account = await currentUser(viewer.id)
  if (!account) throw unauthorised()
  const { default: yazl } = await import('yazl')
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const hold = closeWith(output)
  zip.on('error', (error: Error) => output.destroy(error))
  zip.addReadStream(hold(Readable.from(inChunks(exportPage(account)))), 'index.html')
  pack(zip, output, exportedFiles(viewer.id), hold).catch((error: unknown) => output.destroy(error as Error))
  return output
}

type Hold = (source: Readable) => Readable

/**
 * Destroys the packed stream with its output: yazl leaves it open, so a client that cancels would leak the
 * file.
 */
function closeWith(output: Readable): Hold {
  const sources = new Set<Readable>()
  output.once('close', () => sources.forEach((source) => source.destroy()))
  return (source) => {
    if (output.destroyed) return source.destroy()
    sources.add(source)
    source.once('close', () => sources.delete(source))
    return source.on('error', (error) => output.destroy(error))
  }
}

// WebP and MP4 are compressed already.
async function pack(
  zip: ZipFile,
  output: Readable,
  files: AsyncIterable<ExportedFile>,
  hold: Hold,
): Promise<void> {
  for await (const { mediaUrl, createdAt, open } of files) {
    if (output.destroyed) return
    zip.addReadStreamLazy(pathInArchive(mediaUrl), { compress: false, mtime: createdAt }, (give) => {
      open().then(
        (stream) => give(null, hold(stream)),
        (error: Error) => {
          // Deleted since it was listed: its place stays empty, and the export continues.
          logger.warn({ err: error }, 'a file was gone before it could be exported')
          give(null, Readable.from([]))
        },
      )
    })
  }
  zip.end()
}
