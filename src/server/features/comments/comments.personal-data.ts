import { postLock } from '#server/features/posts/posts.store.ts'
import { OWN_POOS, PooModel, type PooDocument } from './poos/poos.model.ts'
import { clearPoosLater, withdrawPoo } from './poos/poos.service.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { HttpError } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { sweep, sweepParts } from '#server/platform/sweep.ts'
import { exportedFields } from '#server/shared/exported-fields.ts'
import { CommentModel, CommentTombstoneModel, type CommentDocument } from './comments.model.ts'
import { removeComment } from './comments.service.ts'

/** Deletes a person's comments, lowers the counters of their posts, and deletes the tombstones. */
export const eraseComments: Erase = async ({ id: authorId }, { signal }) => {
  await sweepParts(
    () => sweep(rowsOf(CommentModel.find({ authorId }).lean<CommentDocument[]>()), remove, signal),
    () => CommentTombstoneModel.deleteMany({ authorId }),
  )
}

async function remove(known: CommentDocument): Promise<void> {
  const { _id, postId } = known
  try {
    await oneAtATime(postLock(postId.toHexString()), () =>
      transact(async (tx) => {
        const comment = await CommentModel.findById(_id).session(tx.session).lean<CommentDocument>()
        if (comment) await removeComment(tx, comment)
      }),
    )
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error
    // The post is hidden, or it is deleted and the deletion of its comments may not have reached this one.
    await transact(async (tx) => {
      await CommentModel.deleteOne({ _id }, { session: tx.session })
      await clearPoosLater(tx, known)
    })
  }
}

const asItIs = exportedFields<CommentDocument>({
  _id: false,
  postId: false,
  authorId: false,
  author: false,
  text: true,
  parent: false,
  poos: true,
  clientId: false,
  createdAt: true,
  updatedAt: true,
  rev: false,
})

/** A person's comments, newest first, for their export. */
export async function* exportedComments(authorId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const comment of rowsOf(
    CommentModel.find({ authorId }).sort({ createdAt: -1, _id: -1 }).lean<CommentDocument[]>(),
  )) {
    const { _id, postId, parent } = comment
    yield {
      id: _id.toHexString(),
      postId: postId.toHexString(),
      ...(parent && { answers: parent.id.toHexString() }),
      ...asItIs(comment),
    }
  }
}

/** Takes every poo back, and corrects the comments' figures. */
export const erasePoos: Erase = async ({ id: userId }, { signal }) => {
  const own = PooModel.find({ userId }, { commentId: 1 }).lean<Pick<PooDocument, 'commentId'>[]>()
  await sweep(rowsOf(own), ({ commentId }) => withdrawPoo(userId, commentId.toHexString()), signal)
}

/** A person's poos on comments, for their export. */
export async function* exportedPoos(userId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const { commentId, postId, createdAt } of rowsOf(
    PooModel.find({ userId }).sort(OWN_POOS).lean<PooDocument[]>(),
  ))
    yield { commentId: commentId.toHexString(), postId: postId.toHexString(), createdAt }
}
