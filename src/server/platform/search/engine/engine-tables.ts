import { randomBytes } from 'node:crypto'
import mongoose, { type Types } from 'mongoose'
import { logger } from '#server/platform/logger.ts'
import type { Searched, Worded } from '../searched.ts'
import { groonga, quoted } from './groonga.ts'

/**
 * All that the engine has. Each filling has tables of its own, so a search of an older one fails instead of finding too
 * little, and several databases can share an engine.
 */
const ofThisStore = (): string =>
  mongoose.connection.db!.databaseName.toLowerCase().replace(/[^a-z0-9]/g, '_')

export const newIndexName = (): string => `${ofThisStore()}_${randomBytes(4).toString('hex')}`

export const tableOf = (index: string, collection: string): string => `${index}_${collection}`
const wordsOf = (table: string) => `${table}_words`

type Entry = Worded & Readonly<Record<string, unknown>>

/** The engine has keys of 4 kB; the records are checked for the whole word. */
const MAX_WORD = 500
const tokenOf = (word: string): string => word.slice(0, MAX_WORD)

/** A sign separates words, so no text has these. */
export const authorToken = (id: Types.ObjectId): string => `by:${id.toHexString()}`
export const threadToken = (id: Types.ObjectId): string => `in:${id.toHexString()}`

/** What is read of a record. */
export const projectionOf = ({ author, thread }: Searched<never>) => ({
  words: 1,
  createdAt: 1,
  [author]: 1,
  ...(thread && { [thread]: 1 }),
})

/** Writes these records over what the engine has of them. */
export async function putEntries(
  table: string,
  { author, thread }: Searched<never>,
  records: readonly Entry[],
  signal: AbortSignal,
): Promise<void> {
  if (records.length === 0) return
  const rows = records.map((record) => ({
    _key: record._id.toHexString(),
    at: record.createdAt.getTime(),
    words: [
      ...record.words!.map(tokenOf),
      authorToken(record[author] as Types.ObjectId),
      ...(thread ? [threadToken(record[thread] as Types.ObjectId)] : []),
    ],
  }))
  const stored = await groonga<number>('load', { table }, { rows, signal })
  if (stored !== rows.length) throw new Error(`Groonga stored ${stored} of ${rows.length} entries`)
}

export async function removeEntries(
  table: string,
  ids: readonly Types.ObjectId[],
  signal: AbortSignal,
): Promise<void> {
  if (ids.length === 0) return
  const keys = ids.map((id) => quoted(id.toHexString())).join(', ')
  await groonga('delete', { table, filter: `in_values(_key, ${keys})` }, { signal })
}

export const conditionsOf = (words: readonly string[]): string[] =>
  words.map((word) => `words @ ${quoted(tokenOf(word))}`)

/** A table for the records of a collection, and one for their words, which is the index. */
export async function createTables(table: string): Promise<void> {
  const words = wordsOf(table)
  await groonga('table_create', { name: words, flags: 'TABLE_HASH_KEY', key_type: 'ShortText' })
  await groonga('table_create', { name: table, flags: 'TABLE_HASH_KEY', key_type: 'ShortText' })
  await groonga('column_create', { table, name: 'at', flags: 'COLUMN_SCALAR', type: 'Int64' })
  await groonga('column_create', { table, name: 'words', flags: 'COLUMN_VECTOR', type: words })
  const index = { name: 'found', flags: 'COLUMN_INDEX', type: table, source: 'words' }
  await groonga('column_create', { table: words, ...index })
}

/** The tables of this database. */
export async function tablesOfThisStore(): Promise<string[]> {
  const [, ...rows] = await groonga<[unknown, ...(readonly string[])[]]>('table_list')
  const pattern = new RegExp(`^${ofThisStore()}_[0-9a-f]{8}_`)
  return rows.map(([, name]) => name!).filter((name) => pattern.test(name))
}

/** Removes the tables of earlier fillings. Where the engine refuses, the next filling tries again. */
export async function dropOtherTables(index: string): Promise<void> {
  const others = (await tablesOfThisStore()).filter((name) => !name.startsWith(`${index}_`))
  // The words refer to the records and the records to the words.
  for (const name of others.toSorted((a, b) => a.length - b.length))
    await groonga('table_remove', { name, dependent: 'yes' }).catch((error: unknown) =>
      logger.warn({ err: error, name }, 'the search engine keeps an old table'),
    )
}
