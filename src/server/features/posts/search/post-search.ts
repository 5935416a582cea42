import type { Types } from 'mongoose'
import type { Part } from '#server/platform/jobs/walks.ts'
import type { CursorRange } from '#server/platform/cursor-pages.ts'
import { rebuildFields } from '#server/platform/mongo/derived-field.ts'
import { engineTable } from '#server/platform/search/engine/engine.ts'
import {
  defineSearched,
  type Scope,
  type Scopes,
  type Searched,
  type Wanted,
} from '#server/platform/search/searched.ts'
import { findByWords } from '#server/platform/search/word-search.ts'
import {
  findPosts,
  loadPostRows,
  toRow,
  type Filter,
  type PostList,
  type PostRow,
} from '#server/features/posts/post-lists.ts'
import { POST_INDEXES, PostModel, WITH_MEDIA, type PostDocument } from '#server/features/posts/posts.model.ts'
import { holdsLiterals, MEDIA_WORD, searchTerms, type SearchTerms } from '#server/platform/words.ts'
import { CHECKED, endOfBlocks, postsOfBlocks } from './block-search.ts'
import { derivedOf } from './search-words.ts'

/** Posts with every word of a query, newest first; null for a query without words. */
export function postsMatching(query: string): PostList | null {
  const terms = searchTerms(query)
  return terms && postsWith(terms)
}

/** Posts with every word. */
export const postsWith = (terms: SearchTerms): PostList => ({
  key: `words:${JSON.stringify(terms)}`,
  skeleton: (range) => searchRows(terms, range),
})

type Index = 'byWord' | 'byAuthor' | 'withMedia'

const searched = (index: Index): Searched<PostDocument> => ({
  collection: PostModel.collection as never,
  index: POST_INDEXES[index],
  projection: CHECKED,
  textOf: ({ text }) => text,
  author: 'authorId',
})

/** All posts, those of blocks among them. */
const ALL = defineSearched<PostDocument>({
  ...searched('byWord'),
  older: { knownTo: endOfBlocks, find: postsOfBlocks },
})

/** All posts that a filter names. */
const scopeOf = (filter: Filter) => {
  const scope = { filter, newest: Infinity }
  return {
    async *each() {
      yield scope
    },
  }
}

/** Posts that are checked before the blocks are asked. */
const PORTIONS = [250, 250]
/** Posts of one person whose texts are checked for one page, in portions. */
const PORTIONS_OF_ONE = [250, 750, 1000]

/** The newest posts with all words are found by the rarest word, those that it does not reach by the blocks. */
export async function searchRows(
  terms: SearchTerms,
  range: CursorRange,
  portions: readonly number[] = PORTIONS,
): Promise<PostRow[]> {
  const { words, literals } = terms
  const isOneWord = words.length === 1 && literals.length === 0
  if (range.at !== undefined) return rowsOfMoment('byWord', allOf(words), terms, range)
  if (isOneWord && (await engineTable(ALL)) === null)
    return loadPostRows('byWord', { words: words[0]! }, range)
  return foundRows(ALL, scopeOf({}), terms, range, portions)
}

async function foundRows(
  where: Searched<PostDocument>,
  scopes: Scopes<Scope>,
  wanted: Wanted,
  { before = null, limit = Infinity }: CursorRange,
  portions: readonly number[],
): Promise<PostRow[]> {
  const { found } = await findByWords(where, scopes, wanted, { before, enough: limit, portions })
  return found.map(toRow)
}

/** Posts of a person, all or those with media, with all words and literals. */
export async function rowsOfPerson(
  by: Types.ObjectId,
  isMedia: boolean,
  { words, literals }: SearchTerms,
  range: CursorRange,
): Promise<PostRow[]> {
  const index = isMedia ? 'withMedia' : 'byAuthor'
  const all: Filter = { authorId: by, ...(isMedia && WITH_MEDIA), ...allOf(words) }
  if (range.at !== undefined) return rowsOfMoment(index, all, { words, literals }, range)
  if (words.length > 0 && (await engineTable(ALL)) !== null) {
    const wanted = { words: isMedia ? [...words, MEDIA_WORD] : words, literals, by }
    return foundRows(ALL, scopeOf({}), wanted, range, PORTIONS_OF_ONE)
  }
  if (literals.length === 0) return loadPostRows(index, all, range)
  const wanted = { words: [], literals }
  return foundRows(searched(index), scopeOf(all), wanted, range, PORTIONS_OF_ONE)
}

const allOf = (words: readonly string[]): Filter =>
  words.length > 0 ? { $and: words.map((word) => ({ words: word })) } : {}

async function rowsOfMoment(
  index: Index,
  filter: Filter,
  { literals }: SearchTerms,
  range: CursorRange,
): Promise<PostRow[]> {
  const posts = await findPosts(index, filter, range, CHECKED)
  return posts.filter(({ text }) => holdsLiterals(text, literals)).map(toRow)
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
