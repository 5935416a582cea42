import { PAGE } from '#contract/limits.ts'
import type { PeopleSearchQuery, UserListItem } from '#contract/people.ts'
import { followedAmong } from '#server/features/people/follows/follow-graph.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { fold, nameStarts } from '#contract/fold.ts'
import { LIST_ROW, presentUser, type ListRow } from './users.present.ts'
import { mongo } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { packPlace, unpackPlace } from '#server/platform/cursor-pages.ts'
import { badRequest } from '#server/platform/errors.ts'
import { PEOPLE_BY_KEY, UserModel, type UserDocument } from './users.model.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import { rebuildFields } from '#server/platform/mongo/derived-field.ts'

/**
 * People whose handle, or a word of whose name, starts with `q`, shortest match first, 20 a page; a leading @
 * is allowed. A blank query finds nobody. Skeleton and filter (blocks) are one step that fills the page up,
 * of records with all that a row shows; then hydrate (whom the viewer follows) and present. Throws 400 for a
 * foreign cursor.
 */
export async function searchPeople(
  { q, cursor }: PeopleSearchQuery,
  viewer: Viewer | null,
): Promise<UserListItem[]> {
  const after = cursor === undefined ? null : placeOf(cursor)
  const wanted = fold(q).replace(/^@/, '')
  if (wanted === '') return []
  const found = await filteredSkeleton(wanted, after, viewer)
  const followed = await hydrateFollowed(viewer, found)
  return found.map((match) => presentMatch(match, followed))
}

interface Match {
  user: Keyed
  place: NamePlace
}

const hydrateFollowed = async (viewer: Viewer | null, found: readonly Match[]): Promise<Set<string>> =>
  viewer
    ? followedAmong(
        viewer.id,
        found.map(({ place }) => place.id),
      )
    : new Set()

const presentMatch = ({ user, place }: Match, followed: ReadonlySet<string>): UserListItem => ({
  ...presentUser(user, followed.has(place.id)),
  cursor: packPlace([place.key, place.id]),
})

function placeOf(cursor: string): NamePlace {
  const [key, id] = unpackPlace(cursor, 2) as [string, string]
  return { key, id }
}

async function filteredSkeleton(wanted: string, after: NamePlace | null, viewer: Viewer | null) {
  const page: Match[] = []
  for await (const match of peopleByName(wanted, after)) {
    if (!viewer?.blocked.has(match.place.id)) page.push(match)
    if (page.length === PAGE.search) break
  }
  return page
}

const KEYED = { ...LIST_ROW, searchKeys: 1 }
type Keyed = ListRow & Pick<UserDocument, 'searchKeys'>

/** Position in the result: the first matching key, then the id. */
interface NamePlace {
  key: string
  id: string
}

/** Greater than every text with the same start. */
const END = '\u{10ffff}'

/**
 * People whose handle, or a word of whose name, starts with `wanted` (folded, not blank), after a position:
 * one range of the index, in its order. A person who matches with several keys comes once. Throws 400 for a
 * position of another search.
 */
async function* peopleByName(wanted: string, after: NamePlace | null): AsyncGenerator<Match> {
  if (after && !(after.key.startsWith(wanted) && isBefore(after.key, wanted + END)))
    throw badRequest(MESSAGES.badCursor)
  const min = after
    ? { searchKeys: after.key, _id: new mongo.ObjectId(after.id) }
    : { searchKeys: wanted, _id: new mongo.MinKey() }
  const max = { searchKeys: wanted + END, _id: new mongo.MinKey() }
  // The position itself is read again.
  const range = { hint: PEOPLE_BY_KEY, min, max, projection: KEYED, batchSize: PAGE.search + (after ? 1 : 0) }
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

/** Compares as the index does: by bytes. */
const isBefore = (one: string, other: string): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0

const comesAfter = (one: NamePlace, other: NamePlace): boolean =>
  isBefore(other.key, one.key) || (one.key === other.key && one.id > other.id)

// A display name of 50 characters has at most 25 words; later ones are found with the earlier ones.
const MAX_WORDS = 8

/**
 * The keys of a person: the handle, and the display name from each of its words to its end ('ann of cleves',
 * 'of cleves', 'cleves'). So the start of any word, and several words, are one range of the index.
 */
export function searchKeys({ handle, displayName }: Pick<UserDocument, 'handle' | 'displayName'>): string[] {
  const starts = nameStarts(displayName).slice(0, MAX_WORDS)
  // Nobody types a leading quotation mark or bracket.
  const bare = starts.map((start) => start.replace(/^[^\p{L}\p{N}]+/u, ''))
  return [...new Set([handle, ...starts, ...bare])].filter(Boolean)
}

/** Rebuilds the search keys of the next people. */
export const rebuildSearchKeys: Part = (after) =>
  rebuildFields<UserDocument, 'handle' | 'displayName', 'searchKeys'>(
    {
      collection: UserModel.collection,
      fields: ['searchKeys'],
      sources: ['handle', 'displayName'],
      derive: (person) => ({ searchKeys: searchKeys(person) }),
    },
    after,
  )
