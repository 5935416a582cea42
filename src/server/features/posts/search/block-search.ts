import { Types } from 'mongoose'
import {
  SKELETON,
  loadPostRows,
  toRow,
  type Filter,
  type PostRow,
} from '#server/features/posts/post-lists.ts'
import { PostModel, type PostDocument } from '#server/features/posts/posts.model.ts'
import { chunksOf } from '#server/platform/chunks.ts'
import { holdsLiterals, type SearchTerms } from '#server/platform/words.ts'
import { idAt, idsKey, placesInAll, placesKey, slotOf, type Name } from './postings.ts'
import { searchBlocks, postings, type SearchBlock } from './search-blocks.model.ts'

type BuiltBlock = Pick<SearchBlock, '_id' | 'to' | 'changed'> & { postings: Name }

/** Blocks read at a time: few at first, because frequent words fill a page from the newest ones. */
const GROUPS = [4, 128]
/** Words that narrow a search; the posts are checked for the others. */
const MAX_WORDS = 4
/** Posts checked at a time: few at first, because most candidates fit. */
const CHECKED_AT_A_TIME = [48, 192]
/** Posts that are read for one page at most. */
const MAX_CHECKED = 2_000
/** A word with fewer posts is read from its index alone. */
const FEW = 256

/** Where the blocks end that were written before a moment; null when there are none. */
export async function endOfBlocks(before: number | null): Promise<number | null> {
  const [newest] = await builtBefore(before === null ? {} : { _id: { $lt: new Date(before) } }, 1)
  return newest ? newest.to.getTime() : null
}

/**
 * Posts of the blocks that were written before a moment, newest first. Of very many candidates, the newest are
 * checked.
 */
export async function rowsOfBlocks(terms: SearchTerms, before: number, limit: number): Promise<PostRow[]> {
  const rows: PostRow[] = []
  let checked = 0
  for (let turn = 0, end = new Date(before); ; turn += 1) {
    if (turn === 1) {
      const rest = await rowsOfRareWord(terms, end.getTime(), limit - rows.length)
      if (rest) return [...rows, ...rest].slice(0, limit)
    }
    const size = GROUPS[Math.min(turn, GROUPS.length - 1)]!
    const group = await builtBefore({ _id: { $lt: end } }, size)
    const changed = await fittingRows(terms, changedIn(group), before)
    const candidates = await candidatesIn(group, terms.words)
    const found: PostRow[] = []
    for (let from = 0, lot = 0; from < candidates.length; lot += 1) {
      const part = candidates.slice(from, from + (CHECKED_AT_A_TIME[lot] ?? CHECKED_AT_A_TIME.at(-1)!))
      found.push(...(await fittingRows(terms, await idsOf(part), before)))
      from += part.length
      checked += part.length
      if (rows.length + complete(found, changed) >= limit || checked >= MAX_CHECKED)
        return [...rows, ...merged(found, changed)].slice(0, limit)
    }
    rows.push(...merged(found, changed))
    if (rows.length >= limit || group.length < size) return rows.slice(0, limit)
    end = group.at(-1)!._id
  }
}

/** The posts before a moment when the longest word, usually the rarest, has few; else null. */
async function rowsOfRareWord(terms: SearchTerms, before: number, limit: number): Promise<PostRow[] | null> {
  const rows = await loadPostRows('byWord', { words: terms.words[0]! }, { before, limit: FEW })
  if (rows.length === FEW) return null
  const found: PostRow[] = []
  for (const part of chunksOf(rows, CHECKED_AT_A_TIME[0]!)) {
    const ids = part.map(({ id }) => new Types.ObjectId(id))
    found.push(...(await fittingRows(terms, ids, before)))
    if (found.length >= limit) break
  }
  return found
}

const builtBefore = (filter: object, limit: number): Promise<BuiltBlock[]> =>
  searchBlocks()
    .find({ ...filter, postings: { $ne: null } })
    .project<BuiltBlock>({ to: 1, postings: 1, changed: 1 })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray()

const changedIn = (group: readonly BuiltBlock[]): Types.ObjectId[] =>
  group.flatMap(({ changed }) => changed.map(({ post }) => post))

interface Candidate {
  name: Name
  place: number
}

/** Posts that may have all words, newest first. */
async function candidatesIn(group: readonly BuiltBlock[], words: readonly string[]): Promise<Candidate[]> {
  const slots = words.slice(0, MAX_WORDS).map(slotOf)
  const keys = group.flatMap(({ postings: name }) => slots.map((slot) => placesKey(name, slot)))
  const read = await postings()
    .find({ _id: { $in: [...new Set(keys)] } }, { promoteBuffers: true, batchSize: keys.length + 1 })
    .toArray()
  const places = new Map(read.map((one) => [one._id, one]))
  return group.flatMap(({ postings: name }) =>
    placesInAll(slots.map((slot) => places.get(placesKey(name, slot)) ?? {})).map((place) => ({
      name,
      place,
    })),
  )
}

async function idsOf(candidates: readonly Candidate[]): Promise<Types.ObjectId[]> {
  const keys = new Set(candidates.map(({ name, place }) => idsKey(name, place)))
  const read = await postings()
    .find({ _id: { $in: [...keys] } }, { promoteBuffers: true, batchSize: keys.size + 1 })
    .toArray()
  const ids = new Map(read.map((one) => [one._id, one.ids]))
  return candidates.flatMap(({ name, place }) => {
    const known = ids.get(idsKey(name, place))
    return known ? [idAt(known, place)] : []
  })
}

/** Those of the posts that have all words and literals, newest first. */
async function fittingRows(
  { words, literals }: SearchTerms,
  ids: readonly Types.ObjectId[],
  before: number,
): Promise<PostRow[]> {
  if (ids.length === 0) return []
  const filter: Filter = { _id: { $in: [...ids] }, $and: words.map((word) => ({ words: word })) }
  const projection = literals.length > 0 ? { ...SKELETON, text: 1 } : SKELETON
  const posts = (await PostModel.collection
    .find(filter as never, { projection, hint: { _id: 1 }, batchSize: ids.length + 1 })
    .toArray()) as unknown as PostDocument[]
  const fitting = posts.filter(
    ({ createdAt, text }) => createdAt.getTime() < before && holdsLiterals(text, literals),
  )
  return inOrder(fitting.map(toRow))
}

const inOrder = (rows: PostRow[]): PostRow[] => rows.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))

/** Rows of both, each once. */
const merged = (found: readonly PostRow[], changed: readonly PostRow[]): PostRow[] => {
  if (changed.length === 0) return [...found]
  return inOrder([...new Map([...found, ...changed].map((row) => [row.id, row])).values()])
}

/** How many rows are certain to come first, though older candidates have not been checked. */
const complete = (found: readonly PostRow[], changed: readonly PostRow[]): number => {
  const last = found.at(-1)
  return last ? merged(found, changed).filter(({ at }) => at >= last.at).length : 0
}
