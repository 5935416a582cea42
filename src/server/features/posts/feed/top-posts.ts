import { Types } from 'mongoose'
import type { PostList } from '#server/features/posts/post-lists.ts'
import { PostModel, type PostDocument } from '#server/features/posts/posts.model.ts'
import { createReadCache } from '#server/platform/cache/read-cache.ts'

/** A post of a list with the number of its reactions. */
export interface RankedPost {
  readonly id: string
  readonly authorId: string
  readonly reactions: number
}

/** The newest posts of a list that are compared. */
const COMPARED = 500
/** One comparison is used this long, ms. */
const FRESH_MS = 10_000

const ranks = createReadCache<readonly RankedPost[], PostList>({
  name: 'top_posts',
  load: (_, list) => rank(list),
  max: 200,
  freshMs: FRESH_MS,
})

/** The newest 500 posts of a list, those with the most reactions first (DECISIONS row 227). */
export const mostReacted = (list: PostList): Promise<readonly RankedPost[]> => ranks.get(list.key, list)

async function rank(list: PostList): Promise<RankedPost[]> {
  const rows = await list.skeleton({ limit: COMPARED })
  const found = (await PostModel.collection
    .find(
      { _id: { $in: rows.map(({ id }) => new Types.ObjectId(id)) } },
      { projection: { authorId: 1, reactionTotal: 1 }, hint: { _id: 1 } },
    )
    .toArray()) as unknown as Pick<PostDocument, '_id' | 'authorId' | 'reactionTotal'>[]
  const places = new Map(rows.map(({ id }, place) => [id, place]))
  return found
    .map(({ _id, authorId, reactionTotal }) => ({
      id: _id.toHexString(),
      authorId: authorId.toHexString(),
      reactions: reactionTotal,
    }))
    .sort((a, b) => b.reactions - a.reactions || places.get(a.id)! - places.get(b.id)!)
}
