import { Types } from 'mongoose'
import type { CommentsQuery, CommentView } from '#contract/comments.ts'
import { ROAST } from '#contract/comments.constants.ts'
import { PAGE } from '#contract/limits.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import { visiblePost, type PostRecord } from '#server/features/posts/posts.store.ts'
import { createdAtWithin, filledPage, inOrder, type CursorRange } from '#server/platform/cursor-pages.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { COMMENTS_BY_POOS, COMMENTS_OF_POST, CommentModel, type CommentDocument } from './comments.model.ts'
import { canSeeComment } from './comments.policy.ts'
import { presentComments } from './poos/own-poos.ts'

/**
 * A page of a post's comments in the wanted order, without people the viewer blocks, is blocked by or mutes.
 * Skeleton, filter, present: a comment holds its author's card, so nothing is hydrated. Throws 404 when the
 * viewer cannot see the post.
 */
export async function listComments(
  viewer: Viewer | null,
  postId: string,
  { sort = 'newest', cursor }: CommentsQuery,
): Promise<CommentView[]> {
  const shown = shownOn(await visiblePost(viewer, postId), viewer)
  return presentComments(viewer, await READS[sort](shown, new Types.ObjectId(postId), cursor))
}

type Shown = (comment: CommentDocument) => comment is Visible<CommentDocument>
type Read = (
  shown: Shown,
  postId: Types.ObjectId,
  cursor: string | undefined,
) => Promise<Visible<CommentDocument>[]>

const shownOn =
  (post: Visible<PostRecord>, viewer: Viewer | null): Shown =>
  (comment) =>
    canSeeComment(viewer, comment, post, 'shown')

const newest: Read = (shown, postId, cursor) =>
  byTime(shown, cursor === undefined ? null : Date.parse(cursor), async (range) => {
    const options = { hint: COMMENTS_OF_POST, ...inOrder(range, { createdAt: -1, _id: -1 } as const) }
    return rowsOf(await find({ postId, ...createdAtWithin(range) }, options), 1)
  })

/** Pages are made for what gets older: times with the opposite sign do, when the oldest comes first. */
const first: Read = (shown, postId, cursor) =>
  byTime(shown, cursor === undefined ? null : -Date.parse(cursor), async (range) => {
    const options = { hint: COMMENTS_OF_POST, ...inOrder(range, { createdAt: 1, _id: 1 } as const) }
    return rowsOf(await find({ postId, ...createdAtAfter(range) }, options), -1)
  })

function createdAtAfter({ before, at }: CursorRange): { createdAt?: Date | { $gt: Date } } {
  if (at !== undefined) return { createdAt: new Date(-at) }
  return before == null ? {} : { createdAt: { $gt: new Date(-before) } }
}

interface Row {
  comment: CommentDocument
  at: number
}

const rowsOf = (comments: readonly CommentDocument[], sign: 1 | -1): Row[] =>
  comments.map((comment) => ({ comment, at: sign * comment.createdAt.getTime() }))

async function byTime(
  shown: Shown,
  from: number | null,
  read: (range: CursorRange) => Promise<Row[]>,
): Promise<Visible<CommentDocument>[]> {
  const { rows } = await filledPage(read, from, PAGE.comments, ({ comment }) => shown(comment))
  return rows.map(({ comment }) => comment).filter(shown)
}

/** Further reads of a page whose comments are hidden from the viewer, and the rows of each. */
const MAX_READS = 50
const FILL_SIZE = 100

/** Most poos first, of equal ones the newest; a page is filled up with further rows. */
const most: Read = async (shown, postId, cursor) => {
  const page: Visible<CommentDocument>[] = []
  let after = cursor === undefined ? null : placeOf(cursor)
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const limit = reads === 0 ? PAGE.comments : FILL_SIZE
    const rows = await find({ postId, ...(after && behind(after)) }, { ...RANKED, limit, batchSize: limit })
    page.push(...rows.filter(shown))
    const last = rows.at(-1)
    if (!last || rows.length < limit || page.length >= PAGE.comments) break
    after = { poos: last.poos, id: last._id }
  }
  return page.slice(0, PAGE.comments)
}

const RANKED = { hint: COMMENTS_BY_POOS, sort: { poos: -1, _id: -1 } } as const

interface Rank {
  poos: number
  id: Types.ObjectId
}

/** The contract has checked its form. */
function placeOf(cursor: string): Rank {
  const [poos = '', id = ''] = cursor.split('-')
  return { poos: Number(poos), id: new Types.ObjectId(id) }
}

const behind = ({ poos, id }: Rank) => ({
  $or: [{ poos: { $lt: poos } }, { poos, _id: { $lt: id } }],
})

const READS = { newest, first, most } as const

const find = async (
  filter: Record<string, unknown>,
  options: Record<string, unknown>,
): Promise<CommentDocument[]> =>
  (await CommentModel.collection.find(filter, options).toArray()) as unknown as CommentDocument[]

/** Comments that are looked at for the roast: more of the first ones are hardly hidden from anybody. */
const MAX_CANDIDATES = 50

/**
 * The roast of the day (DECISIONS row 261): of the comments of the last 24 hours that the viewer sees the one
 * with most poos, if it has enough; of equal ones the newest. Throws 404 when the viewer cannot see the post.
 */
export async function roastOf(viewer: Viewer | null, postId: string): Promise<CommentView | null> {
  const shown = shownOn(await visiblePost(viewer, postId), viewer)
  const filter = {
    postId: new Types.ObjectId(postId),
    poos: { $gte: ROAST.least },
    createdAt: { $gt: new Date(clock.now() - ROAST.lasts) },
  }
  const best = await find(filter, { ...RANKED, limit: MAX_CANDIDATES })
  const roast = best.find(shown)
  return roast ? (await presentComments(viewer, [roast]))[0]! : null
}
