import { PAGE } from '#contract/limits.ts'
import type { TrendingTagView } from '#contract/posts.ts'
import { tagOf } from '#contract/rich-text.ts'
import { PostModel, TAGGED, TAGGED_POSTS } from '#server/features/posts/posts.model.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'

/** One count serves all requests within this time. */
const FRESH_MS = 5_000

/** Tags that are counted, so that those with a given start are among them. */
const MOST_COUNTED = 1000

interface CachedTrends {
  readonly until: number
  /** Most used first, the fixed list at the end. */
  readonly tags: Promise<TrendingTagView[]>
}

let cached: CachedTrends | null = null

/**
 * The trending tags: counted from the posts of the last 24 hours, filled up with the fixed list. With `start`
 * only those that begin with it. Parallel requests share one read.
 */
export async function trendingTags(start = ''): Promise<TrendingTagView[]> {
  const wanted = tagOf(start)
  const tags = await countedTags()
  return tags.filter(({ tag }) => tag.startsWith(wanted)).slice(0, PAGE.trending)
}

/** The tags are counted anew for the next call. */
export const forgetTags = (): void => void (cached = null)

function countedTags(): Promise<TrendingTagView[]> {
  if (cached && cached.until > clock.now()) return cached.tags
  const entry = { until: clock.now() + FRESH_MS, tags: count() }
  cached = entry
  entry.tags.catch(() => {
    if (cached === entry) cached = null
  })
  return entry.tags
}

async function count(): Promise<TrendingTagView[]> {
  const counted = await countTags(new Date(clock.now() - DAY), MOST_COUNTED)
  const used = new Set(counted.map(({ tag }) => tag))
  const spare = FIXED_TAGS.filter((tag) => !used.has(tag)).map((tag) => ({ tag, count: 0 }))
  return [...counted, ...spare]
}

/** Fills the list up while people use too few tags (DECISIONS row 20). */
export const FIXED_TAGS = [
  'royalflush',
  'throneroom',
  'crapthoughts',
  'flushit',
  'plungerlife',
  'toilethumor',
  'royaldecree',
  'rubberduck',
  'twoply',
  'courtgossip',
] as const

/** At most this many tagged posts are counted, the newest ones. */
const MAX_COUNTED = 20_000
const BUDGET_MS = 2_000

export interface TagCount {
  /** Lower case, without #. */
  tag: string
  /** Number of posts with it. */
  count: number
}

/** The hashtags of posts since then, most frequent first. One range of an index of tagged posts. */
export async function countTags(since: Date, most: number): Promise<TagCount[]> {
  const counted = await PostModel.collection
    .aggregate<{ _id: string; count: number }>(
      [
        { $match: { createdAt: { $gte: since }, ...TAGGED } },
        { $sort: TAGGED_POSTS },
        { $limit: MAX_COUNTED },
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
