import { PAGE } from '#contract/limits.ts'
import type { PeopleSearchQuery, UserListItem } from '#contract/people.ts'
import { followedAmong } from '#server/features/people/follows/follow-graph.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { fold } from '#server/platform/fold.ts'
import { LIST_ROW } from './people.service.ts'
import { presentUser } from './users.present.ts'
import { mongo } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { badRequest } from '#server/platform/errors.ts'
import { PEOPLE_BY_KEY, UserModel, type UserRecord, type UserDocument } from './users.model.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import { rebuildField } from '#server/platform/mongo/derived-field.ts'

/**
 * People whose handle or a word of whose name starts with `q`, shortest match first, 20 a page; a leading @
 * is allowed.
 * Blank finds nobody. People with a block between them and the viewer are left out and the page filled up.
 * Throws 400 for a cursor that is none of this search.
 */
export async function searchPeople(
  { q, cursor }: PeopleSearchQuery,
  viewer: Viewer | null,
): Promise<UserListItem[]> {
  const after = cursor === undefined ? null : placeOf(cursor)
  const wanted = fold(q).replace(/^@/, '')
  if (wanted === '') return []
  const found = await nextMatches(wanted, after, viewer)
  const ids = found.map(({ place }) => place.id)
  const followed = viewer ? await followedAmong(viewer.id, ids) : new Set<string>()
  return found.map(({ user, place }) => ({
    ...presentUser(user, followed.has(place.id)),
    cursor: packPlace([place.key, place.id]),
  }))
}

function placeOf(cursor: string): NamePlace {
  const [key, id] = unpackPlace(cursor, 2) as [string, string]
  return { key, id }
}

async function nextMatches(wanted: string, after: NamePlace | null, viewer: Viewer | null) {
  const page: { user: Keyed; place: NamePlace }[] = []
  for await (const match of peopleByName(wanted, after, { ...LIST_ROW, searchKeys: 1 }, PAGE.search)) {
    if (!viewer?.blocked.has(match.place.id)) page.push(match)
    if (page.length === PAGE.search) break
  }
  return page
}

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
    const place = firstMatch(user, wanted)
    if (!after || comesAfter(place, after)) yield { user, place }
  }
}

function firstMatch(user: Keyed, wanted: string): NamePlace {
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

// A display name of 50 characters holds at most 25 words; later ones are found through the earlier ones.
const MOST_WORDS = 8

/**
 * The keys a person is found by: the handle, and the display name from each of its words to its end
 * ('ann of cleves', 'of cleves', 'cleves'), so that the start of any word, and several words, are one range
 * of the index.
 */
export function searchKeys({ handle, displayName }: Pick<UserDocument, 'handle' | 'displayName'>): string[] {
  const words = fold(displayName).split(' ')
  const starts = words.slice(0, MOST_WORDS).map((_, at) => words.slice(at).join(' '))
  // A word may open with a quotation mark or a bracket that nobody types.
  const bare = starts.map((start) => start.replace(/^[^\p{L}\p{N}]+/u, ''))
  return [...new Set([handle, ...starts, ...bare])].filter(Boolean)
}

/** Writes the search keys of the next people anew. */
export const rebuildSearchKeys: Part = (after) =>
  rebuildField<UserDocument, 'handle' | 'displayName'>(
    {
      collection: UserModel.collection,
      field: 'searchKeys',
      sources: ['handle', 'displayName'],
      derive: searchKeys,
    },
    after,
  )
