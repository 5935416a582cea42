import { Types, trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import type { UserView } from '#contract/people.ts'
import type { ReactionEmoji, ReactorsQuery, ReactorView } from '#contract/posts.ts'
import { followedAmong } from '#server/features/people/follows/follow-graph.service.ts'
import { loadPeople } from '#server/features/people/users/people.service.ts'
import { visiblePost } from '#server/features/posts/posts.store.ts'
import { packPlace, unpackPlace } from '#server/platform/cursor-pages.ts'
import { badRequest } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { EVERY_EMOJI, REACTIONS_TO, ReactionModel, type ReactionDocument } from './reactions.model.ts'

type Row = Pick<ReactionDocument, '_id' | 'userId' | 'emoji' | 'createdAt'>

/** Position in the list: many reactions may have the same time. */
interface Place {
  at: Date
  id: Types.ObjectId
}

/** Rows of each further read when people were filtered out. */
const FILLING = 200

/**
 * Who reacted to a post, newest first, 20 a page, without people who have a block between them and the viewer
 * (DECISIONS row 154). Skeleton, filter, hydrate, present; the page is filled up with further rows, so only an
 * empty page is the end. Throws 404 for a post that is not visible, 400 for a foreign cursor.
 */
export async function reactorsTo(
  viewer: Viewer | null,
  postId: string,
  { emoji, cursor }: ReactorsQuery,
): Promise<ReactorView[]> {
  let from = cursor === undefined ? null : placeOf(cursor)
  await visiblePost(viewer, postId)
  const page: ReactorView[] = []
  for (let size: number = PAGE.people; ; size = FILLING) {
    const rows = await skeleton(postId, emoji ? [emoji] : EVERY_EMOJI, from, size)
    const visible = rows.filter(({ userId }) => !viewer?.blocked.has(userId.toHexString()))
    page.push(...present(visible, await hydrate(viewer, visible)))
    const last = rows.at(-1)
    if (!last || rows.length < size || page.length >= PAGE.people) return page.slice(0, PAGE.people)
    from = { at: last.createdAt, id: last._id }
  }
}

const skeleton = (
  postId: string,
  emoji: readonly ReactionEmoji[],
  from: Place | null,
  limit: number,
): Promise<Row[]> =>
  ReactionModel.find(
    { postId, emoji: trusted({ $in: emoji }), ...(from && after(from)) },
    { userId: 1, emoji: 1, createdAt: 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .hint(REACTIONS_TO)
    .lean<Row[]>()

// The first condition is the index's range; the second leaves out what the last page had of that moment.
const after = ({ at, id }: Place) => ({
  createdAt: trusted({ $lte: at }),
  $or: [{ createdAt: trusted({ $lt: at }) }, { _id: trusted({ $lt: id }) }],
})

async function hydrate(viewer: Viewer | null, rows: readonly Row[]): Promise<Map<string, UserView>> {
  const ids = rows.map(({ userId }) => userId.toHexString())
  return loadPeople(ids, viewer ? await followedAmong(viewer.id, ids) : new Set())
}

const present = (rows: readonly Row[], people: ReadonlyMap<string, UserView>): ReactorView[] =>
  rows.flatMap(({ _id, userId, emoji, createdAt }) => {
    const person = people.get(userId.toHexString())
    const cursor = packPlace([String(createdAt.getTime()), _id.toHexString()])
    return person ? [{ ...person, emoji, cursor }] : []
  })

/** The latest moment that a date can be, ms. */
const END_OF_TIME = 8.64e15

function placeOf(cursor: string): Place {
  const [at, id] = unpackPlace(cursor, 2) as [string, string]
  if (!/^\d{1,16}$/.test(at) || Number(at) > END_OF_TIME) throw badRequest(MESSAGES.badCursor)
  return { at: new Date(Number(at)), id: new Types.ObjectId(id) }
}
