import { trusted, type Types } from 'mongoose'
import { storage } from '#server/platform/storage/storage.ts'
import { portionsOf } from '#server/platform/sweep.ts'
import { MediaModel } from './media.model.ts'
import { NAMES } from './media-names.ts'

/** What somebody's files take. */
export interface StorageUse {
  ownerId: string
  files: number
  bytes: number
}

/** What the finished files of each person take, largest first; with an id those of one person alone. */
export async function storageUse(ownerId?: Types.ObjectId): Promise<StorageUse[]> {
  const rows = await MediaModel.aggregate<{ _id: Types.ObjectId; files: number; bytes: number }>([
    { $match: ownerId ? { ownerId } : {} },
    {
      $group: {
        _id: '$ownerId',
        files: { $sum: { $size: '$files' } },
        bytes: { $sum: { $sum: '$files.bytes' } },
      },
    },
    { $sort: { bytes: -1, _id: 1 } },
  ])
  return rows.map(({ _id, files, bytes }) => ({ ownerId: _id.toHexString(), files, bytes }))
}

const PORTION = 500
const TOKEN = /^[0-9a-f]{32}$/

/** The folders in the storage that belong to no record: a restore, or a disk that was away, can leave some. */
export async function* orphans(): AsyncGenerator<string> {
  for await (const folders of portionsOf((await storage()).folders(), PORTION))
    yield* await withoutRecord(folders.filter((folder) => TOKEN.test(folder)))
}

// The record is written before the file and deleted after it, so none of these is about to get one.
async function withoutRecord(tokens: string[]): Promise<string[]> {
  const known = await MediaModel.find({ token: trusted({ $in: tokens }) }, { token: 1 }).lean()
  const names = new Set(known.map(({ token }) => token))
  return tokens.filter((token) => !names.has(token))
}

/** Deletes the files of an orphan. */
export const removeOrphan = async (folder: string): Promise<void> =>
  (await storage()).removeFolder(folder, NAMES)
