import { Types, type mongo } from 'mongoose'
import { hashtagsIn } from '#contract/posts.ts'
import { createdAtWithin, inOrder, wholePage, type Range } from '#server/platform/cursor-pages.ts'
import { POST_INDEXES, PostModel, type PostDocument } from './posts.model.ts'
import { holdsLiterals, searchTerms, type SearchTerms } from './post-words.ts'

/** A place in a list: all that paging and rules need, straight from an index. */
export interface Row {
  id: string
  authorId: string
  /** createdAt in milliseconds. */
  at: number
}

/** A list of posts, read by ranges. `key` names it: two lists with one key are the same list. */
export interface PostList {
  key: string
  rows(range: Range): Promise<Row[]>
}

const SKELETON = { _id: 1, authorId: 1, createdAt: 1 } as const
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const

type Filter = mongo.Filter<PostDocument>
type IndexName = keyof typeof POST_INDEXES

/** For you. */
export const newestPosts: PostList = { key: 'newest', rows: (range) => readRows('newest', {}, range) }

/** Posts with a hashtag, given with or without its sign, in any letter case; null for what cannot be one. */
export function postsWithTag(given: string): PostList | null {
  const tag = given.trim().replace(/^#/, '').toLowerCase()
  if (hashtagsIn(`#${tag}`)[0] !== tag) return null
  return { key: `tag:${tag}`, rows: (range) => readRows('byTag', { hashtags: tag }, range) }
}

/** One person's posts. */
export const postsOf = (authorId: string): PostList => ({
  key: `author:${authorId}`,
  rows: (range) => readRows('byAuthor', { authorId: new Types.ObjectId(authorId) }, range),
})

/** Posts of these people: one indexed read up to 150 of them. */
export const postsOfMany = (authorIds: readonly string[], range: Range): Promise<Row[]> =>
  readInGroups(authorIds, (group) => readRows('byAuthor', { authorId: { $in: group.map((id) => new Types.ObjectId(id)) } }, range), range.limit)

/** MongoDB merges the index ranges of that many keys; beyond 200 it reads and sorts everything (PERFORMANCE). */
const MERGED_KEYS = 150

/** One list of rows from many keys, read in groups that the store can merge. */
export async function readInGroups(keys: readonly string[], read: (group: readonly string[]) => Promise<Row[]>, limit?: number): Promise<Row[]> {
  if (keys.length <= MERGED_KEYS) return keys.length === 0 ? [] : read(keys)
  let rows: Row[] = []
  for (let start = 0; start < keys.length; start += MERGED_KEYS) rows = mergeRows(rows, await read(keys.slice(start, start + MERGED_KEYS)), limit)
  return rows
}

// Two lists of rows as one, newest first.
function mergeRows(one: readonly Row[], other: readonly Row[], limit = Infinity): Row[] {
  const all = [...one, ...other]
  all.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  return all.length > limit ? all.slice(0, limit) : all
}

/**
 * Posts that hold every word of a query, newest first; null when the query holds none. The one door to text search: an
 * external engine would answer here (PERFORMANCE, Design 4).
 */
export function postsMatching(query: string): PostList | null {
  const terms = searchTerms(query)
  if (!terms) return null
  const key = `words:${JSON.stringify(terms)}`
  if (terms.literals.length > 0) return { key, rows: (range) => literalRows(terms, range) }
  return { key, rows: (range) => readRows('byWord', wordFilter(terms), range) }
}

const wordFilter = ({ words: [first, ...others] }: SearchTerms): Filter =>
  others.length === 0 ? { words: first! } : { $and: [{ words: first! }, ...others.map((word) => ({ words: word }))] }

const LITERAL_GROUP = 100
const MOST_LITERAL_GROUPS = 20

/** The words narrow by index, the text decides. It looks at no more than about 2,000 posts for one page. */
async function literalRows(terms: SearchTerms, range: Range): Promise<Row[]> {
  const read = async (part: Range) =>
    (await findPosts('byWord', wordFilter(terms), part, { ...SKELETON, text: 1 })).map((post) => ({ ...toRow(post), text: post.text }))
  const fits = ({ text }: { text: string }) => holdsLiterals(text, terms.literals)
  if (range.at !== undefined) return (await read(range)).filter(fits)
  const limit = range.limit ?? Infinity
  const kept: Row[] = []
  for (let group = 0, before = range.before ?? null; group < MOST_LITERAL_GROUPS && kept.length < limit; group++) {
    const { rows, end } = await wholePage(read, before, LITERAL_GROUP)
    kept.push(...rows.filter(fits))
    if (end) break
    before = rows.at(-1)!.at
  }
  return kept.slice(0, limit)
}

async function readRows(index: IndexName, filter: Filter, range: Range): Promise<Row[]> {
  const found = await findPosts(index, filter, range, SKELETON)
  return found.map(toRow)
}

function findPosts(index: IndexName, filter: Filter, range: Range, projection: mongo.Document): Promise<PostDocument[]> {
  const options = { projection, hint: POST_INDEXES[index], ...inOrder(range, NEWEST_FIRST) }
  // Straight to the driver: this is the hottest read of the house, and every value in it has been checked.
  return PostModel.collection.find({ ...filter, ...createdAtWithin(range) } as never, options).toArray() as unknown as Promise<PostDocument[]>
}

const toRow = (post: Pick<PostDocument, '_id' | 'authorId' | 'createdAt'>): Row => ({
  id: post._id.toHexString(),
  authorId: post.authorId.toHexString(),
  at: post.createdAt.getTime(),
})
