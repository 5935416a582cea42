import { PAGE } from '#contract/limits.ts'
import type { TrendingTagView } from '#contract/posts.ts'
import { countTags } from '#server/features/posts/post-tags.ts'
import { FIXED_TAGS } from './fixed-tags.ts'

const DAY_MS = 24 * 60 * 60_000
/** One count serves everybody who asks within this time. */
const FRESH_MS = 5_000

interface Held {
  readonly until: number
  readonly tags: Promise<TrendingTagView[]>
}

let held: Held | null = null

/**
 * What trends: counted from the posts of the last 24 hours, filled up with the fixed list. However many ask,
 * one read.
 */
export function trendingTags(): Promise<TrendingTagView[]> {
  if (held && held.until > Date.now()) return held.tags
  const entry = { until: Date.now() + FRESH_MS, tags: count() }
  held = entry
  entry.tags.catch(() => {
    if (held === entry) held = null
  })
  return entry.tags
}

async function count(): Promise<TrendingTagView[]> {
  const counted = await countTags(new Date(Date.now() - DAY_MS), PAGE.trending)
  const used = new Set(counted.map(({ tag }) => tag))
  const spare = FIXED_TAGS.filter((tag) => !used.has(tag)).map((tag) => ({ tag, count: 0 }))
  return [...counted, ...spare].slice(0, PAGE.trending)
}
