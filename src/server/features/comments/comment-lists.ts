import { Types } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import type { CommentView, ReplyView } from '#contract/comments.ts'
import { personByHandle } from '#server/features/people/users/profiles.service.ts'
import { mentionsBy } from '#server/features/posts/post-lists.ts'
import { canSeePost, visiblePosts } from '#server/features/posts/posts.policy.ts'
import { postViewsOf } from '#server/features/posts/posts.service.ts'
import { recordsOf, visiblePost, type PostRecord } from '#server/features/posts/posts.store.ts'
import { createdAtWithin, inOrder, wholePage, type CursorRange } from '#server/platform/cursor-pages.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { COMMENTS_BY_PERSON, CommentModel, type CommentDocument } from './comments.model.ts'
import { canSeeComment, isAcrossBlock } from './comments.policy.ts'
import { presentComments, presentOne } from './poos/own-poos.ts'

const momentOf = (cursor: string | undefined): number | null =>
  cursor === undefined ? null : Date.parse(cursor)

/** A comment, when the viewer can see it and its post; else 404. */
export async function visibleComment(
  viewer: Viewer | null,
  commentId: string,
  rule: 'known' | 'shown' = 'known',
): Promise<Visible<CommentDocument>> {
  const comment = await CommentModel.findById(commentId).lean<CommentDocument>()
  if (!comment || isAcrossBlock(viewer, comment)) throw notFound()
  const post = await visiblePost(viewer, comment.postId.toHexString())
  if (!canSeeComment(viewer, comment, post, rule)) throw notFound()
  return comment
}

/** One comment, for a link to it. Throws 404 for one that the lists leave out. */
export const loadComment = async (viewer: Viewer | null, commentId: string): Promise<CommentView> =>
  presentOne(viewer, await visibleComment(viewer, commentId, 'shown'))

interface CommentRow {
  comment: CommentDocument
  /** createdAt in milliseconds. */
  at: number
}

/** A person's comments, newest first, on whatever posts: the caller checks who can see them. */
export async function loadCommentsBy(authorId: string, range: CursorRange): Promise<CommentRow[]> {
  const options = { hint: COMMENTS_BY_PERSON, ...inOrder(range, { createdAt: -1, _id: -1 } as const) }
  const comments = (await CommentModel.collection
    .find({ authorId: new Types.ObjectId(authorId), ...createdAtWithin(range) }, options)
    .toArray()) as unknown as CommentDocument[]
  return comments.map((comment) => ({ comment, at: comment.createdAt.getTime() }))
}

/** How many comments there are. */
export const countComments = (): Promise<number> => CommentModel.estimatedDocumentCount()

/** A row of a profile's replies: a comment, or a post of the person that mentions somebody. */
interface ReplyRow {
  at: number
  id: string
  postId: string
  comment: CommentDocument | null
}

/**
 * A profile's replies, newest first (DECISIONS row 8): the person's comments, and their posts that mention
 * somebody. Rows on posts that the viewer cannot see are left out; only an empty page is the end. Throws 404
 * for nobody, and for a person who blocks the viewer.
 */
export async function listReplies(
  viewer: Viewer | null,
  handle: string,
  cursor: string | undefined,
): Promise<ReplyView[]> {
  const { id } = await personByHandle(handle, viewer)
  if (!canSeePost(viewer, { authorId: id })) return []
  for (let before = momentOf(cursor); ;) {
    const { rows, end } = await wholePage((range) => replySkeleton(id, range), before, PAGE.posts)
    const posts = await hydratePosts(viewer, rows)
    const page = await presentReplies(viewer, rows, posts)
    if (page.length > 0 || end) return page
    before = rows.at(-1)!.at
  }
}

/** The newest rows of both lists as one. */
async function replySkeleton(authorId: string, range: CursorRange): Promise<ReplyRow[]> {
  const [comments, posts] = await Promise.all([
    loadCommentsBy(authorId, range),
    mentionsBy(authorId).skeleton(range),
  ])
  const rows: ReplyRow[] = [
    ...comments.map(({ comment, at }) => ({
      at,
      id: comment._id.toHexString(),
      postId: comment.postId.toHexString(),
      comment,
    })),
    ...posts.map(({ id, at }) => ({ at, id, postId: id, comment: null })),
  ]
  rows.sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
  return rows.slice(0, range.limit)
}

/** The posts of these rows that the viewer can see, by id. */
async function hydratePosts(
  viewer: Viewer | null,
  rows: readonly ReplyRow[],
): Promise<Map<string, Visible<PostRecord>>> {
  const ids = [...new Set(rows.map(({ postId }) => postId))]
  const visible = ids.length > 0 ? visiblePosts(viewer, await recordsOf(ids), 'opened') : []
  return new Map(visible.map((post) => [post._id.toHexString(), post]))
}

async function presentReplies(
  viewer: Viewer | null,
  rows: readonly ReplyRow[],
  posts: ReadonlyMap<string, Visible<PostRecord>>,
): Promise<ReplyView[]> {
  const comments = rows.flatMap(({ comment, postId }) => {
    const post = posts.get(postId)
    return comment && post && canSeeComment(viewer, comment, post, 'known') ? [comment] : []
  })
  const [postViews, commentViews] = await Promise.all([
    postViewsOf(viewer, [...posts.values()]),
    presentComments(viewer, comments),
  ])
  const postById = new Map(postViews.map((view) => [view.id, view]))
  const views = new Map(commentViews.map((view) => [view.id, view]))
  return rows.flatMap(({ id, at, postId, comment }) => {
    const post = postById.get(postId)
    if (!post) return []
    return [{ id, createdAt: new Date(at).toISOString(), comment: comment && views.get(id)!, post }]
  })
}
