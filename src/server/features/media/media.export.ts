import { Readable } from 'node:stream'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { MediaModel, type MediaDocument } from './media.model.ts'
import { keyOf } from './media.names.ts'
import { mediaUrlOf } from './media.present.ts'

/** One of a person's pictures or videos, for their export. */
export interface ExportedFile {
  mediaUrl: string
  purpose: string
  kind: string
  bytes: number
  createdAt: Date
  /** Empty where the file has gone since. */
  open(): Promise<Readable>
}

/** Every picture and video of a person that is ready, at its largest. */
export async function* exportedFiles(ownerId: string): AsyncGenerator<ExportedFile> {
  for await (const row of rowsOf(MediaModel.find({ ownerId, state: 'ready' }).sort({ _id: 1 }).lean<MediaDocument[]>())) {
    const media = row
    const main = media.files.find(({ role }) => role === 'video' || role === 'full') ?? media.files[0]
    if (!main) continue
    const { purpose, kind, createdAt, token } = media
    yield { mediaUrl: mediaUrlOf(media), purpose, kind, bytes: main.bytes, createdAt, open: async () => (await (await storage()).read(keyOf(token, main.role))) ?? Readable.from([]) }
  }
}
