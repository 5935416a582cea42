import { trusted } from 'mongoose'
import { retainLinkCard } from '#server/features/media/link-cards/link-cards.service.ts'
import { hideAll, showAll } from '#server/features/media/media-attached.ts'
import { settleNotifications } from '#server/features/notifications/withdrawal.ts'
import { countPost } from '#server/features/people/users/counters.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { authorSnapshotOf } from './author-snapshots.ts'
import { watchCrowdControl } from './crowd-control/crowd-control-end.ts'
import { presentCrowdControl } from './crowd-control/crowd-control.present.ts'
import { recountPoll } from './polls/polls.service.ts'
import { countReactions } from './reactions/reactions.service.ts'
import { handlers } from '#server/platform/handlers.ts'
import { clearLater, releasePostMedia, replaceWithTombstone } from './post-deletion.ts'
import { readLinkLater } from './post-link-card.ts'
import {
  PostModel,
  PostTombstoneModel,
  type CrowdControlState,
  type PostDocument,
  type PostTombstone,
} from './posts.model.ts'
import { presentPublicPost } from './posts.present.ts'
import { recordChangedWords } from './search/build-blocks.ts'
import { derivedOf } from './search/search-words.ts'

/**
 * Hides a post and keeps its comments and reactions; `restorePost` shows it again, `purgePost` deletes it. The
 * caller holds the post's lock, and stores the document. Null when there is none. One that its author has just
 * deleted counts: it could come back.
 */
export async function hidePost(tx: Transaction, postId: string): Promise<PostDocument | null> {
  const post = await replaceWithTombstone(tx, postId)
  if (!post) return takeUndoablePost(tx, { _id: postId })
  await hideAll(tx, post, { kind: 'post', id: post._id })
  // Those who react have rows of their own, which an erasure finds.
  return { ...post, reactions: [] }
}

/** Whether its author can bring the post back. */
export const isUndoable = async (tx: Transaction, postId: string): Promise<boolean> =>
  (await PostTombstoneModel.exists({ _id: postId, undoable: trusted({ $exists: true }) }).session(
    tx.session,
  )) !== null

const counts = handlers<(tx: Transaction, postId: string) => Promise<Partial<PostDocument>>>()

/** Registers how a domain counts what it has at a post that comes back. */
export const onPostShown = counts.add

/** What the post has now: people may have taken theirs back, or may have been erased, while it was hidden. */
async function figuresNow(tx: Transaction, { _id, poll }: PostDocument): Promise<Partial<PostDocument>> {
  const postId = _id.toHexString()
  const figures: Partial<PostDocument> = await countReactions(tx, postId)
  if (poll) figures.poll = await recountPoll(tx, postId, poll)
  for (const count of counts) Object.assign(figures, await count(tx, postId))
  return figures
}

/** The post that its author has deleted and can bring back, which nobody can from now on. */
export async function takeUndoablePost(
  tx: Transaction,
  which: { _id: string; rev?: number },
): Promise<PostDocument | null> {
  const tombstone = await PostTombstoneModel.findOneAndUpdate(
    { ...which, undoable: trusted({ $exists: true }) },
    { $unset: { undoable: 1 } },
    { session: tx.session, returnDocument: 'before' },
  ).lean<PostTombstone>()
  return tombstone?.undoable ?? null
}

/**
 * Shows a hidden post again, at its old place in the lists. For pages it is a changed post where it is on
 * screen, and a new one where it is not (LIVE L27).
 */
export async function restorePost(tx: Transaction, post: PostDocument): Promise<PostDocument> {
  const tombstone = await PostTombstoneModel.findByIdAndDelete(post._id, {
    session: tx.session,
  }).lean<PostTombstone>()
  const { morePictures: _, linkCard, plunger, ...withoutMore } = post
  const media = await showAll(tx, post, { kind: 'post', id: post._id })
  // The author's name and the rules for words and tags may have changed.
  const author = authorSnapshotOf(await countPost(tx, post.authorId.toHexString()))
  const restored: PostDocument = {
    ...withoutMore,
    ...(await figuresNow(tx, post)),
    author,
    ...media,
    // Nothing kept its picture meanwhile.
    ...(linkCard && (await retainLinkCard(tx, linkCard)) && { linkCard }),
    ...derivedOf(post),
    ...(plunger && { plunger: shownCrowdControl(plunger) }),
    // Timelines that were built meanwhile lack it.
    fanOut: 'pending',
    rev: (tombstone?.rev ?? post.rev) + 1,
  }
  await PostModel.insertMany([restored], { session: tx.session, lean: true })
  await settleNotifications(tx, { postId: restored._id.toHexString() })
  await recordChangedWords(tx, restored)
  await readLinkLater(restored, tx)
  const view = presentPublicPost(restored)
  tx.emit('post:updated', { post: view })
  tx.emit('post:created', { post: view })
  tx.emit('lists:changed', {})
  if (restored.plunger) await resumeCrowdControl(tx, restored, restored.plunger)
  return restored
}

const shownCrowdControl = ({ hidden: _, ...crowdControl }: CrowdControlState): CrowdControlState =>
  crowdControl

async function resumeCrowdControl(
  tx: Transaction,
  post: PostDocument,
  crowdControl: CrowdControlState,
): Promise<void> {
  await watchCrowdControl(tx, post._id, crowdControl)
  const userId = post.authorId.toHexString()
  tx.emit('plunger:updated', { userId, plunger: presentCrowdControl(post, crowdControl) })
}

/** Deletes a hidden post permanently, with its media, comments and reactions. */
export async function purgePost(tx: Transaction, post: PostDocument): Promise<void> {
  const { _id } = post
  await releasePostMedia(tx, post)
  await PostTombstoneModel.updateOne({ _id }, { $set: { remains: true } }, { session: tx.session })
  await clearLater(tx, _id.toHexString())
}
