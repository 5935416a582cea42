import { refreshCommentAuthor } from '#server/features/comments/comments.subscriber.ts'
import { countFollows } from '#server/features/people/follows/follow-graph.service.ts'
import { countPostsOf } from '#server/features/posts/posts.store.ts'
import { refreshPostAuthor } from '#server/features/posts/posts.subscriber.ts'
import { loadActors } from '#server/features/people/users/actors.service.ts'
import { correctFigures, userIdsAfter } from '#server/features/people/users/counters.service.ts'
import { PORTION, portionOf, type Part } from '#server/platform/jobs/walks.ts'
import { transact } from '#server/platform/mongo/transaction.ts'

/**
 * Counts a person's posts, followers and followees one by one and sets the figures right. True when one was
 * wrong.
 */
export const recountPerson = (userId: string): Promise<boolean> =>
  transact(async (tx) =>
    correctFigures(tx, userId, {
      postCount: await countPostsOf(tx, userId),
      ...(await countFollows(tx, userId)),
    }),
  )

/**
 * Recounts the next people, and writes their names anew on posts and comments where a rename was cut short.
 */
export const recountPeople: Part = async (after, signal) => {
  const ids = await userIdsAfter(after, PORTION)
  const cards = await loadActors(ids)
  return portionOf(ids, after, signal, async (id) => {
    const wasWrong = await recountPerson(id)
    const card = cards.get(id)
    if (card) await Promise.all([refreshPostAuthor(card), refreshCommentAuthor(card)])
    return wasWrong
  })
}
