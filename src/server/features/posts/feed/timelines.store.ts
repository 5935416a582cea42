import { Types, mongo, trusted } from 'mongoose'
import { loadInGroups, type PostRow } from '#server/features/posts/post-lists.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { chunksOf } from '#server/platform/chunks.ts'
import { createdAtWithin, inOrder, type CursorRange } from '#server/platform/cursor-pages.ts'
import { ROWS_OF_OWNER, TimelineModel, TimelineRowModel, type TimelineRow } from './timelines.model.ts'

/** Posts in a timeline. */
export const TIMELINE_LENGTH = 800

/** Rows are pushed to people who read within this time; later their timeline is built again. */
export const ACTIVE_MS = 7 * 24 * 3_600_000

export const inboxOf = (userId: string): string => `in:${userId}`
export const authorTimeline = (userId: string): string => `out:${userId}`

type Stored = Pick<TimelineRow, 'postId' | 'authorId' | 'createdAt'>

/**
 * Rows of these owners as one list, newest first, in one covered read, from the lower bound on. A post may
 * come once for each owner.
 */
export const loadTimelineRows = (
  owners: readonly string[],
  range: CursorRange,
  floor: Date | null = null,
): Promise<PostRow[]> => loadInGroups(owners, (group) => findRows(group, range, floor), range.limit)

async function findRows(
  owners: readonly string[],
  range: CursorRange,
  floor: Date | null,
): Promise<PostRow[]> {
  const options = {
    projection: { _id: 0, postId: 1, authorId: 1, createdAt: 1 },
    hint: ROWS_OF_OWNER,
    ...inOrder(range, { createdAt: -1, postId: -1 } as const),
  }
  const { createdAt } = createdAtWithin(range)
  const reach =
    floor && !(createdAt instanceof Date)
      ? { createdAt: { $gte: floor, ...createdAt } }
      : createdAt && { createdAt }
  const rows = (await TimelineRowModel.collection
    .find({ owner: { $in: [...owners] }, ...reach } as never, options)
    .toArray()) as unknown as Stored[]
  return rows.map(({ postId, authorId, createdAt: at }) => ({
    id: postId.toHexString(),
    authorId: authorId.toHexString(),
    at: at.getTime(),
  }))
}

const toStored = (owner: string, { id, authorId, at }: PostRow): TimelineRow => ({
  _id: `${id}:${owner}`,
  owner,
  postId: new Types.ObjectId(id),
  authorId: new Types.ObjectId(authorId),
  createdAt: new Date(at),
})

const GROUP = 1000

/** Writes posts to one timeline; existing rows stay. */
export const addRows = (owner: string, rows: readonly PostRow[]): Promise<void> =>
  addToTimelines(rows.map((row) => ({ owner, row })))

/** Writes each post to its owner's timeline; existing rows stay. */
export async function addToTimelines(rows: readonly { owner: string; row: PostRow }[]): Promise<void> {
  for (const part of chunksOf(rows, GROUP)) {
    const stored = part.map(({ owner, row }) => toStored(owner, row))
    try {
      await TimelineRowModel.collection.insertMany(stored as never, { ordered: false })
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || !onlyDuplicates(error)) throw error
    }
  }
}

/**
 * Adds the newest rows of these authors to a timeline and removes those of everybody else. Rows that are pushed
 * meanwhile stay.
 */
export async function setRows(
  { session }: Transaction,
  owner: string,
  { rows, authorIds }: { rows: readonly PostRow[]; authorIds: readonly string[] },
): Promise<void> {
  await TimelineRowModel.deleteMany({ owner, authorId: trusted({ $nin: [...authorIds] }) }, { session }).hint(
    ROWS_OF_OWNER,
  )
  const upserts = rows.map((row) => {
    const { _id, ...stored } = toStored(owner, row)
    return { updateOne: { filter: { _id }, update: { $setOnInsert: stored }, upsert: true } }
  })
  if (upserts.length > 0)
    await TimelineRowModel.collection.bulkWrite(upserts as never, { session, ordered: false })
}

const DUPLICATE_KEY = 11_000
const onlyDuplicates = (error: mongo.MongoBulkWriteError): boolean =>
  [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY)

/** Removes a deleted post from every timeline. */
export async function removeFromTimelines(postId: string): Promise<void> {
  await TimelineRowModel.deleteMany({ _id: trusted({ $gte: `${postId}:`, $lt: `${postId};` }) })
}

/** Removes an author's posts from a timeline. */
export async function removeAuthor(owner: string, authorId: string): Promise<void> {
  await TimelineRowModel.deleteMany({ owner, authorId }).hint(ROWS_OF_OWNER)
}

export async function emptyTimeline(owner: string): Promise<void> {
  await TimelineRowModel.deleteMany({ owner }).hint(ROWS_OF_OWNER)
}

/**
 * Trims a person's timeline. The lower bound is raised before rows are deleted, so that no reader takes the
 * rest for everything.
 */
export async function trimTimeline(userId: string): Promise<Date | null> {
  const owner = inboxOf(userId)
  const [last, beyond] = await TimelineRowModel.find({ owner }, { _id: 0, createdAt: 1 })
    .sort({ createdAt: -1, postId: -1 })
    .hint(ROWS_OF_OWNER)
    .skip(TIMELINE_LENGTH - 1)
    .limit(2)
    .lean<Pick<TimelineRow, 'createdAt'>[]>()
  if (!last || !beyond) return null
  await TimelineModel.updateOne({ _id: userId }, { $max: { floor: last.createdAt } })
  await TimelineRowModel.deleteMany({ owner, createdAt: trusted({ $lt: last.createdAt }) }).hint(
    ROWS_OF_OWNER,
  )
  return last.createdAt
}
