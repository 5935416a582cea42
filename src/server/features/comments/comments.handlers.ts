import { trusted } from 'mongoose'
import type { ActorView } from '#contract/people.ts'
import { rewriteSnapshots, authorSnapshotOf } from '#server/features/posts/author-snapshots.ts'
import { onPostDeleted } from '#server/features/posts/post-deletion.ts'
import { isUndoable, onPostShown } from '#server/features/posts/post-hiding.ts'
import { recordsOf, changePost, visiblePost } from '#server/features/posts/posts.store.ts'
import { onNewCard } from '#server/features/people/users/people.service.ts'
import { bus } from '#server/platform/bus.ts'
import { commentBrief } from '#contract/notifications.briefs.ts'
import { CreateCommentInput } from '#contract/comments.ts'
import { badRequest, HttpError } from '#server/platform/errors.ts'
import { hiding, type ModeratedKind, type Release } from '#server/shared/moderated.ts'
import { briefsOfComments } from '#server/features/notifications/notification-abouts.ts'
import { settleNotifications } from '#server/features/notifications/withdrawal.ts'
import { isRemoved } from '#server/features/moderation/removals.service.ts'
import { cardForWriting } from '#server/features/people/users/counters.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { loadCommentsBy, visibleComment } from './comment-lists.ts'
import { CommentModel, CommentTombstoneModel, type CommentDocument } from './comments.model.ts'
import { presentPublicComment } from './comments.present.ts'
import { releaseComment } from './publish-comment.ts'
import { countCommentsOf, markDeleted } from './comments.service.ts'
import { clearPoosLater, countPoosOf, removePoosOf } from './poos/poos.service.ts'

/** At most so many comments are pushed after a rename: the newest, which may be on a screen. */
const MAX_PUSHED = 100

/** Writes a person's new name and picture to their comments, and pushes the newest ones. */
export const syncCommentAuthors = (): (() => void) =>
  onNewCard(async (actor, signal) => {
    await rewriteSnapshots(CommentModel, actor, signal)
    await emitNewest(actor.id)
  })

/** What notifications show of the comments they are about. */
export const describeComments = (): (() => void) =>
  briefsOfComments(async (ids, tx) =>
    (
      await CommentModel.find({ _id: trusted({ $in: [...ids] }) })
        .session(tx?.session ?? null)
        .lean<CommentDocument[]>()
    ).map((comment) => commentBrief(presentPublicComment(comment))),
  )

export const clearCommentsOfDeletedPosts = (): (() => void) => onPostDeleted(removeCommentsOf)

export const countCommentsOfShownPosts = (): (() => void) =>
  onPostShown(async (tx, postId) => ({ commentCount: await countCommentsOf(tx, postId) }))

/** Repairs the author's card on their comments, for the recount. */
export const refreshCommentAuthor = (actor: ActorView): Promise<void> => rewriteSnapshots(CommentModel, actor)

async function emitNewest(authorId: string): Promise<void> {
  const comments = (await loadCommentsBy(authorId, { limit: MAX_PUSHED })).map(({ comment }) =>
    presentPublicComment(comment),
  )
  const posts = await recordsOf([...new Set(comments.map(({ postId }) => postId))])
  const authors = new Map(posts.map((post) => [post._id.toHexString(), post.authorId.toHexString()]))
  for (const comment of comments) {
    const postAuthorId = authors.get(comment.postId)
    if (postAuthorId) bus.emit('comment:updated', { comment, postAuthorId })
  }
}

/** Hides a comment; `restoreComment` shows it again. Null when there is none. */
export async function hideComment(tx: Transaction, commentId: string): Promise<CommentDocument | null> {
  const comment = await CommentModel.findByIdAndDelete(commentId, {
    session: tx.session,
  }).lean<CommentDocument>()
  if (!comment) return null
  await markDeleted(tx, comment)
  const postId = comment.postId.toHexString()
  await settleNotifications(tx, { postId, commentId })
  if (!(await postExists(tx, postId))) return comment
  const post = await changePost(tx, postId, { $inc: { commentCount: -1 } })
  tx.emit('comment:deleted', {
    id: commentId,
    rev: comment.rev + 1,
    postId,
    authorId: comment.authorId.toHexString(),
    postAuthorId: post.authorId.toHexString(),
  })
  return comment
}

/**
 * Shows a hidden comment again. When its post is hidden too, the comment appears with it; when the post is
 * deleted, nothing happens.
 */
export async function restoreComment(tx: Transaction, comment: CommentDocument): Promise<void> {
  const postId = comment.postId.toHexString()
  const isPostVisible = await postExists(tx, postId)
  const mayComeBack = async () => (await isUndoable(tx, postId)) || (await isRemoved(tx, comment.postId))
  if (!isPostVisible && !(await mayComeBack())) return
  // The author may have a new name, and people who gave their poo may have left.
  const author = authorSnapshotOf(await cardForWriting(tx, comment.authorId.toHexString()))
  const poos = await countPoosOf(tx, comment)
  const restored: CommentDocument = { ...comment, author, poos, rev: comment.rev + 2 }
  await CommentModel.insertMany([restored], { session: tx.session, lean: true })
  await CommentTombstoneModel.deleteOne({ _id: comment._id }, { session: tx.session })
  if (!isPostVisible) return
  await settleNotifications(tx, { postId, commentId: comment._id.toHexString() })
  const post = await changePost(tx, postId, { $inc: { commentCount: 1 } })
  tx.emit('comment:created', {
    comment: presentPublicComment(restored),
    clientId: null,
    postAuthorId: post.authorId.toHexString(),
  })
  tx.emit('lists:changed', {})
}

async function postExists(tx: Transaction, postId: string): Promise<boolean> {
  try {
    await visiblePost(null, postId, tx)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return false
    throw error
  }
}

/** The text of a comment; null when there is none. */
export const commentText = async (id: string): Promise<string | null> =>
  (await CommentModel.findById(id, { text: 1 }).lean<Pick<CommentDocument, 'text'>>())?.text ?? null

export const moderatedComment: ModeratedKind = {
  async find(viewer, id) {
    const { authorId, text, postId } = await visibleComment(viewer, id)
    return { ownerId: authorId, text, mediaUrl: null, path: `/p/${postId.toHexString()}` }
  },
  async current(id) {
    const text = await commentText(id)
    return text === null ? null : { text, media: null }
  },
  hiding: hiding({
    hide: hideComment,
    restore: restoreComment,
    purge: (tx, comment: CommentDocument) => clearPoosLater(tx, comment),
    shown: ({ text }) => ({ text, media: null }),
  }),
}

export const releaseQueuedComment: Release = async (author, postId, input) => {
  if (!postId) throw badRequest()
  return (await releaseComment(author, postId, CreateCommentInput.parse(input))).postId
}

const PORTION = 1000

/** Deletes the comments of a deleted post, in portions so that other writes do not wait. */
async function removeCommentsOf(postId: string): Promise<void> {
  await removePoosOf(postId)
  for (;;) {
    const rows = await CommentModel.find({ postId }, { _id: 1 })
      .limit(PORTION)
      .lean<Pick<CommentDocument, '_id'>[]>()
    if (rows.length === 0) return
    await CommentModel.deleteMany({ _id: trusted({ $in: rows.map(({ _id }) => _id) }) })
  }
}
