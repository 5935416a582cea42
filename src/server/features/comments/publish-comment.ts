import { Types, trusted } from 'mongoose'
import type { CommentView, CreateCommentInput } from '#contract/comments.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { ActorView } from '#contract/people.ts'
import {
  countText,
  judgeText,
  queueText,
  takeTurn,
  type Queued,
  type Written,
} from '#server/features/moderation/spam/check-spam.ts'
import { earlierAttempts } from '#server/features/moderation/spam/earlier-attempts.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import { accountLock, cardsForWriting } from '#server/features/people/users/counters.service.ts'
import { authorSnapshotOf } from '#server/features/posts/author-snapshots.ts'
import { mentionedIn } from '#server/features/posts/post-mentions.ts'
import { ownThing, type Visible } from '#server/features/people/relations/relations.policy.ts'
import { canSeePost } from '#server/features/posts/posts.policy.ts'
import { changePost, postLock, recordsOf, type PostRecord } from '#server/features/posts/posts.store.ts'
import { HttpError, isDuplicateKey, notFound, unauthorised } from '#server/platform/errors.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { commentNotices } from './comment-notices.ts'
import { assertMayComment, commentersAmong, commentRefusal, slowedAmong } from './comment-permission.ts'
import { CommentModel, CommentTombstoneModel, type CommentDocument } from './comments.model.ts'
import { canSeeComment } from './comments.policy.ts'
import { presentComment, presentPublicComment } from './comments.present.ts'
import { presentOne } from './poos/own-poos.ts'

/**
 * Writes a comment, the post's counter and the notifications in one transaction, together with other comments
 * on the post that arrive at the same moment. A retry with the same clientId
 * answers the same comment (LIVE L5) with `isNew: false`. Throws 404 when the viewer cannot see the post, and 403
 * or 429 when its roast dial or crowd control does not let them comment.
 */
export async function createComment(
  viewer: Viewer,
  postId: string,
  input: CreateCommentInput,
): Promise<Written<CommentView> | Queued> {
  const attempt = { kind: 'comment', text: input.text, input, postId } as const
  const endTurn = await takeTurn(viewer, input.text)
  try {
    const done = await earlier.outcome(viewer, input, postId)
    if (done) return done
    const judged = await judgeText(viewer, attempt)
    if (judged.verdict !== 'fine') {
      await assertMayComment(viewer, postId)
      return await queueText(viewer, attempt, judged)
    }
    const written = await publishOnce(viewer, postId, input)
    if (written.isNew) await countText(viewer, attempt)
    return written
  } finally {
    endTurn()
  }
}

/** Publishes a comment from the review queue, as new. Throws 404 when the post is deleted meanwhile. */
export const releaseComment = async (
  viewer: Viewer,
  postId: string,
  input: CreateCommentInput,
): Promise<CommentView> => {
  const done = await earlier.published(viewer, input, postId)
  return (done ?? (await publishOnce(viewer, postId, await withLivingParent(input)))).view
}

/** An answer whose comment was deleted while it waited becomes a comment on the post. */
async function withLivingParent({ parentId, ...input }: CreateCommentInput): Promise<CreateCommentInput> {
  const isThere = parentId !== undefined && (await CommentModel.exists({ _id: parentId })) !== null
  return isThere ? { ...input, parentId } : input
}

async function publishOnce(
  viewer: Viewer,
  postId: string,
  input: CreateCommentInput,
): Promise<Written<CommentView>> {
  const comment = newComment(viewer, postId, input)
  try {
    return {
      view: presentComment(ownThing(viewer, await publish(viewer, comment, input)), viewer, false),
      isNew: true,
    }
  } catch (error) {
    // The unique clientId refused it, or the roast dial or crowd control, which changed after an earlier attempt.
    const isRefused = isDuplicateKey(error) || (error instanceof HttpError && REFUSALS.has(error.status))
    const done = isRefused ? await earlier.published(viewer, input, postId) : null
    if (!done) throw error
    return done
  }
}

const REFUSALS: ReadonlySet<number> = new Set([403, 429])

const earlier = earlierAttempts<CommentDocument, CommentView>({
  published: { written: CommentModel, deleted: CommentTombstoneModel, within: 'postId' },
  viewOf: (viewer, comment) => presentOne(viewer, ownThing(viewer, comment)),
  gone: () => notFound(),
})

