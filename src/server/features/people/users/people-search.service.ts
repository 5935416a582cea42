import { PAGE } from '#contract/limits.ts'
import type { PeopleSearchQuery, UserListItem } from '#contract/people.ts'
import { followedAmong } from '#server/features/people/follows/follow-graph.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { fold } from '#server/platform/fold.ts'
import { packPlace, peopleByName, unpackPlace, type Keyed, type NamePlace } from './people-by-name.ts'
import { LIST_ROW } from './people.service.ts'
import { presentUser } from './users.present.ts'

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
