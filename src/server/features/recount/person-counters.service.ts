import { refreshCommentAuthor } from '#server/features/comments/comments.subscriber.ts'
import { countFollows } from '#server/features/follows/follow-graph.service.ts'
import { countPostsOf } from '#server/features/posts/posts.store.ts'
import { refreshPostAuthor } from '#server/features/posts/posts.subscriber.ts'
import { loadActors } from '#server/features/users/actors.service.ts'
import { correctFigures, userIdsAfter } from '#server/features/users/counters.service.ts'
import { transact } from '#server/platform/mongo/transaction.ts'

/** Counts a person's posts, followers and followees one by one and sets the figures right. True when one was wrong. */
export const recountPerson = (userId: string): Promise<boolean> =>
  transact(async (tx) => correctFigures(tx, userId, { postCount: await countPostsOf(tx, userId), ...(await countFollows(tx, userId)) }))

const GROUP = 500

/**
 * Recounts everybody, and writes their names anew on posts and comments where a stopped process has not come to the end of
 * it. Answers how many people there are and how many had a wrong figure.
 */
export async function recountPeople(): Promise<{ people: number; corrected: number }> {
  const tally = { people: 0, corrected: 0 }
  for (let ids = await userIdsAfter(null, GROUP); ids.length > 0; ids = await userIdsAfter(ids.at(-1)!, GROUP)) {
    const cards = await loadActors(ids)
    for (const id of ids) {
      if (await recountPerson(id)) tally.corrected++
      const card = cards.get(id)
      if (card) await Promise.all([refreshPostAuthor(card), refreshCommentAuthor(card)])
    }
    tally.people += ids.length
  }
  return tally
}
