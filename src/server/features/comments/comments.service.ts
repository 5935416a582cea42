import { Types, trusted } from 'mongoose'
import type { CommentView, CreateCommentInput } from '#contract/comments.ts'
import type { ActorView } from '#contract/people.ts'
import { recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { snapshotOf } from '#server/features/posts/author-snapshots.ts'
import { mentionedIn, notifyMentioned } from '#server/features/posts/post-mentions.ts'
import { changePost, postLock, visiblePost, type PostRecord } from '#server/features/posts/posts.store.ts'
import { checkSpam, type Held, type Written } from '#server/features/moderation/spam/check-spam.ts'
import { cardForWriting } from '#server/features/people/users/counters.service.ts'
import { forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { CommentModel, type CommentDocument } from './comments.model.ts'
import { canDeleteComment, canEditComment } from './comments.policy.ts'
import { presentComment, presentPublicComment } from './comments.present.ts'

/**
 * Comments on a post: the comment, the post's counter and the notifications are true together. The same
 * clientId is the same comment (LIVE L5): `isNew` is then false. Throws 404 when the post is gone meanwhile.
 */
export const createComment = (
  viewer: Viewer,
  postId: string,
  input: CreateCommentInput,
): Promise<Written<CommentView> | Held> =>
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

/**
 * A held comment that an admin lets through: it appears as its author wrote it, now. Throws 404 when the post
 * is gone meanwhile.
 */
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
    const twin = isDuplicateKey(error) ? await earlierComment(viewer, input) : null
    if (!twin) throw error
    return twin
  }
}

async function earlierComment(
  viewer: Viewer,
  { clientId }: CreateCommentInput,
): Promise<Written<CommentView> | null> {
  const comment = clientId
    ? await CommentModel.findOne({ authorId: viewer.id, clientId }).lean<CommentDocument>()
    : null
  return comment && { view: presentComment(comment, viewer), isNew: false }
}

async function publish(viewer: Viewer, draft: CommentDocument): Promise<CommentDocument> {
  const postId = draft.postId.toHexString()
  const mentioned = await mentionedIn(draft.text)
  return oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      await visiblePost(viewer, postId, tx)
      const comment = { ...draft, author: snapshotOf(await cardForWriting(tx, viewer.id)) }
      await CommentModel.insertMany([comment], { session: tx.session, lean: true })
      const post = await changePost(tx, postId, { $inc: { commentCount: 1 } })
      const postAuthorId = post.authorId.toHexString()
      tx.emit('comment:created', {
        comment: presentPublicComment(comment),
        clientId: comment.clientId ?? null,
        postAuthorId,
      })
      await notifyAuthor(tx, viewer, post)
      await callMentioned(tx, viewer, comment, mentioned, post)
      return comment
    }),
  )
}

const notifyAuthor = (tx: Transaction, viewer: Viewer, post: PostRecord) =>
  notify(tx, {
    userId: post.authorId.toHexString(),
    actor: cardOf(viewer),
    type: 'COMMENT',
    data: {
      commenterDisplayName: viewer.displayName,
      commenterHandle: viewer.handle,
      postId: post._id.toHexString(),
    },
    message: `${viewer.displayName} commented on your post`,
  })

// The post's author knows of the comment anyway.
function callMentioned(
  tx: Transaction,
  viewer: Viewer,
  comment: CommentDocument,
  mentioned: readonly ActorView[],
  post: PostRecord,
): Promise<void> {
  const others = mentioned.filter(({ id }) => id !== post.authorId.toHexString())
  return notifyMentioned(tx, others, {
    postId: post._id.toHexString(),
    postAuthorId: post.authorId.toHexString(),
    author: cardOf(viewer),
    where: 'comment',
    textId: comment._id.toHexString(),
  })
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

/** The author's new wording; those mentioned for the first time are told. The same text changes nothing. */
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
    await callMentioned(tx, viewer, edited, mentioned, post)
    return edited
  })
  return presentComment(comment, viewer)
}

/** The author or an admin takes a comment down; the post's counter follows in the same transaction. */
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
 * Takes a comment away and counts it off, whoever asks. The post's lock is the caller's. Throws 404 when the
 * post is gone.
 */
export async function removeComment(tx: Transaction, comment: CommentDocument): Promise<void> {
  const [id, postId] = [comment._id.toHexString(), comment.postId.toHexString()]
  await CommentModel.deleteOne({ _id: id }, { session: tx.session })
  const post = await changePost(tx, postId, { $inc: { commentCount: -1 } })
  const authors = { authorId: comment.authorId.toHexString(), postAuthorId: post.authorId.toHexString() }
  tx.emit('comment:deleted', { id, rev: comment.rev + 1, postId, ...authors })
}

/**
 * A comment counts as there only while its post is there for the viewer; else 404. Nobody keeps admins out by
 * blocking them.
 */
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

/** How many comments a post has, counted one by one (SECURITY, traps). */
export const countComments = (tx: Transaction, postId: string): Promise<number> =>
  CommentModel.countDocuments({ postId }).session(tx.session)

const GROUP = 1000

/** Removes the comments of a post that is gone, in portions that hold nobody up. */
export async function removeCommentsOf(postId: string): Promise<void> {
  for (;;) {
    const rows = await CommentModel.find({ postId }, { _id: 1 })
      .limit(GROUP)
      .lean<Pick<CommentDocument, '_id'>[]>()
    if (rows.length === 0) return
    await CommentModel.deleteMany({ _id: trusted({ $in: rows.map(({ _id }) => _id) }) })
  }
}
