import { POST_INDEXES, PostModel, type PostDocument } from '#server/features/posts/posts.model.ts'
import { chunksOf } from '#server/platform/chunks.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep, sweepParts } from '#server/platform/sweep.ts'
import { clock } from '#server/platform/clock.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { encodePlaces, idsKey, IDS_IN_ONE, postingKeysOf, placesKey, slotOf, type Name } from './postings.ts'
import { searchBlocks, postings, type SearchBlock } from './search-blocks.model.ts'

/** Posts in a block. */
const SIZE = 8192
/**
 * Posts are in a block when they are this old, and a block is built this long after it was planned. By then no
 * transaction is under way that writes such a post, or edits one without knowing of the block: the store ends
 * transactions after a minute.
 */
const SETTLED_MS = 2 * MINUTE
/** Postings that are not used any more are removed when no search can still be reading them. */
const UNREAD_MS = MINUTE / 2
/** Longer than the job may run. */
const BUILD_MS = 15 * MINUTE
/** With so many changed posts a block is built again. */
const MAX_CHANGED = 50
/** And after this time, so that the ids of deleted posts do not stay. */
const MAX_AGE_MS = 30 * 24 * 60 * MINUTE

definePeriodic({
  kind: 'search-blocks',
  does: 'Plans and builds blocks of the post search, and removes what is not used any more.',
  everyMs: MINUTE,
  run: ({ signal }) => maintainBlocks({ signal }),
})

interface Keep {
  signal?: AbortSignal
  now?: number
  size?: number
}

/** Plans blocks for new posts, builds what is due, and removes postings that are not used any more. */
export async function maintainBlocks({ signal, now = clock.now(), size = SIZE }: Keep = {}): Promise<void> {
  await sweepParts(
    () => removeUnused(now, signal),
    () => planBlocks(now, size),
    () => sweep(dueBlocks(now), (block) => buildBlock(block, now), signal),
  )
}

/**
 * Notes that a post's words have changed or that an older post has been inserted, in the transaction that
 * does it. The search checks such a post itself until its block is built again.
 */
export async function recordChangedWords(
  tx: Transaction,
  { _id, createdAt }: Pick<PostDocument, '_id' | 'createdAt'>,
): Promise<void> {
  await searchBlocks().findOneAndUpdate(
    { to: { $gt: createdAt } },
    { $push: { changed: { post: _id, change: clock.id() } } },
    { sort: { to: 1 }, projection: { _id: 1 }, session: tx.session },
  )
}

/** Builds the next block again, for the rebuild job. */
export const rebuildBlocks: Part = async (after) => {
  const block = await searchBlocks().findOne(after === null ? {} : { _id: { $gt: new Date(after) } }, {
    sort: { _id: 1 },
  })
  if (!block) return { after, isEnd: true, seen: 0, changed: 0 }
  if (block.postings) await buildBlock(block, clock.now())
  return { after: block._id.toISOString(), isEnd: false, seen: 1, changed: block.postings ? 1 : 0 }
}

async function planBlocks(now: number, size: number): Promise<void> {
  const last = await searchBlocks().findOne({}, { sort: { _id: -1 } })
  for (let from = last?.to ?? new Date(0); ;) {
    const next = await firstBeyond(from, size)
    if (!next || next.getTime() > now - SETTLED_MS) return
    // All posts of one millisecond are in one block.
    const to = new Date(Math.max(next.getTime(), from.getTime() + 1))
    try {
      await searchBlocks().insertOne({
        _id: from,
        to,
        plannedAt: new Date(now),
        postings: null,
        builtAt: null,
        builds: [],
        changed: [],
      })
    } catch (error) {
      // Another process plans.
      if (isDuplicateKey(error)) return
      throw error
    }
    from = to
  }
}

async function firstBeyond(from: Date, size: number): Promise<Date | null> {
  const [post] = await PostModel.collection
    .find({ createdAt: { $gte: from } }, { projection: { _id: 0, createdAt: 1 }, hint: POST_INDEXES.newest })
    .sort({ createdAt: 1, _id: 1 })
    .skip(size)
    .limit(1)
    .toArray()
  return (post?.['createdAt'] as Date | undefined) ?? null
}

const dueBlocks = (now: number): AsyncIterable<SearchBlock> =>
  searchBlocks()
    .find({
      $or: [
        { postings: null, plannedAt: { $lte: new Date(now - SETTLED_MS) } },
        { [`changed.${MAX_CHANGED - 1}`]: { $exists: true } },
        { builtAt: { $lt: new Date(now - MAX_AGE_MS) } },
      ],
    })
    .sort({ _id: 1 })
    .batchSize(1)

/**
 * Writes new postings beside those in use, then takes them into use. Changes that the block had before its
 * posts were read are in them; later ones stay noted.
 */
async function buildBlock({ _id, to, postings, changed }: SearchBlock, now: number): Promise<void> {
  const built = clock.id()
  await searchBlocks().updateOne({ _id }, { $push: { builds: built } })
  await writePostings(built, _id, to)
  await searchBlocks().updateOne(
    { _id, postings },
    {
      $set: { postings: built, builtAt: new Date(now) },
      $pull: { changed: { change: { $in: changed.map(({ change }) => change) } } },
    },
  )
}

/** Posts read, and documents written, at a time: other requests are served in between. */
const AT_A_TIME = 200

async function writePostings(name: Name, from: Date, to: Date): Promise<void> {
  const ids: Buffer[] = []
  const places = new Map<number, number[]>()
  const posts = PostModel.collection
    .find(
      { createdAt: { $gte: from, $lt: to } },
      { projection: { words: 1 }, hint: POST_INDEXES.newest, batchSize: AT_A_TIME },
    )
    .sort({ createdAt: -1, _id: -1 }) as unknown as AsyncIterable<Pick<PostDocument, '_id' | 'words'>>
  for await (const { _id, words } of posts) {
    const place = ids.push(Buffer.from(_id.id)) - 1
    for (const slot of new Set(words.map(slotOf))) {
      const known = places.get(slot)
      if (known) known.push(place)
      else places.set(slot, [place])
    }
  }
  if (ids.length === 0) return
  await postings().insertMany(
    chunksOf(ids, IDS_IN_ONE).map((part, at) => ({
      _id: idsKey(name, at * IDS_IN_ONE),
      ids: Buffer.concat(part),
    })),
  )
  for (const part of chunksOf([...places], AT_A_TIME))
    await postings().insertMany(
      part.map(([slot, of]) => ({ _id: placesKey(name, slot), ...encodePlaces(of, ids.length) })),
    )
}

/** Removes postings of earlier builds, and of builds that a stopped process did not finish. */
async function removeUnused(now: number, signal?: AbortSignal): Promise<void> {
  const among = await searchBlocks()
    .find({ $or: [{ 'builds.1': { $exists: true } }, { 'builds.0': { $exists: true }, postings: null }] })
    .toArray()
  const remove = async ({ _id, postings: used, builtAt, builds }: SearchBlock) => {
    if (builtAt && builtAt.getTime() > now - UNREAD_MS) return
    for (const name of builds.filter((build) => !used?.equals(build) && isOver(build, now))) {
      await postings().deleteMany({ _id: postingKeysOf(name) })
      await searchBlocks().updateOne({ _id }, { $pull: { builds: name } })
    }
  }
  await sweep(among, remove, signal)
}

const isOver = (build: Name, now: number): boolean => build.getTimestamp().getTime() < now - BUILD_MS
