import type { FileHandle } from 'node:fs/promises'
import { mongo } from 'mongoose'
import type { Changed } from './changes.ts'
import { CHANGES, collectionFile, exact, openForMore, writeProgress, type Progress } from './folder.ts'
import { isKept, type Installation } from './installation.ts'

const PORTION_BYTES = 1 << 20
const IDS_AT_ONCE = 500

/**
 * Copies every collection in the order of `_id` while the product is in use. What changes meanwhile is
 * copied again later.
 */
export async function copyCollections(
  installation: Installation,
  folder: string,
  progress: Progress,
): Promise<void> {
  const names = (await installation.db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter(isKept)
    .sort()
  for (const name of names) {
    progress.collections[name] ??= { bytes: 0, done: false }
    if (!progress.collections[name].done) await copyCollection(installation, folder, name, progress)
  }
}

async function copyCollection(
  { db }: Installation,
  folder: string,
  name: string,
  progress: Progress,
): Promise<void> {
  const mine = progress.collections[name]!
  const file = await openForMore(folder, collectionFile(name), mine.bytes)
  try {
    const cursor = db
      .collection(name)
      .find(
        {},
        { raw: true, hint: { _id: 1 }, ...(mine.last !== undefined && { min: { _id: mine.last } }) },
      ) as unknown as AsyncIterable<Uint8Array>
    let portion: Uint8Array[] = []
    let size = 0
    const keep = async () => {
      if (portion.length === 0) return
      await file.appendFile(Buffer.concat(portion))
      Object.assign(mine, { bytes: mine.bytes + size, last: exact(portion.at(-1)!)['_id'] })
      ;[portion, size] = [[], 0]
      await writeProgress(folder, progress)
    }
    // The range starts with the last document that was already copied.
    let skip = mine.last !== undefined
    for await (const bytes of cursor) {
      if (skip && isSame(exact(bytes)['_id'], mine.last)) continue
      skip = false
      portion.push(Uint8Array.from(bytes))
      size += bytes.length
      if (size >= PORTION_BYTES) await keep()
    }
    mine.done = true
    await keep()
    await file.datasync()
    await writeProgress(folder, progress)
  } finally {
    await file.close()
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  mongo.BSON.EJSON.stringify(one) === mongo.BSON.EJSON.stringify(other)

/** One line of the file of changes; `document` is null if it was deleted. */
export interface Change {
  collection: string
  id: unknown
  document: mongo.Document | null
}

/**
 * Appends the current state of changed documents, or their state at the moment of `session`. The last entry
 * of a document counts. Returns the documents of `media`, whose files may have to be copied.
 */
export async function copyChanged(
  { db }: Installation,
  file: FileHandle,
  changed: Changed,
  session?: mongo.ClientSession,
): Promise<{ bytes: number; media: mongo.Document[] }> {
  const written = { bytes: 0, media: [] as mongo.Document[] }
  for (const [collection, ids] of changed) {
    if (!isKept(collection)) continue
    const all = [...ids.entries()]
    for (let start = 0; start < all.length; start += IDS_AT_ONCE) {
      const some = new Map(all.slice(start, start + IDS_AT_ONCE))
      const found = await readNow(db, collection, [...some.values()], session)
      const records = [...some].map(([key, id]) =>
        mongo.BSON.serialize({ collection, id, document: found.get(key) ?? null } satisfies Change),
      )
      await file.appendFile(Buffer.concat(records))
      written.bytes += records.reduce((sum, { length }) => sum + length, 0)
      if (collection === 'media') written.media.push(...found.values())
    }
  }
  return written
}

async function readNow(
  db: mongo.Db,
  collection: string,
  ids: unknown[],
  session?: mongo.ClientSession,
): Promise<Map<string, mongo.Document>> {
  // The connection's own read concern conflicts with that of the snapshot.
  const options = {
    promoteValues: false,
    promoteBuffers: false,
    ...(session && { session, readConcern: { level: 'snapshot' as const } }),
  }
  const documents = await db
    .collection(collection)
    .find({ _id: { $in: ids as mongo.ObjectId[] } }, options)
    .toArray()
  return new Map(documents.map((document) => [keyOf(document['_id']), document]))
}

// In the same form as the ids of the change stream, which has plain numbers.
const keyOf = (id: unknown): string => mongo.BSON.EJSON.stringify(id)

/** The file that changes are added to. */
export const openChanges = (folder: string, progress: Progress): Promise<FileHandle> =>
  openForMore(folder, CHANGES, progress.changes)
