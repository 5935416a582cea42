import { Types } from 'mongoose'
import type { PostList, Row } from '#server/features/posts/post-lists.ts'
import { inOrder, type Range } from '#server/platform/cursor-pages.ts'
import { LIKES_OF, ReactionModel, type ReactionDocument } from './reactions.model.ts'

/**
 * The posts a person has reacted to, newest post first (DECISIONS row 7). Rows of one index; the author is
 * read with the post.
 */
export const likedBy = (userId: string): PostList => ({
  key: `likes:${userId}`,
  rows: (range) => readLikes(userId, range),
})

async function readLikes(userId: string, range: Range): Promise<Row[]> {
  const filter = { userId: new Types.ObjectId(userId), ...writtenWithin(range) }
  const options = {
    projection: { _id: 0, postId: 1, postAt: 1 },
    hint: LIKES_OF,
    ...inOrder(range, { postAt: -1, postId: -1 } as const),
  }
  const likes = (await ReactionModel.collection.find(filter, options).toArray()) as unknown as Pick<
    ReactionDocument,
    'postId' | 'postAt'
  >[]
  return likes.map(({ postId, postAt }) => ({ id: postId.toHexString(), authorId: '', at: postAt.getTime() }))
}

function writtenWithin({ before, at }: Range): { postAt?: Date | { $lt: Date } } {
  if (at !== undefined) return { postAt: new Date(at) }
  return before == null ? {} : { postAt: { $lt: new Date(before) } }
}
