import { postLock } from '#server/features/posts/posts.store.ts'
import { OWN_POOS, PooModel, type PooDocument } from './poos/poos.model.ts'
import { withdrawPoo } from './poos/poos.service.ts'
import { PORTION, type Erase } from '#server/platform/erasure.ts'
import { HttpError } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { CommentModel, CommentTombstoneModel, type CommentDocument } from './comments.model.ts'
import { removeComment } from './comments.service.ts'

/** Deletes a person's comments, lowers the counters of their posts, and deletes the tombstones. */
export const eraseComments: Erase = async ({ id: authorId }, { signal }) => {
  const some = () => CommentModel.find({ authorId }).limit(PORTION).lean<CommentDocument[]>()
  for (let comments = await some(); comments.length > 0; comments = await some()) {
    for (const comment of comments) {
      signal.throwIfAborted()
      await remove(comment)
    }
  }
  await CommentTombstoneModel.deleteMany({ authorId })
}

async function remove({ _id, postId }: CommentDocument): Promise<void> {
  try {
    await oneAtATime(postLock(postId.toHexString()), () =>
      transact(async (tx) => {
        const comment = await CommentModel.findById(_id).session(tx.session).lean<CommentDocument>()
        if (comment) await removeComment(tx, comment)
      }),
    )
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error
    // The post is deleted, and the deletion of its comments may not have reached this one.
    await CommentModel.deleteOne({ _id })
  }
}

/** A person's comments, newest first, for their export. */
export async function* exportedComments(authorId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const comment of rowsOf(
    CommentModel.find({ authorId }).sort({ createdAt: -1, _id: -1 }).lean<CommentDocument[]>(),
  )) {
    const { _id, postId, parent, text, poos, createdAt, updatedAt } = comment
    yield {
      id: _id.toHexString(),
      postId: postId.toHexString(),
      ...(parent && { answers: parent.id.toHexString() }),
      text,
      poos,
      createdAt,
      updatedAt,
    }
  }
}

/** Takes every poo back, and corrects the comments' figures. */
export const erasePoos: Erase = async ({ id: userId }, { signal }) => {
  const some = () =>
    PooModel.find({ userId }, { commentId: 1 }).limit(PORTION).lean<Pick<PooDocument, 'commentId'>[]>()
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const { commentId } of rows) {
      signal.throwIfAborted()
      await withdrawPoo(userId, commentId.toHexString())
    }
  }
}

/** A person's poos on comments, for their export. */
export async function* exportedPoos(userId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const { commentId, postId, createdAt } of rowsOf(
    PooModel.find({ userId }).sort(OWN_POOS).lean<PooDocument[]>(),
  ))
    yield { commentId: commentId.toHexString(), postId: postId.toHexString(), createdAt }
}
