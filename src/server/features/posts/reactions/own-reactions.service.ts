import { LRUCache } from 'lru-cache'
import { Types } from 'mongoose'
import type { ReactionEmoji } from '#contract/posts.ts'
import { bus } from '#server/platform/bus.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import type { PostList, PostRow } from '#server/features/posts/post-lists.ts'
import { inOrder, type CursorRange } from '#server/platform/cursor-pages.ts'
import { ReactionModel, type ReactionDocument, LIKES_OF, ONE_REACTION } from './reactions.model.ts'

/** The part of a post that tells, mostly without a read, how a person reacted to it. */
interface Reacted {
  readonly id: string
  /** The newest 100 reactions, by person. */
  readonly listed: ReadonlyMap<string, ReactionEmoji>
  readonly reactionTotal: number
}

/** A reaction changed by a script, which has no bus, shows after this time. */
const FRESH_MS = 10_000
const known = new LRUCache<string, { emoji: ReactionEmoji | null }>({ max: 50_000, ttl: FRESH_MS })
/** A person's, by post id. */
type Reactions = ReadonlyMap<string, ReactionEmoji>
const NONE: Reactions = new Map()

const keyOf = (userId: string, postId: string) => `${userId}:${postId}`

/**
 * A person's reactions to these posts, by post id. The post's own list answers for nearly all; only for posts
 * with more than 100 reactions the store is read, once.
 */
export async function ownReactions(
  userId: string,
  posts: readonly Reacted[],
): Promise<Map<string, ReactionEmoji>> {
  const own = new Map<string, ReactionEmoji>()
  const unsure: string[] = []
  for (const { id, listed, reactionTotal } of posts) {
    const emoji = listed.get(userId)
    if (emoji) own.set(id, emoji)
    else if (reactionTotal > listed.size) unsure.push(id)
  }
  if (unsure.length > 0) for (const [id, emoji] of await loadMany(userId, unsure)) own.set(id, emoji)
  return own
}

async function loadMany(userId: string, postIds: readonly string[]): Promise<Map<string, ReactionEmoji>> {
  const cached = new Map(postIds.map((id) => [id, known.get(keyOf(userId, id))]))
  const missing = postIds.filter((id) => !cached.get(id))
  const found = new Map(missing.length > 0 ? await loadOwn(userId, missing) : NONE)
  for (const id of missing) cacheReaction(keyOf(userId, id), found.get(id) ?? null)
  for (const [id, entry] of cached) if (entry?.emoji) found.set(id, entry.emoji)
  return found
}

// An event that arrived during the read is newer.
function cacheReaction(key: string, emoji: ReactionEmoji | null): void {
  if (!known.has(key)) known.set(key, { emoji })
}

/** People who ask for the same posts at the same time, such as a feed after a restart, share one read. */
const loadTogether = batchReads<Reactions>({ max: 200, load: loadAskings })

const loadOwn = async (userId: string, postIds: readonly string[]): Promise<Reactions> =>
  (await loadTogether(`${userId}:${postIds.join()}`)) ?? NONE

/** `askings`: a person's id and the ids of posts, as `readOwn` writes them. */
async function loadAskings(askings: readonly string[]): Promise<ReadonlyMap<string, Reactions>> {
  const byPosts = Map.groupBy(askings, (asking) => asking.slice(asking.indexOf(':') + 1))
  const found = new Map<string, Map<string, ReactionEmoji>>()
  await Promise.all(
    [...byPosts].map(async ([postIds, together]) => {
      const userIds = together.map((asking) => asking.slice(0, asking.indexOf(':')))
      for (const { userId, postId, emoji } of await rowsOf(userIds, postIds.split(','))) {
        const asking = `${userId.toHexString()}:${postIds}`
        found.set(
          asking,
          (found.get(asking) ?? new Map<string, ReactionEmoji>()).set(postId.toHexString(), emoji),
        )
      }
    }),
  )
  return found
}

const rowsOf = (userIds: readonly string[], postIds: readonly string[]) =>
  ReactionModel.collection
    .find<Pick<ReactionDocument, 'userId' | 'postId' | 'emoji'>>(
      { userId: { $in: toObjectIds(userIds) }, postId: { $in: toObjectIds(postIds) } },
      { projection: { _id: 0, userId: 1, postId: 1, emoji: 1 }, hint: ONE_REACTION },
    )
    .toArray()

const toObjectIds = (ids: readonly string[]) => ids.map((id) => new Types.ObjectId(id))

/** Updates the cached reactions of people when they react. */
export const subscribeOwnReactions = (): (() => void) =>
  bus.onCluster('reactions:written', ({ postId, by }) => {
    for (const [userId, emoji] of by) known.set(keyOf(userId, postId), { emoji })
  })

/**
 * The posts a person has reacted to, newest post first (DECISIONS row 7). Rows of one index; the author is
 * read with the post.
 */
export const likedBy = (userId: string): PostList => ({
  key: `likes:${userId}`,
  skeleton: (range) => loadLikeRows(userId, range),
})

async function loadLikeRows(userId: string, range: CursorRange): Promise<PostRow[]> {
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

function writtenWithin({ before, at }: CursorRange): { postAt?: Date | { $lt: Date } } {
  if (at !== undefined) return { postAt: new Date(at) }
  return before == null ? {} : { postAt: { $lt: new Date(before) } }
}
