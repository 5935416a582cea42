import { copyFile, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { mongo } from 'mongoose'
import type { MediaDocument } from '#server/features/media/media.model.ts'
import { mediaKeysOf } from '#server/features/media/media-names.ts'
import { config } from '#server/platform/config.ts'
import { RESTORING, migrate, type Schema } from '#server/platform/mongo/migrate.ts'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import { VERSION, isOlder } from '#server/platform/version.ts'
import type { Change } from './copy-store.ts'
import {
  CHANGES,
  checkSums,
  momentOf,
  collectionFile,
  documentsIn,
  readProgress,
  uploadFile,
  type Progress,
} from './folder.ts'
import { comesBack, type Installation } from './installation.ts'

const PORTION = 1_000

interface Options {
  /** Whether existing data may be dropped. */
  overwrite: boolean
  schema: Schema
  say: (line: string) => void
}

/**
 * Restores a backup into an empty installation without a running server. Every file is compared with its
 * checksum before anything changes. An interrupted restore starts again from the beginning; no server
 * starts on incomplete data.
 */
export async function restoreBackup(
  installation: Installation,
  folder: string,
  { overwrite, schema, say }: Options,
): Promise<void> {
  await checkSums(folder)
  const progress = (await readProgress(folder))!
  if (isOlder(VERSION, progress.version))
    throw new StoreError(
      `This backup was made by version ${progress.version}, and this is ${VERSION}. Restore it with that version or a newer one.`,
    )
  say('All checksums are right.')
  await clear(installation, overwrite)
  let count = 0
  for (const name of Object.keys(progress.collections)) count += await fill(installation, folder, name)
  await applyChanges(installation, folder, progress)
  // Mails that were sent meanwhile would be sent again.
  await installation.db.collection('jobs').deleteMany({ kind: /^mail:/ })
  say(`${count} documents of ${Object.keys(progress.collections).length} collections are back.`)
  say(`${await putFiles(installation, folder, progress)} files are back.`)
  await installation.db.collection<{ _id: string }>('migrations').deleteOne({ _id: RESTORING })
  await migrate(schema)
  say(
    `The data is as it was at ${momentOf(progress).toISOString()}, and its indexes are built. Everybody must log in again.`,
  )
}

/**
 * Empties the database and marks it as being restored. The rest of an interrupted restore may be dropped;
 * other data only with `overwrite`.
 */
async function clear({ db }: Installation, overwrite: boolean): Promise<void> {
  const names = (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
  const isHalfRestored =
    (await db.collection<{ _id: string }>('migrations').findOne({ _id: RESTORING })) !== null
  if (!overwrite && !isHalfRestored) {
    for (const name of names.filter((one) => one !== 'migrations')) {
      if (await db.collection(name).findOne({}, { projection: { _id: 1 } }))
        throw new StoreError(
          `This installation is not empty (${name}). Restore into an empty one, or use --overwrite to drop its data.`,
        )
    }
  }
  const marks = db.collection<{ _id: string; startedAt?: Date }>('migrations')
  await marks.updateOne({ _id: RESTORING }, { $set: { startedAt: new Date() } }, { upsert: true })
  for (const name of names.filter((one) => one !== 'migrations')) await db.dropCollection(name)
  await marks.deleteMany({ _id: { $ne: RESTORING } })
}

async function fill({ db }: Installation, folder: string, name: string): Promise<number> {
  let count = 0
  let portion: mongo.Document[] = []
  const insert = async () => {
    if (portion.length > 0) await db.collection(name).insertMany(portion, { ordered: false })
    count += portion.length
    portion = []
  }
  for await (const document of documentsIn(folder, collectionFile(name))) {
    if (!comesBack(name, document['_id'])) continue
    portion.push(document)
    if (portion.length >= PORTION) await insert()
  }
  await insert()
  return count
}

/**
 * Sets every document that changed during the backup to its state at the backup's moment; its last entry
 * counts.
 */
async function applyChanges({ db }: Installation, folder: string, { changes }: Progress): Promise<void> {
  if (changes === 0) return
  let portion: Change[] = []
  const write = async () => {
    const byCollection = Map.groupBy(portion, ({ collection }) => collection)
    for (const [name, some] of byCollection)
      await db.collection(name).bulkWrite(some.map(operation), { ordered: true })
    portion = []
  }
  for await (const change of documentsIn(folder, CHANGES)) {
    const { collection, id } = change as Change
    if (!comesBack(collection, id)) continue
    portion.push(change as Change)
    if (portion.length >= PORTION) await write()
  }
  await write()
}

function operation({ id, document }: Change): mongo.AnyBulkWriteOperation {
  const filter = { _id: id as mongo.ObjectId }
  return document
    ? { replaceOne: { filter, replacement: document, upsert: true } }
    : { deleteOne: { filter } }
}

/** Restores the files that records name. Files that were deleted during the backup are left out. */
async function putFiles(
  { db, files }: Installation,
  folder: string,
  { lost = [] }: Progress,
): Promise<number> {
  const work = path.join(path.resolve(config.UPLOADS_DIR), '.work', 'restore')
  await mkdir(work, { recursive: true })
  let count = 0
  for await (const record of db
    .collection('media')
    .find({}, { projection: { token: 1, files: 1, state: 1, job: 1, gaveUp: 1 } })) {
    for (const key of mediaKeysOf(record as unknown as MediaDocument).filter((one) => !lost.includes(one))) {
      // The storage moves the file.
      const copy = path.join(work, path.basename(key))
      await copyFile(path.join(folder, uploadFile(key)), copy)
      await files.put(key, copy, TYPES[path.extname(key)] ?? 'application/octet-stream')
      count++
    }
  }
  await rm(work, { recursive: true, force: true })
  return count
}

const TYPES: Record<string, string> = { '.webp': 'image/webp', '.mp4': 'video/mp4' }