const publish = async (
  viewer: Viewer,
  draft: CommentDocument,
  { parentId }: CreateCommentInput,
): Promise<CommentDocument> =>
  submitComment(draft.postId.toHexString(), {
    viewer,
    draft,
    parentId,
    mentioned: await mentionedIn(draft.text),
  })

interface NewComment {
  viewer: Viewer
  draft: CommentDocument
  /** The comment or reply that is answered. */
  parentId: string | undefined
  mentioned: readonly ActorView[]
}

const submitComment = groupCommits<NewComment, CommentDocument>({
  lockOf: postLock,
  ownerOf: ({ viewer }) => viewer.id,
  alsoLocks: ({ viewer }) => [accountLock(viewer.id)],
  async commit(tx, postId, entries) {
    const [before] = await recordsOf([postId], tx)
    const answered = await answeredComments(tx, postId, entries)
    const seen = entries.filter(
      ({ viewer, parentId }) =>
        before &&
        canSeePost(viewer, before) &&
        (parentId === undefined || canAnswer(viewer, answered.get(parentId), before)),
    )
    const welcome =
      before &&
      (await commentersAmong(
        before,
        seen.map(({ viewer }) => viewer),
      ))
    const welcomed = seen.filter(({ viewer }) => welcome?.has(viewer.id))
    const slowed =
      before &&
      (await slowedAmong(
        before,
        welcomed.map(({ viewer }) => viewer),
        tx,
      ))
    const allowed = welcomed.filter(({ viewer }) => !slowed?.has(viewer.id))
    const written = await writeComments(tx, postId, allowed, answered)
    return entries.map((entry) => {
      const result = written.get(entry)
      if (result) return { result }
      if (allowed.includes(entry)) return { error: unauthorised() }
      const tooSoon = welcomed.includes(entry) && slowed?.get(entry.viewer.id)
      if (tooSoon) return { error: tooSoon }
      if (before && seen.includes(entry)) return { error: commentRefusal(before) }
      return { error: before && entry.parentId ? notFound() : notFound(MESSAGES.postNotFound) }
    })
  },
})

type Answered = ReadonlyMap<string, CommentDocument>

/** The comments of this post that are answered, by id: one read for all. */
async function answeredComments(
  tx: Transaction,
  postId: string,
  entries: readonly NewComment[],
): Promise<Answered> {
  const ids = [...new Set(entries.flatMap(({ parentId }) => parentId ?? []))]
  if (ids.length === 0) return new Map()
  const found = await CommentModel.find({ _id: trusted({ $in: ids }), postId })
    .session(tx.session)
    .lean<CommentDocument[]>()
  return new Map(found.map((comment) => [comment._id.toHexString(), comment]))
}

const canAnswer = (
  viewer: Viewer,
  comment: CommentDocument | undefined,
  post: Visible<PostRecord>,
): boolean => comment !== undefined && canSeeComment(viewer, comment, post, 'known')

/** Replies are one level deep: an answer to a reply joins the comment that the reply answers. */
const parentOf = (answered: CommentDocument | undefined): Pick<CommentDocument, 'parent'> =>
  answered ? { parent: answered.parent ?? { id: answered._id, createdAt: answered.createdAt } } : {}

/** Writes comments of different people on one post. Those of deleted accounts are missing in the result. */
async function writeComments(
  tx: Transaction,
  postId: string,
  entries: readonly NewComment[],
  answered: Answered,
): Promise<Map<NewComment, CommentDocument>> {
  if (entries.length === 0) return new Map()
  const cards = await cardsForWriting(
    tx,
    entries.map(({ viewer }) => viewer.id),
  )
  const written = new Map(
    entries.flatMap((entry) => {
      const card = cards.get(entry.viewer.id)
      const parent = parentOf(answered.get(entry.parentId ?? ''))
      return card ? [[entry, { ...entry.draft, ...parent, author: authorSnapshotOf(card) }] as const] : []
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
    [...written].flatMap(([entry, comment]) =>
      commentNotices({ ...entry, comment, post, answered: answered.get(entry.parentId ?? '') ?? null }),
    ),
  )
  return written
}

function newComment(viewer: Viewer, postId: string, { text, clientId }: CreateCommentInput): CommentDocument {
  const now = clock.date()
  return {
    _id: clock.id(),
    postId: new Types.ObjectId(postId),
    authorId: new Types.ObjectId(viewer.id),
    author: authorSnapshotOf(viewer),
    text,
    ...(clientId && { clientId }),
    poos: 0,
    createdAt: now,
    updatedAt: now,
    rev: 1,
  }
}
