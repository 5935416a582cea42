import { Types } from 'mongoose'
import type { CommentView, CreateCommentInput } from '#contract/comments.ts'
import type { ActorView } from '#contract/people.ts'
import { recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import type { Notice } from '#server/features/notifications/notices.write.ts'
import { snapshotOf } from '#server/features/posts/author-snapshots.ts'
import { mentionedIn, mentionNotices } from '#server/features/posts/post-mentions.ts'
import { canSeePost } from '#server/features/posts/posts.policy.ts'
import {
  changePost,
  postLock,
  recordsOf,
  visiblePost,
  type PostRecord,
} from '#server/features/posts/posts.store.ts'
import { checkSpam, type Queued, type Written } from '#server/features/moderation/spam/check-spam.ts'
import { accountLock, cardsForWriting } from '#server/features/people/users/counters.service.ts'
import { MESSAGES } from '#contract/errors.ts'
import { forbidden, isDuplicateKey, notFound, unauthorised } from '#server/platform/errors.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { findByClientId } from '#server/platform/mongo/client-ids.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { CommentModel, CommentTombstoneModel, type CommentDocument } from './comments.model.ts'
import { canDeleteComment, canEditComment, presentComment, presentPublicComment } from './comments.present.ts'

/**
 * Writes a comment, the post's counter and the notifications in one transaction, together with other comments
 * on the post that arrive at the same moment. A retry with the same clientId
 * answers the same comment (LIVE L5) with `isNew: false`. Throws 404 when the viewer cannot see the post.
 */
export const createComment = (
  viewer: Viewer,
  postId: string,
  input: CreateCommentInput,
): Promise<Written<CommentView> | Queued> =>
  checkSpam(
    viewer,
    {
      kind: 'comment',
      text: input.text,
      input,
      postId,
      earlier: () => earlierComment(viewer, input),
      prepare: () => visiblePost(viewer, postId).then(() => null),
    },
    () => publishOnce(viewer, postId, input),
  )

/** Publishes a comment from the review queue, as new. Throws 404 when the post is deleted meanwhile. */
export const releaseComment = async (
  viewer: Viewer,
  postId: string,
  input: CreateCommentInput,
): Promise<CommentView> =>
  ((await earlierComment(viewer, input)) ?? (await publishOnce(viewer, postId, input))).view

async function publishOnce(
  viewer: Viewer,
  postId: string,
  input: CreateCommentInput,
): Promise<Written<CommentView>> {
  const comment = newComment(viewer, postId, input)
  try {
    return { view: presentComment(await publish(viewer, comment), viewer), isNew: true }
  } catch (error) {
    const earlier = isDuplicateKey(error) ? await earlierComment(viewer, input) : null
    if (!earlier) throw error
    return earlier
  }
}

/** The comment of an earlier attempt with this clientId. Throws 404 when it was deleted. */
async function earlierComment(
  viewer: Viewer,
  { clientId }: CreateCommentInput,
): Promise<Written<CommentView> | null> {
  const comment = clientId ? await writtenComment(viewer.id, clientId) : null
  if (comment === 'deleted') throw notFound()
  return comment && { view: presentComment(comment, viewer), isNew: false }
}

const writtenComment = findByClientId<CommentDocument>({
  written: CommentModel,
  deleted: CommentTombstoneModel,
})

const publish = async (viewer: Viewer, draft: CommentDocument): Promise<CommentDocument> =>
  submitComment(draft.postId.toHexString(), { viewer, draft, mentioned: await mentionedIn(draft.text) })

interface NewComment {
  viewer: Viewer
  draft: CommentDocument
  mentioned: readonly ActorView[]
}

const submitComment = groupCommits<NewComment, CommentDocument>({
  lockOf: postLock,
  ownerOf: ({ viewer }) => viewer.id,
  alsoLocks: ({ viewer }) => [accountLock(viewer.id)],
  async commit(tx, postId, entries) {
    const [before] = await recordsOf([postId], tx)
    const seen = entries.filter(
      ({ viewer }) => before && canSeePost(viewer, { authorId: before.authorId.toHexString() }),
    )
    const written = await writeComments(tx, postId, seen)
    return entries.map((entry) => {
      const result = written.get(entry)
      if (result) return { result }
      return { error: seen.includes(entry) ? unauthorised() : notFound(MESSAGES.postNotFound) }
    })
  },
})

/** Writes comments of different people on one post. Those of deleted accounts are missing in the result. */
async function writeComments(
  tx: Transaction,
  postId: string,
  entries: readonly NewComment[],
): Promise<Map<NewComment, CommentDocument>> {
  if (entries.length === 0) return new Map()
  const cards = await cardsForWriting(
    tx,
    entries.map(({ viewer }) => viewer.id),
  )
  const written = new Map(
    entries.flatMap((entry) => {
      const card = cards.get(entry.viewer.id)
      return card ? [[entry, { ...entry.draft, author: snapshotOf(card) }] as const] : []
    }),
  )
  if (written.size === 0) return written
  await CommentModel.insertMany([...written.values()], { session: tx.session, lean: true })
  const post = await changePost(tx, postId, { $inc: { commentCount: written.size } })
  for (const comment of written.values())
    tx.emit('comment:created', {
      comment: presentPublicComment(comment),
      clientId: comment.clientId ?? null,
      postAuthorId: post.authorId.toHexString(),
    })
  await notifyAll(
    tx,
    [...written].flatMap(([{ viewer, mentioned }, comment]) => [
      authorNotice(viewer, comment, post),
      ...mentionsOfOthers(viewer, comment, mentioned, post),
    ]),
  )
  return written
}

const authorNotice = (viewer: Viewer, comment: CommentDocument, post: PostRecord): Notice => ({
  userId: post.authorId.toHexString(),
  actor: cardOf(viewer),
  type: 'COMMENT',
  data: {
    commenterDisplayName: viewer.displayName,
    commenterHandle: viewer.handle,
    postId: post._id.toHexString(),
    commentId: comment._id.toHexString(),
  },
  message: `${viewer.displayName} commented on your post`,
})

// The post's author gets a notification of the comment already.
function mentionsOfOthers(
  viewer: Viewer,
  comment: CommentDocument,
  mentioned: readonly ActorView[],
  post: PostRecord,
): Notice[] {
  const postAuthorId = post.authorId.toHexString()
  return mentionNotices(
    mentioned.filter(({ id }) => id !== postAuthorId),
    {
      postId: post._id.toHexString(),
      postAuthorId,
      author: cardOf(viewer),
      where: 'comment',
      textId: comment._id.toHexString(),
    },
  )
}

function newComment(viewer: Viewer, postId: string, { text, clientId }: CreateCommentInput): CommentDocument {
  const now = new Date()
  return {
    _id: new Types.ObjectId(),
    postId: new Types.ObjectId(postId),
    authorId: new Types.ObjectId(viewer.id),
    author: snapshotOf(viewer),
    text,
    ...(clientId && { clientId }),
    createdAt: now,
    updatedAt: now,
    rev: 1,
  }
}

/** Edits a comment and notifies people mentioned for the first time. The same text changes nothing. */
export async function editComment(viewer: Viewer, commentId: string, text: string): Promise<CommentView> {
  const mentioned = await mentionedIn(text)
  const comment = await transact(async (tx) => {
    const { comment, post } = await reachable(tx, viewer, commentId)
    if (!canEditComment(viewer, { authorId: comment.authorId.toHexString() })) throw forbidden()
    if (comment.text === text) return comment
    const edited: CommentDocument = { ...comment, text, updatedAt: new Date(), rev: comment.rev + 1 }
    await CommentModel.updateOne(
      { _id: commentId },
      { $set: { text, updatedAt: edited.updatedAt }, $inc: { rev: 1 } },
      { session: tx.session },
    )
    tx.emit('comment:updated', {
      comment: presentPublicComment(edited),
      postAuthorId: post.authorId.toHexString(),
    })
    await notifyAll(tx, mentionsOfOthers(viewer, edited, mentioned, post))
    return edited
  })
  return presentComment(comment, viewer)
}

/** Deletes a comment, for its author or an admin, and lowers the post's counter in the same transaction. */
export async function deleteComment(viewer: Viewer, commentId: string): Promise<void> {
  const { postId } = await existing(commentId)
  await oneAtATime(postLock(postId.toHexString()), () =>
    transact(async (tx) => {
      const { comment } = await reachable(tx, viewer, commentId)
      const authorId = comment.authorId.toHexString()
      if (!canDeleteComment(viewer, { authorId })) throw forbidden()
      await removeComment(tx, comment)
      if (viewer.id !== authorId)
        await recordAdminAction(tx, {
          admin: viewer,
          action: 'content.remove',
          target: { type: 'comment', id: commentId },
          before: { authorId },
          after: null,
        })
    }),
  )
}

/**
 * Deletes a comment and lowers the post's counter, without a check of rights. The caller holds the post's
 * lock. Throws 404 when the post is deleted.
 */
export async function removeComment(tx: Transaction, comment: CommentDocument): Promise<void> {
  const [id, postId] = [comment._id.toHexString(), comment.postId.toHexString()]
  await CommentModel.deleteOne({ _id: id }, { session: tx.session })
  await markDeleted(tx, comment)
  const post = await changePost(tx, postId, { $inc: { commentCount: -1 } })
  const authors = { authorId: comment.authorId.toHexString(), postAuthorId: post.authorId.toHexString() }
  tx.emit('comment:deleted', { id, rev: comment.rev + 1, postId, ...authors })
}

/** Remembers the clientId of a deleted or hidden comment. */
export async function markDeleted(
  { session }: Transaction,
  { _id, authorId, clientId }: CommentDocument,
): Promise<void> {
  if (clientId) await CommentTombstoneModel.insertMany([{ _id, authorId, clientId }], { session, lean: true })
}

/** A comment and its post, when the viewer can see the post; else 404. Blocks do not keep admins out. */
async function reachable(
  tx: Transaction,
  viewer: Viewer,
  commentId: string,
): Promise<{ comment: CommentDocument; post: PostRecord }> {
  const comment = await existing(commentId, tx)
  return {
    comment,
    post: await visiblePost(viewer.isAdmin ? null : viewer, comment.postId.toHexString(), tx),
  }
}

async function existing(commentId: string, tx?: Transaction): Promise<CommentDocument> {
  const comment = await CommentModel.findById(commentId)
    .session(tx?.session ?? null)
    .lean<CommentDocument>()
  if (!comment) throw notFound()
  return comment
}

/** The number of a post's comments, counted one by one for the recount. */
export const countCommentsOf = (tx: Transaction, postId: string): Promise<number> =>
  CommentModel.countDocuments({ postId }).session(tx.session)
