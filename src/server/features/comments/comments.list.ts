import { Types } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import type { CommentView } from '#contract/comments.ts'
import { visiblePost } from '#server/features/posts/posts.store.ts'
import { createdAtWithin, filledPage, inOrder, type Range } from '#server/platform/cursor-pages.ts'
import { notFound } from '#server/platform/errors.ts'
import { hides, type Viewer } from '#server/platform/viewer.ts'
import { COMMENTS_BY_PERSON, COMMENTS_OF_POST, CommentModel, type CommentDocument } from './comments.model.ts'
import { presentComment } from './comments.present.ts'

/**
 * A page of a post's comments, newest first, without those of people the viewer does not meet; `cursor` is
 * the createdAt of the last one held. Throws 404 when the viewer may not meet the post itself.
 */
export async function listComments(
  viewer: Viewer | null,
  postId: string,
  cursor: string | undefined,
): Promise<CommentView[]> {
  await visiblePost(viewer, postId)
  const before = cursor === undefined ? null : Date.parse(cursor)
  const met = ({ comment }: Row) => !hides(viewer, comment.authorId.toHexString())
  const { rows } = await filledPage((range) => readComments(postId, range), before, PAGE.comments, met)
  return rows.map(({ comment }) => presentComment(comment, viewer))
}

/** One comment, if the viewer may meet it and the post it answers; else 404. */
export async function visibleComment(viewer: Viewer | null, commentId: string): Promise<CommentDocument> {
  const comment = await CommentModel.findById(commentId).lean<CommentDocument>()
  if (!comment || viewer?.blocked.has(comment.authorId.toHexString())) throw notFound()
  await visiblePost(viewer, comment.postId.toHexString())
  return comment
}

interface Row {
  comment: CommentDocument
  /** createdAt in milliseconds. */
  at: number
}

const readComments = (postId: string, range: Range): Promise<Row[]> =>
  readRows({ postId: new Types.ObjectId(postId) }, COMMENTS_OF_POST, range)

/**
 * Rows of one person's comments, newest first, for who shows them as they may be shown: see `presentComment`.
 */
export const readCommentsBy = (authorId: string, range: Range): Promise<Row[]> =>
  readRows({ authorId: new Types.ObjectId(authorId) }, COMMENTS_BY_PERSON, range)

async function readRows(
  of: { postId: Types.ObjectId } | { authorId: Types.ObjectId },
  hint: typeof COMMENTS_OF_POST | typeof COMMENTS_BY_PERSON,
  range: Range,
): Promise<Row[]> {
  const options = { hint, ...inOrder(range, { createdAt: -1, _id: -1 } as const) }
  const comments = (await CommentModel.collection
    .find({ ...of, ...createdAtWithin(range) }, options)
    .toArray()) as unknown as CommentDocument[]
  return comments.map((comment) => ({ comment, at: comment.createdAt.getTime() }))
}

/** How many comments there are. */
export const countComments = (): Promise<number> => CommentModel.estimatedDocumentCount()
