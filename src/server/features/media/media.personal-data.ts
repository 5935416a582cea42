import { Readable } from 'node:stream'
import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { MediaModel, type MediaDocument } from './media.model.ts'
import { isMain, mediaKeyOf } from './media-names.ts'
import { mediaUrlOf } from './media.present.ts'
import { removeUnused } from './media-records.ts'
import { detachMedia } from './media-uses.ts'

/**
 * Deletes all pictures and videos. Posts and messages have detached theirs before. A picture of a blog
 * article stays with it.
 */
export const eraseMedia: Erase = async ({ id: ownerId }, { signal }) => {
  const own = MediaModel.find({ ownerId }).lean<MediaDocument[]>()
  const erase = (media: MediaDocument) =>
    media.usedBy.some(({ kind }) => kind === 'blog') ? disown(media) : remove(media)
  await sweep(rowsOf(own), erase, signal)
}

// The picture's own id belongs to nobody.
const disown = ({ _id }: MediaDocument) =>
  MediaModel.updateOne({ _id }, { $set: { ownerId: _id }, $inc: { rev: 1 } })

async function remove({ _id, usedBy }: MediaDocument): Promise<void> {
  for (const { kind, id } of usedBy) await transact((tx) => detachMedia(tx, _id, kind, id))
  await removeUnused(_id)
}

/** A picture, video or voice message in a person's export. */
export interface ExportedFile {
  mediaUrl: string
  purpose: string
  kind: string
  bytes: number
  createdAt: Date
  /** Empty when the file was deleted since. */
  open(): Promise<Readable>
}

/** Every ready file of a person, pictures at their largest. */
export async function* exportedFiles(ownerId: string): AsyncGenerator<ExportedFile> {
  for await (const row of rowsOf(
    MediaModel.find({ ownerId, state: 'ready' }).sort({ _id: 1 }).lean<MediaDocument[]>(),
  )) {
    const media = row
    const main = media.files.find(({ role }) => isMain(role)) ?? media.files[0]
    if (!main) continue
    const { purpose, kind, createdAt, token } = media
    yield {
      mediaUrl: mediaUrlOf(media),
      purpose,
      kind,
      bytes: main.bytes,
      createdAt,
      open: async () => (await (await storage()).read(mediaKeyOf(token, main.role))) ?? Readable.from([]),
    }
  }
}
