import { randomUUID } from 'node:crypto'
import { mongo } from 'mongoose'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import type { Installation } from './installation.ts'

/** Changed ids by collection, each once. */
export type Changed = Map<string, Map<string, unknown>>

const MARKS = 'migrations'
const ENDS = ['drop', 'rename', 'dropDatabase', 'invalidate']
const ONLY = [{ $project: { operationType: 1, ns: 1, documentKey: 1 } }]

/** The current position of the change stream: nothing written after this is missed. */
export async function currentToken({ db }: Installation): Promise<mongo.ResumeToken> {
  const stream = db.watch(ONLY)
  try {
    await stream.tryNext()
    return stream.resumeToken
  } finally {
    await stream.close()
  }
}

/**
 * Every id that was written since `token`, up to now: it writes a mark and reads the stream until the mark
 * appears. Yields portions, each with the token after it, so that memory is bounded.
 */
export async function* changesSince(
  installation: Installation,
  token: mongo.ResumeToken,
  most = 50_000,
): AsyncGenerator<{ changed: Changed; token: mongo.ResumeToken }> {
  const mark = `backup:${randomUUID()}`
  await installation.db.collection<{ _id: string }>(MARKS).insertOne({ _id: mark })
  const stream = installation.db.watch(ONLY, { resumeAfter: token })
  let portion: Changed = new Map()
  let count = 0
  try {
    for (;;) {
      const event = (await stream.next()) as Event
      if (ENDS.includes(event.operationType))
        throw new StoreError(
          `The collection ${event.ns?.coll ?? ''} was dropped or renamed during the backup. Begin a new one.`,
        )
      if (event.documentKey?._id === mark) break
      if (!event.documentKey || !event.ns) continue
      note(portion, event.ns.coll, event.documentKey._id)
      if (++count % most !== 0) continue
      yield { changed: portion, token: stream.resumeToken }
      portion = new Map()
    }
    yield { changed: portion, token: stream.resumeToken }
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.codeName === 'ChangeStreamHistoryLost')
      throw new StoreError(
        'The store no longer remembers what was written since this backup began. Begin a new one, and keep a longer oplog (replSetResizeOplog).',
        { cause: error },
      )
    throw error
  } finally {
    await stream.close()
    await installation.db.collection<{ _id: string }>(MARKS).deleteOne({ _id: mark })
  }
}

interface Event {
  operationType: string
  ns?: { coll: string }
  documentKey?: { _id: unknown }
}

function note(changed: Changed, collection: string, id: unknown): void {
  const ids = changed.get(collection) ?? new Map<string, unknown>()
  ids.set(mongo.BSON.EJSON.stringify(id), id)
  changed.set(collection, ids)
}
