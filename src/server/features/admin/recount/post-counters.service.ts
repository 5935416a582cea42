import { isDeepStrictEqual } from 'node:util'
import { countComments } from '#server/features/comments/comments.service.ts'
import {
  changePost,
  postIdsAfter,
  postLock,
  visiblePost,
  type PostRecord,
} from '#server/features/posts/posts.store.ts'
import { countReactions } from '#server/features/posts/reactions/reactions.service.ts'
import { HttpError } from '#server/platform/errors.ts'
import { PORTION, portionOf, type Part } from '#server/platform/jobs/walks.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact } from '#server/platform/mongo/transaction.ts'

/**
 * Counts a post's comments and reactions one by one and sets its figures right (SECURITY, traps: `$inc` can
 * apply twice in a stepdown). Shares have no rows to count. True when something was wrong; `post:updated`
 * then tells it.
 */
export const recountPost = (postId: string): Promise<boolean> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const post = await visiblePost(null, postId, tx)
      const figures = { commentCount: await countComments(tx, postId), ...(await countReactions(tx, postId)) }
      if (isDeepStrictEqual(figuresOf(post), plain(figures))) return false
      await changePost(tx, postId, { $set: figures })
      return true
    }),
  )

type Figures = Pick<PostRecord, 'commentCount' | 'reactions' | 'reactionCounts' | 'reactionTotal'>

const figuresOf = ({ commentCount, reactions, reactionCounts, reactionTotal }: PostRecord) =>
  plain({ commentCount, reactions, reactionCounts, reactionTotal })

// Ids as text, and emojis in one order, so that equal figures are equal.
const plain = ({ reactions, reactionCounts, ...totals }: Figures) => ({
  ...totals,
  reactions: reactions.map(({ emoji, userId }) => `${emoji}${userId.toHexString()}`),
  reactionCounts: Object.entries(reactionCounts).sort(),
})

/** Recounts the next posts. Those that are deleted meanwhile are passed over. */
export const recountPosts: Part = async (after, signal) =>
  portionOf(await postIdsAfter(after, PORTION), after, signal, (id) => unlessGone(recountPost(id)))

const unlessGone = (recount: Promise<boolean>): Promise<boolean> =>
  recount.catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return false
    throw error
  })
