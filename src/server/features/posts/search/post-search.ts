import { mongo } from 'mongoose'
import { wholePage, type CursorRange } from '#server/platform/cursor-pages.ts'
import { rebuildFields } from '#server/platform/mongo/derived-field.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import {
  SKELETON,
  findPosts,
  loadPostRows,
  toRow,
  type Filter,
  type PostList,
  type PostRow,
} from '#server/features/posts/post-lists.ts'
import { holdsLiterals, searchTerms, type SearchTerms } from '#server/platform/words.ts'
import { PostModel, type PostDocument } from '#server/features/posts/posts.model.ts'
import { endOfBlocks, rowsOfBlocks } from './block-search.ts'
import { derivedOf } from './search-words.ts'

/** Posts with every word of a query, newest first; null for a query without words. */
export function postsMatching(query: string): PostList | null {
  const terms = searchTerms(query)
  return terms && postsWith(terms)
}

/** The only entry to text search: an external engine would be called here. */
export const postsWith = (terms: SearchTerms): PostList => ({
  key: `words:${JSON.stringify(terms)}`,
  skeleton: (range) => searchRows(terms, range),
})

/** Time limit for words that are frequent alone and rare together, in posts that no block has yet. */
const BUDGET_MS = 500

/**
 * One word is one range of the index. Of several words, the newest posts are found by the index, those of
 * blocks by the blocks' postings.
 */
export async function searchRows(
  terms: SearchTerms,
  range: CursorRange,
  budget = BUDGET_MS,
): Promise<PostRow[]> {
  const { words, literals } = terms
  if (words.length === 1 && literals.length === 0) return loadPostRows('byWord', { words: words[0]! }, range)
  if (range.at !== undefined) return recentRows(terms, range, null, budget)
  const { before = null, limit = Infinity } = range
  const end = await endOfBlocks(before)
  const hasRecent = end === null || before === null || before > end
  const recent = hasRecent ? await recentRows(terms, range, end, budget) : []
  if (end === null || recent.length >= limit) return recent
  const older = await rowsOfBlocks(terms, Math.min(before ?? end, end), limit - recent.length)
  return [...recent, ...older]
}

/**
 * Posts from a moment on. The store uses the rarest word of the index; when that is too slow, the newest posts
 * with one of the words are checked.
 */
async function recentRows(
  terms: SearchTerms,
  range: CursorRange,
  since: number | null,
  budget: number,
): Promise<PostRow[]> {
  const { words, literals } = terms
  const recent: Filter[] = since === null ? [] : [{ createdAt: { $gte: new Date(since) } }]
  const all: Filter = { $and: [...words.map((word) => ({ words: word })), ...recent] }
  try {
    return literals.length === 0
      ? await loadPostRows('byWord', all, range, budget)
      : await checkedRows('byWord', all, terms, range, budget)
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== MAX_TIME_EXCEEDED) throw error
    return checkedRows('byWord', { $and: [{ words: words[0]! }, ...recent] }, terms, range)
  }
}

const MAX_TIME_EXCEEDED = 50
const GROUP = 100
const MAX_GROUPS = 20

/**
 * The filter narrows by index, then the texts are checked: at most some 2,000 posts for one page. Without literals
 * the filter of an author says it all.
 */
export async function checkedRows(
  index: 'byWord' | 'byAuthor' | 'withMedia',
  filter: Filter,
  { words, literals }: SearchTerms,
  range: CursorRange,
  maxTimeMS?: number,
): Promise<PostRow[]> {
  if (index !== 'byWord' && literals.length === 0) return loadPostRows(index, filter, range)
  const read = async (part: CursorRange) =>
    (await findPosts(index, filter, part, { ...SKELETON, text: 1, words: 1 }, maxTimeMS)).map((post) => ({
      ...toRow(post),
      text: post.text,
      words: post.words,
    }))
  const fits = (post: { text: string; words: string[] }) =>
    words.every((word) => post.words.includes(word)) && holdsLiterals(post.text, literals)
  if (range.at !== undefined) return (await read(range)).filter(fits)
  const limit = range.limit ?? Infinity
  const kept: PostRow[] = []
  for (let group = 0, before = range.before ?? null; group < MAX_GROUPS && kept.length < limit; group++) {
    const { rows, end } = await wholePage(read, before, GROUP)
    kept.push(...rows.filter(fits))
    if (end) break
    before = rows.at(-1)!.at
  }
  return kept.slice(0, limit)
}

/** Rebuilds the search words, hashtags and mentions of the next posts. */
export const rebuildPostWords: Part = (after) =>
  rebuildFields<PostDocument, 'text' | 'mediaType', 'words' | 'hashtags' | 'mentions'>(
    {
      collection: PostModel.collection,
      fields: ['words', 'hashtags', 'mentions'],
      sources: ['text', 'mediaType'],
      derive: derivedOf,
    },
    after,
  )
