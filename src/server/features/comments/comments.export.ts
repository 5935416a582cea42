import { rowsOf } from '#server/platform/mongo/rows.ts'
import { CommentModel, type CommentDocument } from './comments.model.ts'

/** Everything a person has commented, newest first, for their export. */
export async function* exportedComments(authorId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const comment of rowsOf(CommentModel.find({ authorId }).sort({ createdAt: -1, _id: -1 }).lean<CommentDocument[]>())) {
    const { _id, postId, text, createdAt, updatedAt } = comment
    yield { id: _id.toHexString(), postId: postId.toHexString(), text, createdAt, updatedAt }
  }
}
