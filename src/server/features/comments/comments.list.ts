import { Types } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import type { CommentView } from '#contract/posts.ts'
import { visiblePost } from '#server/features/posts/posts.store.ts'
import { createdAtWithin, filledPage, inOrder, type Range } from '#server/platform/cursor-pages.ts'
import { hides, type Viewer } from '#server/platform/viewer.ts'
import { COMMENTS_OF_POST, CommentModel, type CommentDocument } from './comments.model.ts'
import { presentComment } from './comments.present.ts'

/**
 * A page of a post's comments, newest first, without those of people the viewer does not meet; `cursor` is the createdAt
 * of the last one held. Throws 404 when the viewer may not meet the post itself.
 */
export async function listComments(viewer: Viewer | null, postId: string, cursor: string | undefined): Promise<CommentView[]> {
  await visiblePost(viewer, postId)
  const before = cursor === undefined ? null : Date.parse(cursor)
  const met = ({ comment }: Row) => !hides(viewer, comment.authorId.toHexString())
  const { rows } = await filledPage((range) => readComments(postId, range), before, PAGE.comments, met)
  return rows.map(({ comment }) => presentComment(comment, viewer))
}

interface Row {
  comment: CommentDocument
  at: number
}

async function readComments(postId: string, range: Range): Promise<Row[]> {
  const filter = { postId: new Types.ObjectId(postId), ...createdAtWithin(range) }
  const options = { hint: COMMENTS_OF_POST, ...inOrder(range, { createdAt: -1, _id: -1 } as const) }
  const comments = (await CommentModel.collection.find(filter, options).toArray()) as unknown as CommentDocument[]
  return comments.map((comment) => ({ comment, at: comment.createdAt.getTime() }))
}
