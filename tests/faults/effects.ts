import { mongo } from 'mongoose'

type Document = mongo.BSON.Document
/** Every document of a store, by collection and id. */
export type Contents = ReadonlyMap<string, ReadonlyMap<string, Document>>

/** Reads a whole store, without some collections. */
export async function contentsOf(db: mongo.Db, leftOut: ReadonlySet<string>): Promise<Contents> {
  const collections = (await db.collections()).filter(({ collectionName }) => !leftOut.has(collectionName))
  return new Map(
    await Promise.all(
      collections.map(async (collection) => {
        const rows = await collection.find().toArray()
        return [collection.collectionName, new Map(rows.map((row) => [String(row._id), row]))] as const
      }),
    ),
  )
}

/**
 * What happened between two moments, one line for each document that came, went or changed: without ids, words and
 * times, so that two calls of the same kind have the same lines. Of numbers that changed, by how much.
 */
export function effectsBetween(before: Contents, after: Contents): string[] {
  const lines: string[] = []
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name) ?? new Map(), after.get(name) ?? new Map()]
    for (const [id, row] of now) {
      const was = old.get(id) as Document | undefined
      const changes = was ? changesOf(was, row as Document) : ''
      if (!was) lines.push(`+ ${name} ${shapeOf(row)}`)
      else if (changes) lines.push(`~ ${name} ${changes}`)
    }
    for (const id of old.keys()) if (!now.has(id)) lines.push(`- ${name}`)
  }
  return lines.sort()
}

const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A field that is named by somebody's id. */
const nameOf = (field: string): string => field.replaceAll(/[0-9a-f]{24}/g, '#')

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`
  if (isPlain(value))
    return `{${Object.entries(value)
      .map(([field, one]) => (field === '_id' ? '' : `${nameOf(field)}:${shapeOf(one)}`))
      .filter(Boolean)
      .sort()
      .join()}}`
  return value === null ? 'null' : typeof value
}

const EPOCH_MS = 1e12

function changesOf(was: unknown, is: unknown): string {
  if (isPlain(was) && isPlain(is))
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .map((field) => ({ field, change: changesOf(was[field], is[field]) }))
      .filter(({ change }) => change)
      .map(({ field, change }) => `${nameOf(field)}:${change}`)
      .sort()
      .join()
      .replace(/^(.+)$/, '{$1}')
  if (mongo.BSON.EJSON.stringify({ was }) === mongo.BSON.EJSON.stringify({ was: is })) return ''
  // A number that counts by the clock.
  if (typeof was === 'number' && was > EPOCH_MS) return 'later'
  if (typeof was === 'number' && typeof is === 'number') return `${is > was ? '+' : ''}${is - was}`
  if (Array.isArray(was) && Array.isArray(is)) return `${is.length - was.length} longer`
  return `${shapeOf(was)} to ${shapeOf(is)}`
}
