import { trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { PostView } from '#contract/posts.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { ownThing } from '#server/features/people/relations/relations.policy.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { undoTime } from '#server/shared/undo-time.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { removePost } from './post-deletion.ts'
import { hidePost, purgePost, restorePost, takeUndoablePost } from './post-hiding.ts'
import { PostTombstoneModel, type PostRecord, type PostTombstone } from './posts.model.ts'
import { canDeletePost } from './posts.policy.ts'
import { postViewOf } from './posts.service.ts'
import { postLock, visiblePost } from './posts.store.ts'

/**
 * Deletes a post, which disappears at once. Its author can bring it back for a while (DECISIONS row 229); what
 * an admin deletes is gone.
 */
export async function deletePost(viewer: Viewer, postId: string): Promise<void> {
  // Blocks do not keep admins out.
  const post = await visiblePost(viewer.isAdmin ? null : viewer, postId)
  const authorId = post.authorId.toHexString()
  if (!canDeletePost(viewer, { authorId })) throw forbidden()
  if (viewer.id === authorId) return undoTime() > 0 ? deleteForNow(postId) : removePost(postId)
  const action = {
    admin: viewer,
    action: 'post.delete',
    target: { type: 'post', id: postId },
    after: null,
  } as const
  await removePost(postId, (tx, { nsfw }) => recordAdminAction(tx, { ...action, before: { authorId, nsfw } }))
}

const inTurn = <T>(postId: string, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  oneAtATime(postLock(postId), () => transact(work))

/** Deletes a post for everybody, and keeps it on its tombstone until the job runs. */
const deleteForNow = (postId: string): Promise<void> =>
  inTurn(postId, async (tx) => {
    const post = await hidePost(tx, postId)
    if (!post) throw notFound(MESSAGES.postNotFound)
    const rev = post.rev + 1
    await PostTombstoneModel.updateOne({ _id: postId }, { $set: { undoable: post } }, { session: tx.session })
    await flushing.enqueue({ postId, rev }, { tx, afterMs: undoTime() })
  })

/** `rev`: of this deletion, there may be a later one. */
const flushing = defineJob<{ postId: string; rev: number }>({
  kind: 'flush-post',
  does: 'Deletes a post for good when its author has not brought it back.',
  isObligation: true,
  concurrency: 4,
  run: ({ postId, rev }) => flush(postId, rev),
})

const flush = (postId: string, rev?: number): Promise<void> =>
  inTurn(postId, async (tx) => {
    const post = await takeUndoablePost(tx, { _id: postId, ...(rev !== undefined && { rev }) })
    if (post) await purgePost(tx, post)
  })

/** Deletes permanently what could be brought back, for the erasure of an account. */
export const flushNow = (postId: string): Promise<void> => flush(postId)

/**
 * Brings back a post that the viewer has just deleted, with its comments and reactions; one that is back
 * already is answered too. Throws 404 afterwards, and for other people's posts.
 */
export async function undoPostDeletion(viewer: Viewer, postId: string): Promise<PostView> {
  const post = await inTurn<PostRecord>(postId, async (tx) => {
    const own = { _id: postId, authorId: viewer.id }
    const tombstone = await PostTombstoneModel.findOne({ ...own, undoable: trusted({ $exists: true }) })
      .session(tx.session)
      .lean<PostTombstone>()
    return tombstone?.undoable ? restorePost(tx, tombstone.undoable) : ownPost(viewer, postId, tx)
  })
  return postViewOf(viewer, ownThing(viewer, post))
}

async function ownPost(viewer: Viewer, postId: string, tx: Transaction): Promise<PostRecord> {
  const deleted = await PostTombstoneModel.exists({ _id: postId, authorId: viewer.id }).session(tx.session)
  if (deleted) throw notFound(MESSAGES.goneForGood)
  const post = await visiblePost(viewer, postId, tx)
  if (post.authorId.toHexString() !== viewer.id) throw notFound(MESSAGES.postNotFound)
  return post
}
