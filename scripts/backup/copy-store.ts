import type { FileHandle } from 'node:fs/promises'
import { mongo } from 'mongoose'
import type { Changed } from './changes.ts'
import { CHANGES, collectionFile, exact, openForMore, writeProgress, type Progress } from './folder.ts'
import { isKept, type House } from './house.ts'

const PORTION_BYTES = 1 << 20
const IDS_AT_ONCE = 500

/**
 * Copies every collection in the order of `_id`, as it stands while this goes on: what changes meanwhile is
 * copied again later.
 */
export async function copyCollections(house: House, folder: string, progress: Progress): Promise<void> {
  const names = (await house.db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter(isKept)
    .sort()
  for (const name of names) {
    progress.collections[name] ??= { bytes: 0, done: false }
    if (!progress.collections[name].done) await copyCollection(house, folder, name, progress)
  }
}

async function copyCollection(
  { db }: House,
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
    // The range begins with the last one that is there already.
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

/** One changed document as the file of changes has it; `document` is null where it is gone. */
export interface Change {
  collection: string
  id: unknown
  document: mongo.Document | null
}

/**
 * Writes what changed documents are now, or at the moment of `session`, behind the changes before; the later
 * one counts.
 * Answers the documents of `media`, whose files may have to be copied.
 */
export async function copyChanged(
  { db }: House,
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
  // The connection's own read concern would stand in the way of the snapshot's.
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

// As the ids of the stream of changes are written, whose numbers are plain.
const keyOf = (id: unknown): string => mongo.BSON.EJSON.stringify(id)

/** The file that changes are added to. */
export const openChanges = (folder: string, progress: Progress): Promise<FileHandle> =>
  openForMore(folder, CHANGES, progress.changes)
