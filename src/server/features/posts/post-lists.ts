import { Types, trusted, type mongo } from 'mongoose'
import { hashtagsIn, tagOf } from '#contract/rich-text.ts'
import { createdAtWithin, inOrder, type CursorRange } from '#server/platform/cursor-pages.ts'
import { MENTIONING, POST_INDEXES, PostModel, WITH_MEDIA, type PostDocument } from './posts.model.ts'

/** A position in a list: all that paging and filters need, straight from an index. */
export interface PostRow {
  id: string
  authorId: string
  /** createdAt in milliseconds. */
  at: number
}

/** A list of posts, read by ranges. Lists with the same `key` are the same list. */
export interface PostList {
  key: string
  /** The first of a read's four steps: ids in the order of one index. */
  skeleton(range: CursorRange): Promise<PostRow[]>
}

export const SKELETON = { _id: 1, authorId: 1, createdAt: 1 } as const
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const

export type Filter = mongo.Filter<PostDocument>
type IndexName = keyof typeof POST_INDEXES

export const newestPosts: PostList = { key: 'newest', skeleton: (range) => loadPostRows('newest', {}, range) }

/** Posts with a hashtag, given with or without #, in any letter case; null for an invalid one. */
export function postsWithTag(given: string): PostList | null {
  const tag = tagOf(given.trim())
  if (hashtagsIn(`#${tag}`)[0] !== tag) return null
  return { key: `tag:${tag}`, skeleton: (range) => loadPostRows('byTag', { hashtags: tag }, range) }
}

export const postsOf = (authorId: string): PostList => ({
  key: `author:${authorId}`,
  skeleton: (range) => loadPostRows('byAuthor', { authorId: new Types.ObjectId(authorId) }, range),
})

/** A person's posts with a picture or a video. */
export const mediaOf = (authorId: string): PostList => ({
  key: `media:${authorId}`,
  skeleton: (range) =>
    loadPostRows('withMedia', { authorId: new Types.ObjectId(authorId), ...WITH_MEDIA }, range),
})

/** A person's posts that mention somebody. */
export const mentionsBy = (authorId: string): PostList => ({
  key: `mentions:${authorId}`,
  skeleton: (range) =>
    loadPostRows('mentioning', { authorId: new Types.ObjectId(authorId), ...MENTIONING }, range),
})

/** Posts of these people: one indexed read up to 150 of them. */
export const postsOfMany = (authorIds: readonly string[], range: CursorRange): Promise<PostRow[]> =>
  loadInGroups(
    authorIds,
    (group) =>
      loadPostRows('byAuthor', { authorId: { $in: group.map((id) => new Types.ObjectId(id)) } }, range),
    range.limit,
  )

/** MongoDB merges this many index ranges; above 200 it reads and sorts everything (PERFORMANCE). */
const MERGED_KEYS = 150

/** One list of rows from many keys, read in groups that the store can merge. */
export async function loadInGroups(
  keys: readonly string[],
  read: (group: readonly string[]) => Promise<PostRow[]>,
  limit?: number,
): Promise<PostRow[]> {
  if (keys.length <= MERGED_KEYS) return keys.length === 0 ? [] : read(keys)
  let rows: PostRow[] = []
  for (let start = 0; start < keys.length; start += MERGED_KEYS)
    rows = mergeRows(rows, await read(keys.slice(start, start + MERGED_KEYS)), limit)
  return rows
}

function mergeRows(one: readonly PostRow[], other: readonly PostRow[], limit = Infinity): PostRow[] {
  const all = [...one, ...other]
  all.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  return all.length > limit ? all.slice(0, limit) : all
}

/** Rows of one index. Throws MongoDB's own error when `maxTimeMS` is over. */
export async function loadPostRows(
  index: IndexName,
  filter: Filter,
  range: CursorRange,
  maxTimeMS?: number,
): Promise<PostRow[]> {
  const found = await findPosts(index, filter, range, SKELETON, maxTimeMS)
  return found.map(toRow)
}

/** The posts, with the fields of the projection. */
export function findPosts<Field extends keyof PostDocument>(
  index: IndexName,
  filter: Filter,
  range: CursorRange,
  projection: Readonly<Record<Field, 1>>,
  maxTimeMS?: number,
): Promise<Pick<PostDocument, Field>[]> {
  const options = {
    projection,
    hint: POST_INDEXES[index],
    ...inOrder(range, NEWEST_FIRST),
    ...(maxTimeMS && { maxTimeMS }),
  }
  // Without Mongoose: this is the most frequent read, and every value in it has been checked.
  return PostModel.collection
    .find({ ...filter, ...createdAtWithin(range) } as never, options)
    .toArray() as unknown as Promise<Pick<PostDocument, Field>[]>
}

export const toRow = (post: Pick<PostDocument, '_id' | 'authorId' | 'createdAt'>): PostRow => ({
  id: post._id.toHexString(),
  authorId: post.authorId.toHexString(),
  at: post.createdAt.getTime(),
})

/** The number of posts, from the store's own count, and of posts since a moment, from an index. */
export async function countPosts(moment: Date): Promise<{ total: number; since: number }> {
  const [total, since] = await Promise.all([
    PostModel.estimatedDocumentCount(),
    PostModel.countDocuments({ createdAt: trusted({ $gte: moment }) }).hint(POST_INDEXES.newest),
  ])
  return { total, since }
}
