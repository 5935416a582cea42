import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { mongo } from 'mongoose'
import type { MediaDocument } from '#server/features/media/media.model.ts'
import { mediaKeysOf } from '#server/features/media/media-names.ts'
import { uploadFile, writeProgress, type Progress } from './folder.ts'
import type { Installation } from './installation.ts'

const GROUP = 200
const AT_ONCE = 8
const NEEDED = { token: 1, files: 1, state: 1, job: 1, gaveUp: 1 }

/** Copies the files of all records, group by group, while the product is in use. */
export async function copyAllFiles(
  installation: Installation,
  folder: string,
  progress: Progress,
): Promise<void> {
  for (;;) {
    const after =
      progress.files.last === undefined ? {} : { _id: { $gt: progress.files.last as mongo.ObjectId } }
    const records = await installation.db
      .collection('media')
      .find(after, { projection: NEEDED })
      .sort({ _id: 1 })
      .limit(GROUP)
      .toArray()
    await copyFilesOf(installation, folder, records)
    progress.files =
      records.length > 0 ? { last: records.at(-1)!._id, done: false } : { ...progress.files, done: true }
    await writeProgress(folder, progress)
    if (progress.files.done) return
  }
}

/** Copies the files of some records that are not in the backup yet. Returns the keys of missing files. */
export async function copyFilesOf(
  { files }: Installation,
  folder: string,
  records: readonly mongo.Document[],
): Promise<string[]> {
  const keys = records
    .flatMap((record) => mediaKeysOf(record as MediaDocument))
    .filter((key) => !existsSync(path.join(folder, uploadFile(key))))
  const missing: string[] = []
  const copyNext = async (): Promise<void> => {
    for (let key = keys.pop(); key !== undefined; key = keys.pop())
      if (!(await copyFile(files, folder, key))) missing.push(key)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyNext))
  return missing
}

async function copyFile(files: Installation['files'], folder: string, key: string): Promise<boolean> {
  const body = await files.read(key)
  if (!body) return false
  const target = path.join(folder, uploadFile(key))
  await mkdir(path.dirname(target), { recursive: true })
  await pipeline(body, createWriteStream(`${target}.part`))
  // The rename makes the copy atomic, even if this process is killed.
  await rename(`${target}.part`, target)
  return true
}
