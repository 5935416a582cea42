import { SKELETON, type Filter } from '#server/features/posts/post-lists.ts'
import { POST_INDEXES, PostModel, type PostDocument } from '#server/features/posts/posts.model.ts'
import { chunksOf } from '#server/platform/chunks.ts'
import type { Wanted } from '#server/platform/search/searched.ts'
import { holdsLiterals } from '#server/platform/words.ts'
import { momentsInAll, postingKey, slotOf } from './postings.ts'
import { wordBlocks, wordPostings, type WordBlock } from './word-blocks.model.ts'

/** What is read of a post that is checked. */
export const CHECKED = { ...SKELETON, text: 1, words: 1 } as const

/** Blocks read at a time: few at first, because frequent words fill a page from the newest ones. */
const GROUPS = [4, 128]
/** Words that narrow a search; the posts are checked for the others. */
const MAX_WORDS = 4
/** Moments whose posts are checked at a time. */
const CHECKED_AT_A_TIME = 100
/** And for one page at most. */
const MAX_CHECKED = 2_000

/** Where the blocks end that were written before a moment; the beginning of time when there are none. */
export async function endOfBlocks(before: number | null): Promise<number> {
  const [newest] = await builtBefore(before === null ? null : new Date(before), 1)
  return newest ? newest.to.getTime() : -Infinity
}

/**
 * Posts of the blocks that were written before a moment, newest first. Of very many candidates, the newest are
 * checked.
 */
export async function postsOfBlocks(terms: Wanted, before: number, limit: number): Promise<PostDocument[]> {
  const found: PostDocument[] = []
  let checked = 0
  for (let turn = 0, end = new Date(before); ; turn += 1) {
    const size = GROUPS[turn] ?? GROUPS.at(-1)!
    const group = await builtBefore(end, size)
    const candidates = (await momentsIn(group, terms.words)).filter((moment) => moment < before)
    for (const part of chunksOf(candidates, CHECKED_AT_A_TIME)) {
      found.push(...(await fittingPosts(terms, part)))
      checked += part.length
      if (found.length >= limit || checked >= MAX_CHECKED) return found
    }
    if (group.length < size) return found
    end = group.at(-1)!._id
  }
}

const builtBefore = (moment: Date | null, limit: number): Promise<WordBlock[]> =>
  wordBlocks()
    .find({ ...(moment && { _id: { $lt: moment } }), builtAt: { $ne: null } })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray()

/** When posts were written that may have all words, newest first. */
async function momentsIn(group: readonly WordBlock[], words: readonly string[]): Promise<number[]> {
  const slots = [...new Set(words.slice(0, MAX_WORDS).map(slotOf))]
  const keys = group.flatMap(({ _id }) => slots.map((slot) => postingKey(_id, slot)))
  const read = await wordPostings()
    .find({ _id: { $in: keys } }, { promoteBuffers: true, batchSize: keys.length + 1 })
    .toArray()
  const postings = new Map(read.map(({ _id, at }) => [_id, at]))
  return group.flatMap(({ _id, changed }) => {
    const found = momentsInAll(slots.map((slot) => postings.get(postingKey(_id, slot)) ?? Buffer.alloc(0)))
    if (changed.length === 0) return found
    return [...new Set([...found, ...changed.map(({ at }) => at.getTime())])].sort((a, b) => b - a)
  })
}

/** The posts of these moments that have all words and literals, newest first. */
async function fittingPosts(
  { words, literals }: Wanted,
  moments: readonly number[],
): Promise<PostDocument[]> {
  const filter: Filter = {
    createdAt: { $in: moments.map((moment) => new Date(moment)) },
    $and: words.map((word) => ({ words: word })),
  }
  const posts = (await PostModel.collection
    .find(filter as never, { projection: CHECKED, hint: POST_INDEXES.newest })
    .sort({ createdAt: -1, _id: -1 })
    .toArray()) as unknown as PostDocument[]
  return posts.filter(({ text }) => holdsLiterals(text, literals))
}
