import { Types, trusted, type UpdateQuery } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { notFound } from '#server/platform/errors.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { PostModel, type PostDocument, type PostRecord } from './posts.model.ts'
import { canSeePost } from './posts.policy.ts'
import { presentPublicPost } from './posts.present.ts'

/** The lock under which everything that changes one post waits its turn (see oneAtATime). */
export const postLock = (postId: string): string => `post:${postId}`

export type { AuthorSnapshot, ListedReaction, PostRecord } from './posts.model.ts'

// Search words are of no use outside the index.
const RECORD = { words: 0 } as const

/**
 * The post, if there is one that the viewer may meet; else 404. Pass the transaction that goes on to change
 * it.
 */
export async function visiblePost(
  viewer: Viewer | null,
  postId: string,
  tx?: Transaction,
): Promise<PostRecord> {
  const post = await PostModel.findById(postId, RECORD)
    .session(tx?.session ?? null)
    .lean<PostRecord>()
  if (!post || !canSeePost(viewer, { authorId: post.authorId.toHexString() }))
    throw notFound(MESSAGES.postNotFound)
  return post
}

/**
 * Changes one post inside a transaction, raises its rev and tells the site. Other features change the
 * counters they own by this door. Throws 404 when the post is gone meanwhile.
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
  return post
}

/** These posts as they are; deleted ones are missing. */
export const recordsOf = (postIds: readonly string[], tx?: Transaction): Promise<PostRecord[]> =>
  PostModel.find({ _id: trusted({ $in: [...postIds] }) }, RECORD)
    .session(tx?.session ?? null)
    .lean<PostRecord[]>()

/** Ids of all posts after `after`, in the order of their ids, for jobs that go through everything. */
export async function postIdsAfter(after: string | null, limit: number): Promise<string[]> {
  const filter = after ? { _id: trusted({ $gt: new Types.ObjectId(after) }) } : {}
  const posts = await PostModel.find(filter, { _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Pick<PostDocument, '_id'>[]>()
  return posts.map(({ _id }) => _id.toHexString())
}

/** How many posts a person has, counted one by one (SECURITY, traps). */
export const countPostsOf = (tx: Transaction, authorId: string): Promise<number> =>
  PostModel.countDocuments({ authorId }).session(tx.session)

/**
 * A post is in all timelines it belongs to. False when it was deleted on its way. Nothing a view shows
 * changes, so neither does its rev.
 */
export async function resolvedMedia(postId: string): Promise<boolean> {
  const { matchedCount } = await PostModel.updateOne({ _id: postId }, { $unset: { fanOut: 1 } })
  return matchedCount === 1
}

const UNDER_WAY_AT_A_TIME = 100

/** The oldest posts written before a moment that are still on their way to timelines, a portion of them. */
export async function postsUnderWay(before: Date): Promise<{ id: string; authorId: string; at: number }[]> {
  const posts = await PostModel.find(
    { fanOut: 'pending', createdAt: trusted({ $lt: before }) },
    { authorId: 1, createdAt: 1 },
  )
    .sort({ createdAt: 1 })
    .limit(UNDER_WAY_AT_A_TIME)
    .lean<Pick<PostDocument, '_id' | 'authorId' | 'createdAt'>[]>()
  return posts.map(({ _id, authorId, createdAt }) => ({
    id: _id.toHexString(),
    authorId: authorId.toHexString(),
    at: createdAt.getTime(),
  }))
}

/** The newest posts that search engines may list: none behind a warning. */
export async function listedPosts(limit: number): Promise<{ id: string; updatedAt: Date }[]> {
  const posts = await PostModel.find({}, { nsfw: 1, contentWarn: 1, updatedAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<Pick<PostDocument, '_id' | 'nsfw' | 'contentWarn' | 'updatedAt'>[]>()
  return posts
    .filter(({ nsfw, contentWarn }) => !nsfw && contentWarn === null)
    .map(({ _id, updatedAt }) => ({ id: _id.toHexString(), updatedAt }))
}

/** Every post in the order of their ids, for an admin's export. */
export async function* everyPost(): AsyncGenerator<PostRecord> {
  yield* rowsOf(PostModel.find({}, RECORD).sort({ _id: 1 }).lean<PostRecord[]>())
}
