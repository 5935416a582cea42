import { mongo } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { badRequest } from '#server/platform/errors.ts'
import { PEOPLE_BY_KEY, UserModel, type UserRecord } from './users.model.ts'

export type Keyed = UserRecord & { searchKeys: string[] }

/** Where a person stands among the found: by the first of their keys that matches, then by id. */
export interface NamePlace {
  key: string
  id: string
}

/** Greater than every text that starts with the same words. */
export const END = '\u{10ffff}'

/**
 * People whose handle or a word of whose name starts with `wanted` (folded, not blank), those who come after
 * a place: one range of the index, read in its order. Whoever matches by an earlier key too has come already.
 * Throws 400 for a place that no such search has. `size` is how many are wanted at first.
 */
export async function* peopleByName(
  wanted: string,
  after: NamePlace | null,
  projection: Record<string, 0 | 1>,
  size: number,
): AsyncGenerator<{ user: Keyed; place: NamePlace }> {
  if (after && !(after.key.startsWith(wanted) && isBefore(after.key, wanted + END)))
    throw badRequest(MESSAGES.badCursor)
  const min = after
    ? { searchKeys: after.key, _id: new mongo.ObjectId(after.id) }
    : { searchKeys: wanted, _id: new mongo.MinKey() }
  const max = { searchKeys: wanted + END, _id: new mongo.MinKey() }
  // The place itself is read once more.
  const range = { hint: PEOPLE_BY_KEY, min, max, projection, batchSize: after ? size + 1 : size }
  for await (const user of UserModel.collection.find({}, range) as unknown as AsyncIterable<Keyed>) {
    const place = placeOf(user, wanted)
    if (!after || comesAfter(place, after)) yield { user, place }
  }
}

function placeOf(user: Keyed, wanted: string): NamePlace {
  const matches = user.searchKeys
    .filter((key) => key.startsWith(wanted))
    .sort((one, other) => (isBefore(one, other) ? -1 : 1))
  return { key: matches[0] ?? wanted, id: user._id.toHexString() }
}

/** Whether one text stands before another in an index: the store orders texts by their bytes. */
export const isBefore = (one: string, other: string): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0

const comesAfter = (one: NamePlace, other: NamePlace): boolean =>
  isBefore(other.key, one.key) || (one.key === other.key && one.id > other.id)

/** A place as the page that follows is asked for. */
export const packPlace = (place: readonly string[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** The texts a cursor holds, `length` of them, the last one an id. Throws 400 for anything else. */
export function unpackPlace(cursor: string, length: number): string[] {
  const parts = parsed(cursor)
  const fits =
    Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string')
  if (!fits || !/^[0-9a-f]{24}$/.test(parts.at(-1)!)) throw badRequest(MESSAGES.badCursor)
  return parts
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    // Not one of ours.
    return null
  }
}
