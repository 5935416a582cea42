import { PostModel, TAGGED, TAGGED_POSTS } from './posts.model.ts'

/** Tagged posts that are counted: beyond, the newest of them say enough. */
const MOST_COUNTED = 20_000
const BUDGET_MS = 2_000

export interface TagCount {
  /** Lower case, without its sign. */
  tag: string
  /** Posts that carry it. */
  count: number
}

/**
 * The hashtags of posts since then, the most frequent first. One range of an index that holds tagged posts
 * alone.
 */
export async function countTags(since: Date, most: number): Promise<TagCount[]> {
  const counted = await PostModel.collection
    .aggregate<{ _id: string; count: number }>(
      [
        { $match: { createdAt: { $gte: since }, ...TAGGED } },
        { $sort: TAGGED_POSTS },
        { $limit: MOST_COUNTED },
        { $project: { _id: 0, hashtags: 1 } },
        { $unwind: '$hashtags' },
        { $group: { _id: '$hashtags', count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: most },
      ],
      { hint: TAGGED_POSTS, maxTimeMS: BUDGET_MS },
    )
    .toArray()
  return counted.map(({ _id, count }) => ({ tag: _id, count }))
}
