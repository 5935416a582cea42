import { isDeepStrictEqual } from 'node:util'
import { countCommentsOf, recountPoosOn } from '#server/features/comments/comments.service.ts'
import {
  changePost,
  postIdsAfter,
  postLock,
  visiblePost,
  type PostRecord,
  countPostsOf,
} from '#server/features/posts/posts.store.ts'
import { recountPoll } from '#server/features/posts/polls/polls.service.ts'
import { countReactions } from '#server/features/posts/reactions/reactions.service.ts'
import { HttpError } from '#server/platform/errors.ts'
import { WALK_PORTION, portionOf, type Part } from '#server/platform/jobs/walks.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { refreshCommentAuthor } from '#server/features/comments/comments.handlers.ts'
import { countFollows } from '#server/features/people/follows/follow-graph.service.ts'
import { refreshPostAuthor } from '#server/features/posts/posts.handlers.ts'
import { repairClaims } from '#server/features/people/users/accounts.service.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { correctFigures, userIdsAfter } from '#server/features/people/users/counters.service.ts'

/**
 * Counts a post's comments and reactions and corrects its figures (`$inc` can apply twice in a stepdown).
 * Shares have no rows to count. True when it corrected something; `post:updated` then shows it.
 */
export const recountPost = (postId: string): Promise<boolean> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const post = await visiblePost(null, postId, tx)
      const figures = {
        commentCount: await countCommentsOf(tx, postId),
        ...(await countReactions(tx, postId)),
        ...(post.poll && { poll: await recountPoll(tx, postId, post.poll) }),
      }
      if (isDeepStrictEqual(figuresOf(post), plain(figures))) return false
      await changePost(tx, postId, { $set: figures })
      return true
    }),
  )

type Figures = Pick<PostRecord, 'commentCount' | 'reactions' | 'reactionCounts' | 'reactionTotal' | 'poll'>

const figuresOf = ({ commentCount, reactions, reactionCounts, reactionTotal, poll }: PostRecord) =>
  plain({ commentCount, reactions, reactionCounts, reactionTotal, ...(poll && { poll }) })

// Ids as text and emojis in one order, so that equal figures compare as equal.
const plain = ({ reactions, reactionCounts, ...totals }: Figures) => ({
  ...totals,
  reactions: reactions.map(({ emoji, userId }) => `${emoji}${userId.toHexString()}`),
  reactionCounts: Object.entries(reactionCounts).sort(),
})

async function recountWithComments(postId: string): Promise<boolean> {
  const wasWrong = await recountPost(postId)
  return (await recountPoosOn(postId)) || wasWrong
}

/** Recounts the next posts and their comments, without those deleted meanwhile. */
export const recountPosts: Part = async (after, signal) =>
  portionOf(await postIdsAfter(after, WALK_PORTION), after, signal, (id) =>
    unlessGone(recountWithComments(id)),
  )

const unlessGone = (recount: Promise<boolean>): Promise<boolean> =>
  recount.catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return false
    throw error
  })

/**
 * Counts a person's posts, followers and followees and corrects the figures, and what the account is found by. True
 * when it corrected something.
 */
export const recountPerson = (userId: string): Promise<boolean> =>
  transact(async (tx) => {
    const wasLost = await repairClaims(tx, userId)
    const figures = { postCount: await countPostsOf(tx, userId), ...(await countFollows(tx, userId)) }
    return (await correctFigures(tx, userId, figures)) || wasLost
  })

/** Recounts the next people, and repairs their cards on posts and comments after an interrupted rename. */
export const recountPeople: Part = async (after, signal) => {
  const ids = await userIdsAfter(after, WALK_PORTION)
  const cards = await loadActors(ids)
  return portionOf(ids, after, signal, async (id) => {
    const wasWrong = await recountPerson(id)
    const card = cards.get(id)
    if (card) await Promise.all([refreshPostAuthor(card), refreshCommentAuthor(card)])
    return wasWrong
  })
}
