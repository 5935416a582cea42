import { Types, trusted, type UpdateQuery } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { presentCrowdControl } from './crowd-control/crowd-control.present.ts'
import { PostModel, type PostDocument, type PostRecord } from './posts.model.ts'
import { visibleOr404 } from './posts.policy.ts'
import { presentPublicPost } from './posts.present.ts'

/** All changes of one post run one after the other under this key. */
export const postLock = (postId: string): string => `post:${postId}`

export type { AuthorSnapshot, ListedReaction, PostRecord } from './posts.model.ts'

// Search words are only for the index, and earlier versions have a call of their own.
const RECORD = { words: 0, versions: 0 } as const

/** The post, when the viewer can see it; else 404. Pass the transaction that will change it. */
export async function visiblePost(
  viewer: Viewer | null,
  postId: string,
  tx?: Transaction,
): Promise<Visible<PostRecord>> {
  const post = await PostModel.findById(postId, RECORD)
    .session(tx?.session ?? null)
    .lean<PostRecord>()
  return visibleOr404(viewer, post)
}

/**
 * Changes a post in a transaction, raises its rev and pushes it. Other domains change their counters with it.
 * Throws 404 when the post is deleted meanwhile.
 */
export async function changePost(
  tx: Transaction,
  postId: string,
  update: UpdateQuery<PostDocument>,
): Promise<PostRecord> {
  const { $inc, ...rest } = update
  const post = await PostModel.findOneAndUpdate(
    { _id: postId },
    { ...rest, $inc: { ...$inc, rev: 1 } },
    { session: tx.session, returnDocument: 'after', projection: RECORD },
  ).lean<PostRecord>()
  if (!post) throw notFound(MESSAGES.postNotFound)
  tx.emit('post:updated', { post: presentPublicPost(post) })
  if (post.plunger)
    tx.emit('plunger:updated', {
      userId: post.authorId.toHexString(),
      plunger: presentCrowdControl(post, post.plunger),
    })
  return post
}

/** These posts; deleted ones are missing. */
export const recordsOf = (postIds: readonly string[], tx?: Transaction): Promise<PostRecord[]> =>
  PostModel.find({ _id: trusted({ $in: [...postIds] }) }, RECORD)
    .session(tx?.session ?? null)
    .lean<PostRecord[]>()

/** Ids of posts after `after`, ascending, for jobs that go through all of them. */
export async function postIdsAfter(after: string | null, limit: number): Promise<string[]> {
  const filter = after ? { _id: trusted({ $gt: new Types.ObjectId(after) }) } : {}
  const posts = await PostModel.find(filter, { _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Pick<PostDocument, '_id'>[]>()
  return posts.map(({ _id }) => _id.toHexString())
}

/** The number of a person's posts, counted one by one for the recount. */
export const countPostsOf = (tx: Transaction, authorId: string): Promise<number> =>
  PostModel.countDocuments({ authorId }).session(tx.session)

/**
 * Marks the fan-outs of these posts as done. Returns those that were deleted meanwhile. `rev` stays, because no view
 * changes.
 */
export async function endFanOuts(
  ended: readonly { readonly id: string; readonly authorId: string }[],
): Promise<string[]> {
  const postIds = ended.map(({ id }) => id)
  const authorIds = [...new Set(ended.map(({ authorId }) => authorId))]
  const posts = { _id: trusted({ $in: postIds }), authorId: trusted({ $in: authorIds }) }
  const { matchedCount } = await PostModel.updateMany(posts, { $unset: { fanOut: 1 } })
  if (matchedCount === postIds.length) return []
  const left = await PostModel.find(posts, { _id: 1 }).lean<Pick<PostDocument, '_id'>[]>()
  const existing = new Set(left.map(({ _id }) => _id.toHexString()))
  return postIds.filter((id) => !existing.has(id))
}

/** The posts before a moment whose fan-out is pending, oldest first. */
export const postsUnderWay = (before: Date) =>
  PostModel.find({ fanOut: 'pending', createdAt: trusted({ $lt: before }) }, { authorId: 1, createdAt: 1 })
    .sort({ createdAt: 1 })
    .lean<Pick<PostDocument, '_id' | 'authorId' | 'createdAt'>[]>()

/** The newest posts for search engines, without those behind a warning. */
export async function listedPosts(limit: number): Promise<{ id: string; updatedAt: Date }[]> {
  const posts = await PostModel.find({}, { nsfw: 1, contentWarn: 1, updatedAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<Pick<PostDocument, '_id' | 'nsfw' | 'contentWarn' | 'updatedAt'>[]>()
  return posts
    .filter(({ nsfw, contentWarn }) => !nsfw && contentWarn === null)
    .map(({ _id, updatedAt }) => ({ id: _id.toHexString(), updatedAt }))
}

/** Every post in the order of ids, for an admin's export. */
export async function* everyPost(): AsyncGenerator<PostRecord> {
  yield* rowsOf(PostModel.find({}, RECORD).sort({ _id: 1 }).lean<PostRecord[]>())
}
