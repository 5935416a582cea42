import { MESSAGES } from '#contract/errors.ts'
import { removeFromTimelines } from '#server/features/posts/feed/timelines.store.ts'
import { removeBookmarksOf } from '#server/features/posts/bookmarks/bookmarks.service.ts'
import { removeVotesOf } from '#server/features/posts/polls/polls.service.ts'
import { removeReactionsOf } from '#server/features/posts/reactions/reactions.service.ts'
import { countPostsOff } from '#server/features/people/users/counters.service.ts'
import { settleNotifications } from '#server/features/notifications/withdrawal.ts'
import { notFound } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { handlers } from '#server/platform/handlers.ts'
import { releaseLinkCard } from '#server/features/media/link-cards/link-cards.service.ts'
import { detachAll } from '#server/features/media/media-attached.ts'
import { clock } from '#server/platform/clock.ts'
import { PostModel, PostTombstoneModel, type PostDocument, type PostTombstone } from './posts.model.ts'
import { postLock } from './posts.store.ts'

type Alongside = (tx: Transaction, post: PostDocument) => Promise<void>

/**
 * Deletes a post without a check of rights; `post:deleted` follows the commit. Throws 404 when it is deleted
 * already. `alongside` runs in the same transaction.
 */
export async function removePost(postId: string, alongside?: Alongside): Promise<void> {
  await oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const removed = await replaceWithTombstone(tx, postId, { remains: true })
      if (!removed) throw notFound(MESSAGES.postNotFound)
      await alongside?.(tx, removed)
      await releasePostMedia(tx, removed)
      await clearLater(tx, postId)
    }),
  )
}

/** Lets go of everything that a post showed, in the transaction that deletes it permanently. */
export async function releasePostMedia(tx: Transaction, post: PostDocument): Promise<void> {
  await detachAll(tx, post, { kind: 'post', id: post._id })
  if (post.linkCard) await releaseLinkCard(tx, post.linkCard)
}

/**
 * Removes a post from all lists and leaves its tombstone; `post:deleted` follows the commit. `remains`: its
 * comments and reactions are still to be deleted. Null when there is no such post.
 */
export async function replaceWithTombstone(
  tx: Transaction,
  postId: string,
  remains: Pick<PostTombstone, 'remains'> = {},
): Promise<PostDocument | null> {
  const post = await PostModel.findOneAndDelete({ _id: postId }, { session: tx.session }).lean<PostDocument>()
  if (!post) return null
  const { _id, authorId, clientId } = post
  const rev = post.rev + 1
  const tombstone: PostTombstone = {
    _id,
    authorId,
    rev,
    ...(clientId && { clientId }),
    deletedAt: clock.date(),
    ...remains,
  }
  await PostTombstoneModel.insertMany([tombstone], { session: tx.session, lean: true })
  await settleNotifications(tx, { postId })
  await countPostsOff(tx, authorId.toHexString(), 1)
  tx.emit('post:deleted', { id: postId, rev, authorId: authorId.toHexString() })
  if (post.plunger) tx.emit('plunger:ended', { userId: authorId.toHexString(), id: postId, rev })
  return post
}

/** A post may have a hundred thousand reactions: too many for the transaction that deletes it. */
const clearing = defineJob<{ postId: string }>({
  kind: 'clear-post',
  does: 'Deletes what belongs to a deleted post.',
  isObligation: true,
  concurrency: 4,
  run: ({ postId }) => clearGone(postId),
})

/** Deletes what belongs to a post, after this commit. */
export const clearLater = (tx: Transaction, postId: string): Promise<void> =>
  clearing.enqueue({ postId }, { tx, key: postId })

// A hidden or restored post keeps its comments and reactions.
async function clearGone(postId: string): Promise<void> {
  if (await PostTombstoneModel.exists({ _id: postId, remains: true })) await clearAfter(postId)
}

type Clear = (postId: string) => Promise<void>
const clears = handlers<Clear>()

/** Registers how a domain deletes what belongs to a deleted post. */
export const onPostDeleted = clears.add

/** Deletes what belonged to a deleted post. May run again. */
export async function clearAfter(postId: string): Promise<void> {
  await Promise.all([
    removeReactionsOf(postId),
    removeBookmarksOf(postId),
    removeVotesOf(postId),
    removeFromTimelines(postId),
    ...[...clears].map((clear) => clear(postId)),
  ])
  await PostTombstoneModel.updateOne({ _id: postId }, { $unset: { remains: 1 } })
}
