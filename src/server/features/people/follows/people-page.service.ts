import { PAGE } from '#contract/limits.ts'
import type { FollowListItem, UserView } from '#contract/people.ts'
import { loadPeople } from '#server/features/people/users/people.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { followedAmong } from './follow-graph.service.ts'

/** A person's place in a list: their id, and the id of the row, which continues the list after them. */
export interface PersonInList {
  id: string
  cursor: string
}

interface PeopleSource {
  /** The next rows of the list, newest first: fewer than `size` only at its end. */
  skeleton: (size: number, from: string | undefined) => Promise<PersonInList[]>
  /** Leaves out whom the viewer may not see. */
  filter: (rows: PersonInList[]) => PersonInList[] | Promise<PersonInList[]>
}

/** Rows of each further read when people were filtered out. */
const FILLING = 200

/**
 * A page of a list of people, 20 of them, in four steps: skeleton, filter, hydrate, present. It is filled up with
 * further rows, so only a page that is not full is the last one.
 */
export async function peoplePage(
  viewer: Viewer | null,
  cursor: string | undefined,
  { skeleton, filter }: PeopleSource,
): Promise<FollowListItem[]> {
  const page: FollowListItem[] = []
  let from = cursor
  for (let size: number = PAGE.people; ; size = FILLING) {
    const rows = await skeleton(size, from)
    const visible = await filter(rows)
    page.push(...present(visible, await hydrate(viewer, visible)))
    from = rows.at(-1)?.cursor
    if (rows.length < size || page.length >= PAGE.people) return page.slice(0, PAGE.people)
  }
}

async function hydrate(
  viewer: Viewer | null,
  visible: readonly PersonInList[],
): Promise<Map<string, UserView>> {
  const ids = visible.map(({ id }) => id)
  return loadPeople(ids, viewer ? await followedAmong(viewer.id, ids) : new Set())
}

const present = (visible: readonly PersonInList[], people: ReadonlyMap<string, UserView>): FollowListItem[] =>
  visible.flatMap(({ id, cursor }) => {
    const person = people.get(id)
    return person ? [{ ...person, cursor }] : []
  })
