import { PAGE } from '#contract/limits.ts'
import type { FollowListItem, UserView } from '#contract/people.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { outdateLists } from '#client/live/list/live-list.ts'
import { pageOf } from '#client/live/list/pages.ts'
import { fetchFollows, fetchHidden } from './users.actions.ts'
import { applyPeople } from './users.store.ts'

/** Lists that were closed are read again when they are older, ms. */
const FRESH_MS = 10_000

/** A list of people in the server's order. The server fills each page with 20 rows: a shorter one is the last. */
export const peopleList = <Row extends UserView & { cursor: string }>(
  key: string,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<readonly Row[]>,
  fresh: number,
): ListSource<Row> => ({
  key: `people: ${key}`,
  fresh,
  read: async (before, signal) => {
    const page = await fetchPage(before, signal)
    applyPeople(page)
    return pageOf(page, PAGE.people, ({ cursor }) => cursor)
  },
})

/** The followers of a person, or those whom they follow. */
export const followsOf = (id: string, side: 'followers' | 'following'): ListSource<FollowListItem> =>
  peopleList(`${side} of ${id}`, (cursor, signal) => fetchFollows(id, side, cursor, signal), FRESH_MS)

/** Somebody has followed or left this person, or the other way round: only the counts are pushed. */
export const outdateFollowsOf = (id: string): void =>
  outdateLists((key) => key === `people: followers of ${id}` || key === `people: following of ${id}`)

/** Those whom the viewer mutes or blocks. A change on another page of the app does not reach a list that is not open. */
export const hiddenPeople = (kind: 'muted' | 'blocked'): ListSource<FollowListItem> =>
  peopleList(kind, (cursor, signal) => fetchHidden(kind, cursor, signal), 0)
