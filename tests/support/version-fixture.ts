import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { mongo } from 'mongoose'

const unpacked = promisify(gunzip)
const { EJSON } = mongo.BSON

/**
 * One answer of the version that made the fixture. `who` is a handle; null is a visitor. Of a file the body
 * is its SHA-256.
 */
export interface Answer {
  who: string | null
  path: string
  status: number
  body: unknown
}

export interface Fixture {
  version: string
  secret: string
  world: { people: { handle: string; id: string; email: string; cookie: string }[] }
  answers: Answer[]
  /** Puts the old store and the old files in place. */
  restore(place: { storeUri: string; uploadsDir: string }): Promise<void>
}

interface SavedCollection {
  name: string
  indexes: mongo.IndexDescriptionInfo[]
  documents: mongo.Document[]
}

// Counts of visits by the minute, hour and day: moved by whole days, so that a day's sum stays one of a day.
const COUNTS_OF_VISITS = ['tallies', 'pageMinutes']
const DAY_MS = 24 * 3600 * 1000

/**
 * A dump of an older version (scripts/fixture.ts). All its moments are moved to now, in the store and in its
 * answers, so that sessions, mails and trends are as fresh as they were.
 */
export async function readFixture(name: string): Promise<Fixture> {
  const folder = path.resolve(import.meta.dirname, '../fixtures', name)
  const saved = JSON.parse(
    (await unpacked(await readFile(path.join(folder, 'answers.json.gz')))).toString(),
  ) as Omit<Fixture, 'restore'> & { madeAt: string }
  const age = Date.now() - Date.parse(saved.madeAt)
  const days = Math.floor(Date.now() / DAY_MS) - Math.floor(Date.parse(saved.madeAt) / DAY_MS)
  const restore: Fixture['restore'] = async ({ storeUri, uploadsDir }) => {
    const collections = EJSON.parse(
      (await unpacked(await readFile(path.join(folder, 'store.ejson.gz')))).toString(),
    ) as SavedCollection[]
    const client = await mongo.MongoClient.connect(storeUri)
    for (const { name, indexes, documents } of collections) {
      const collection = await client.db().createCollection(name)
      if (indexes.length > 0)
        await collection.createIndexes(indexes.map(({ v: _, ...index }) => index as mongo.IndexDescription))
      const moved = documents.map((document) =>
        COUNTS_OF_VISITS.includes(name)
          ? movedCount(document, days * DAY_MS)
          : (movedDates(document, age) as mongo.Document),
      )
      if (moved.length > 0) await collection.insertMany(moved)
    }
    await client.close()
    await cp(path.join(folder, 'files'), uploadsDir, { recursive: true })
  }
  return {
    ...saved,
    answers: saved.answers.map((answer) => ({ ...answer, body: movedTexts(answer.body, age) })),
    restore,
  }
}

/** Their ids contain the moment as a number: 'page|1795305600000|/u/king'. */
const movedCount = (document: mongo.Document, by: number): mongo.Document => ({
  ...(movedDates(document, by) as mongo.Document),
  _id: String(document['_id']).replace(/\d{13}/, (moment) => String(Number(moment) + by)),
})

function movedDates(value: unknown, by: number): unknown {
  if (value instanceof Date) return new Date(value.getTime() + by)
  if (Array.isArray(value)) return value.map((one) => movedDates(one, by))
  if (value === null || typeof value !== 'object' || '_bsontype' in value) return value
  // A session's age is a number of milliseconds.
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'startedAt' && typeof one === 'number' ? one + by : movedDates(one, by),
    ]),
  )
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function movedTexts(value: unknown, by: number): unknown {
  if (typeof value === 'string')
    return MOMENT.test(value) ? new Date(Date.parse(value) + by).toISOString() : value
  if (Array.isArray(value)) return value.map((one) => movedTexts(one, by))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, movedTexts(one, by)]))
}
