import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import {
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  truncate,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import { mongo } from 'mongoose'
import { StoreError } from '#server/platform/mongo/store-error.ts'

const { EJSON } = mongo.BSON

/** The progress of a backup, saved after every portion, so that a killed backup can continue. */
export interface Progress {
  version: string
  startedAt: Date
  /** The position in the change stream. */
  token: mongo.ResumeToken
  /** For each collection: the valid bytes of its file, the last `_id` in it, and whether it is complete. */
  collections: Record<string, { bytes: number; last?: unknown; done: boolean }>
  /** The valid bytes of the file of changes. */
  changes: number
  /** The last record whose files were copied before the first cut. */
  files: { last?: unknown; done: boolean }
  /** The moment that the backup shows; undefined until it is chosen. */
  cutAt?: mongo.Timestamp
  /** Files that were already missing in the storage. */
  lost?: string[]
}

export const SUMS = 'SHA256SUMS'
const PROGRESS = 'backup.json'
export const CHANGES = 'changes.bson'

/** The moment that a backup shows, to the second. */
export const momentOf = ({ cutAt }: Progress): Date => new Date(cutAt!.getHighBitsUnsigned() * 1000)

/** Files of a backup that lie beside the uploads. */
export const collectionFile = (name: string): string => path.join('store', `${name}.bson`)
export const uploadFile = (key: string): string => path.join('files', key)

/**
 * The progress that is saved in a backup folder; null for an empty folder. Throws if the folder holds
 * anything else.
 */
export async function readProgress(folder: string): Promise<Progress | null> {
  if (existsSync(path.join(folder, PROGRESS)))
    return EJSON.parse(await readFile(path.join(folder, PROGRESS), 'utf8')) as Progress
  const found = await readdir(folder).catch(() => [])
  if (found.length > 0)
    throw new StoreError(
      `${folder} holds something else than a backup. Name an empty folder, or one that does not exist yet.`,
    )
  return null
}

/** Replaces the saved progress in one step. */
export async function writeProgress(folder: string, progress: Progress): Promise<void> {
  await writeFile(path.join(folder, `${PROGRESS}.part`), EJSON.stringify(progress, { relaxed: false }))
  await rename(path.join(folder, `${PROGRESS}.part`), path.join(folder, PROGRESS))
}

/** Opens a file for appending documents. Bytes after the last saved progress are cut off first. */
export async function openForMore(folder: string, name: string, bytes: number): Promise<FileHandle> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  if (existsSync(file)) await truncate(file, bytes)
  return open(file, 'a')
}

/** The documents of a file, one after another, with their exact types. */
export async function* documentsIn(folder: string, name: string): AsyncGenerator<mongo.Document> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path.join(folder, name), { highWaterMark: 1 << 20 })) {
    rest = Buffer.concat([rest, chunk as Buffer])
    let at = 0
    while (rest.length - at >= 4 && rest.length - at >= rest.readInt32LE(at)) {
      const length = rest.readInt32LE(at)
      yield exact(rest.subarray(at, at + length))
      at += length
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0)
    throw new StoreError(`${name} ends in the middle of a document. The backup is damaged.`)
}

/** A document with the types of the database: an int stays an int. */
export const exact = (bytes: Uint8Array): mongo.Document =>
  mongo.BSON.deserialize(bytes, { promoteValues: false, promoteBuffers: false })

/** Every file below the folder, sorted, without the list of checksums itself. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .filter((name) => name !== SUMS && !name.endsWith('.part'))
    .sort()
}

export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Writes the list of checksums, in the format of `sha256sum -c`. It is written last: a backup without it is
 * not complete.
 */
export async function writeSums(folder: string): Promise<number> {
  const names = await filesBelow(folder)
  const lines: string[] = []
  for (const name of names) lines.push(`${await sumOf(path.join(folder, name))}  ${name}\n`)
  await writeFile(path.join(folder, `${SUMS}.part`), lines.join(''))
  await rename(path.join(folder, `${SUMS}.part`), path.join(folder, SUMS))
  return names.length
}

/**
 * Reads and compares every file of a backup. Throws a message for one that is missing, changed or
 * incomplete.
 */
export async function checkSums(folder: string): Promise<void> {
  if (!existsSync(path.join(folder, SUMS)))
    throw new StoreError(
      `${folder} holds no complete backup: ${SUMS} is missing. Run the backup again, it goes on where it was.`,
    )
  for (const line of (await readFile(path.join(folder, SUMS), 'utf8')).trimEnd().split('\n')) {
    const [sum, name] = line.split('  ') as [string, string]
    const found = await sumOf(path.join(folder, name)).catch(() => null)
    if (found !== sum)
      throw new StoreError(
        `${name} of the backup is ${found ? 'not what was written' : 'missing'}. The backup is damaged; take another one.`,
      )
  }
}
