import { MESSAGES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import type { FollowListItem } from '#contract/people.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import { loadPeople, personExists } from '#server/features/people/users/people.service.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { before, followedAmong } from './follow-graph.service.ts'
import { FollowModel, type FollowDocument } from './follows.model.ts'

/** The end of a follow row that a list is about, and the one whose people it shows. */
type Side = { of: 'followeeId'; shows: 'followerId' } | { of: 'followerId'; shows: 'followeeId' }

const FOLLOWERS: Side = { of: 'followeeId', shows: 'followerId' }
const FOLLOWING: Side = { of: 'followerId', shows: 'followeeId' }

/** Rows of each further read, where most of a page's people are left out. */
const FILLING = 200

/** Who follows this person, newest first, 20 a page. Throws 404 for nobody and for who blocks the viewer. */
export const followersOf = (viewer: Viewer | null, userId: string, cursor?: string) =>
  list(viewer, userId, FOLLOWERS, cursor)

/** Whom this person follows, newest first, 20 a page. */
export const followedBy = (viewer: Viewer | null, userId: string, cursor?: string) =>
  list(viewer, userId, FOLLOWING, cursor)

// People the viewer does not meet are left out and the page filled up, so that only an empty page is the end.
async function list(
  viewer: Viewer | null,
  userId: string,
  side: Side,
  cursor?: string,
): Promise<FollowListItem[]> {
  await assertVisible(viewer, userId)
  const page: FollowListItem[] = []
  let from = cursor
  for (let size: number = PAGE.people; ; size = FILLING) {
    const rows = await readRows(userId, side, size, from)
    page.push(...(await hydrate(viewer, rows, side)))
    from = rows.at(-1)?._id.toHexString()
    if (rows.length < size || page.length >= PAGE.people) return page.slice(0, PAGE.people)
  }
}

async function assertVisible(viewer: Viewer | null, userId: string): Promise<void> {
  const hidden = viewer?.blocked.has(userId) && (await relationBetween(viewer.id, userId)).blockedBy
  if (hidden || !(await personExists(userId))) throw notFound(MESSAGES.userNotFound)
}

const readRows = (
  userId: string,
  { of, shows }: Side,
  size: number,
  cursor?: string,
): Promise<FollowDocument[]> =>
  FollowModel.find({ [of]: userId, ...before(cursor) }, { [shows]: 1 })
    .sort({ _id: -1 })
    .limit(size)
    .hint({ [of]: 1, _id: -1 })
    .lean<FollowDocument[]>()

async function hydrate(
  viewer: Viewer | null,
  rows: FollowDocument[],
  { shows }: Side,
): Promise<FollowListItem[]> {
  const visible = rows
    .map((row) => ({ id: row[shows].toHexString(), cursor: row._id.toHexString() }))
    .filter(({ id }) => !viewer?.blocked.has(id))
  const ids = visible.map(({ id }) => id)
  const people = await loadPeople(ids, viewer ? await followedAmong(viewer.id, ids) : new Set())
  return visible.flatMap(({ id, cursor }) => {
    const person = people.get(id)
    return person ? [{ ...person, cursor }] : []
  })
}
