import { Types } from 'mongoose'
import type { CommentView } from '#contract/comments.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { CommentDocument } from '#server/features/comments/comments.model.ts'
import { presentComment } from '#server/features/comments/comments.present.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import { OWN_POOS, PooModel, type PooDocument } from './poos.model.ts'

/** Comments with the viewer's part: one read of their poos, and none where nobody gave any. */
export async function presentComments(
  viewer: Viewer | null,
  comments: readonly Visible<CommentDocument>[],
): Promise<CommentView[]> {
  const own = await pooedBy(
    viewer,
    comments.filter(({ poos }) => poos > 0),
  )
  return comments.map((comment) => presentComment(comment, viewer, own.has(comment._id.toHexString())))
}

/** The same for one comment. */
export async function presentOne(
  viewer: Viewer | null,
  comment: Visible<CommentDocument>,
): Promise<CommentView> {
  const [view] = await presentComments(viewer, [comment])
  return view!
}

async function pooedBy(
  viewer: Viewer | null,
  comments: readonly CommentDocument[],
): Promise<ReadonlySet<string>> {
  if (!viewer || comments.length === 0) return new Set()
  const filter = { userId: new Types.ObjectId(viewer.id), commentId: { $in: comments.map(({ _id }) => _id) } }
  const rows = (await PooModel.collection
    .find(filter, { projection: { _id: 0, commentId: 1 }, hint: OWN_POOS })
    .toArray()) as unknown as Pick<PooDocument, 'commentId'>[]
  return new Set(rows.map(({ commentId }) => commentId.toHexString()))
}
