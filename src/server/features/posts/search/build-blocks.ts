import { POST_INDEXES, PostModel, type PostDocument } from '#server/features/posts/posts.model.ts'
import { chunksOf } from '#server/platform/chunks.ts'
import { clock } from '#server/platform/clock.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep, sweepParts } from '#server/platform/sweep.ts'
import { packMoments, postingKey, slotOf } from './postings.ts'
import { wordBlocks, wordPostings, type WordBlock } from './word-blocks.model.ts'

/** Posts in a block. */
const SIZE = 8192
/**
 * Posts are in a block when they are this old, and a block is built this long after it was planned. By then no
 * transaction is under way that writes such a post, or edits one without knowing of the block: the store ends
 * transactions after a minute.
 */
const SETTLED_MS = 2 * MINUTE
/** With so many changed posts a block is built again. */
const MAX_CHANGED = 50

definePeriodic({
  kind: 'search-blocks',
  does: 'Plans and builds blocks of the post search.',
  everyMs: MINUTE,
  run: ({ signal }) => maintainBlocks({ signal }),
})

interface Maintenance {
  signal?: AbortSignal
  now?: number
  size?: number
}

/** Plans blocks for new posts, and builds what is due. */
export async function maintainBlocks({
  signal,
  now = clock.now(),
  size = SIZE,
}: Maintenance = {}): Promise<void> {
  await sweepParts(
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
  { createdAt }: Pick<PostDocument, 'createdAt'>,
): Promise<void> {
  await wordBlocks().findOneAndUpdate(
    { to: { $gt: createdAt } },
    { $push: { changed: { at: createdAt, change: clock.id() } } },
    { sort: { to: 1 }, projection: { _id: 1 }, session: tx.session },
  )
}

/** Builds the next block again, for the rebuild job. */
export const rebuildBlocks: Part = async (after) => {
  const block = await wordBlocks().findOne(after === null ? {} : { _id: { $gt: new Date(after) } }, {
    sort: { _id: 1 },
  })
  if (!block) return { after, isEnd: true, seen: 0, changed: 0 }
  if (block.builtAt) await buildBlock(block, clock.now())
  return { after: block._id.toISOString(), isEnd: false, seen: 1, changed: block.builtAt ? 1 : 0 }
}

async function planBlocks(now: number, size: number): Promise<void> {
  const last = await wordBlocks().findOne({}, { sort: { _id: -1 } })
  for (let from = last?.to ?? new Date(0); ;) {
    const next = await firstBeyond(from, size)
    if (!next || next.getTime() > now - SETTLED_MS) return
    // All posts of one millisecond are in one block.
    const to = new Date(Math.max(next.getTime(), from.getTime() + 1))
    try {
      await wordBlocks().insertOne({ _id: from, to, plannedAt: new Date(now), builtAt: null, changed: [] })
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

const dueBlocks = (now: number): AsyncIterable<WordBlock> =>
  wordBlocks()
    .find({
      $or: [
        { builtAt: null, plannedAt: { $lte: new Date(now - SETTLED_MS) } },
        { [`changed.${MAX_CHANGED - 1}`]: { $exists: true } },
      ],
    })
    .sort({ _id: 1 })
    .batchSize(1)

/** Writes the postings over those that are there. Changes that the block had before are in them; later ones stay noted. */
async function buildBlock({ _id, to, changed }: WordBlock, now: number): Promise<void> {
  await writePostings(_id, to)
  await wordBlocks().updateOne(
    { _id },
    {
      $set: { builtAt: new Date(now) },
      $pull: { changed: { change: { $in: changed.map(({ change }) => change) } } },
    },
  )
}

/** Posts read, and documents written, at a time: other requests are served in between. */
const AT_A_TIME = 200

async function writePostings(from: Date, to: Date): Promise<void> {
  const moments = new Map<number, number[]>()
  const posts = PostModel.collection
    .find(
      { createdAt: { $gte: from, $lt: to } },
      { projection: { words: 1, createdAt: 1 }, hint: POST_INDEXES.newest, batchSize: AT_A_TIME },
    )
    .sort({ createdAt: -1, _id: -1 }) as unknown as AsyncIterable<Pick<PostDocument, 'createdAt' | 'words'>>
  for await (const { createdAt, words } of posts)
    for (const slot of new Set(words.map(slotOf))) {
      const known = moments.get(slot)
      if (known) known.push(createdAt.getTime())
      else moments.set(slot, [createdAt.getTime()])
    }
  for (const part of chunksOf([...moments], AT_A_TIME))
    await wordPostings().bulkWrite(
      part.map(([slot, of]) => ({
        replaceOne: {
          filter: { _id: postingKey(from, slot) },
          replacement: { at: packMoments(of) },
          upsert: true,
        },
      })),
      { ordered: false },
    )
}
