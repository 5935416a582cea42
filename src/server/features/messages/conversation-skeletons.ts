import { Types, trusted } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import { createdAtWithin, SPARE_ROWS, wholePage, type Range } from '#server/platform/cursor-pages.ts'
import { lookUpEach } from '#server/platform/mongo/look-up-each.ts'
import { ConversationModel, type ConversationDocument } from './messages.model.ts'

// The indexed reads of lists of conversations. A conversation holds all that its row shows, so a skeleton is
// the records themselves.

/**
 * A person's list by a cursor, newest message first: without the requests to them, and without what they have
 * archived or pinned. What is archived stands among the rows that the store reads, and is left out there.
 */
export async function conversationSkeleton(userId: string, before?: string): Promise<ConversationDocument[]> {
  const read = async (range: Range) => {
    const isFirstPage = range.before == null && range.at === undefined
    const found = isFirstPage ? ((await readNewest(userId)) ?? []) : await conversationsWithin(userId, range)
    return placed(found)
  }
  const { rows } = await wholePage(read, before ? Date.parse(before) : null, PAGE.conversations)
  return rows.map(({ row }) => row)
}

/** The requests to a person, or what they have archived, in the same order and by the same cursor. */
export const requestSkeleton = (userId: string, before?: string): Promise<ConversationDocument[]> =>
  shelfSkeleton({ 'request.to': userId }, before)
export const archiveSkeleton = (userId: string, before?: string): Promise<ConversationDocument[]> =>
  shelfSkeleton({ archivedBy: userId }, before)

async function shelfSkeleton(which: object, before?: string): Promise<ConversationDocument[]> {
  const read = async (range: Range) => placed(await newestOf(which, range))
  const { rows } = await wholePage(read, before ? Date.parse(before) : null, PAGE.conversations)
  return rows.map(({ row }) => row)
}

/** What stands beside the first page of a person's list. */
export interface BesideTheList {
  pinned: ConversationDocument[]
  /** The newest of each shelf. */
  waiting: ConversationDocument[]
  archived: ConversationDocument[]
}

/** The same of people that ask at the same moment, in one command. */
export const readBesideTheList = batchReads<BesideTheList>({
  max: 100,
  async load(userIds) {
    const [only, ...others] = userIds
    if (others.length === 0) return new Map([[only!, await besideTheListOf(only!)]])
    return lookUpEach<BesideTheList>(userIds, [
      lookup('pinnedBy.id', 'pinned', []),
      newestWhere('request.to', 'waiting'),
      newestWhere('archivedBy', 'archived'),
    ])
  },
})

async function besideTheListOf(userId: string): Promise<BesideTheList> {
  const [pinned, waiting, archived] = await Promise.all([
    ConversationModel.find({ 'pinnedBy.id': userId }).lean<ConversationDocument[]>(),
    newestOf({ 'request.to': userId }, FIRST_PAGE),
    newestOf({ archivedBy: userId }, FIRST_PAGE),
  ])
  return { pinned, waiting, archived }
}

const placed = (found: readonly ConversationDocument[]) =>
  found.map((row) => ({ at: row.lastMessage?.createdAt.getTime() ?? 0, row }))

const NEWEST_FIRST = { 'lastMessage.createdAt': -1, _id: -1 } as const

const conversationsWithin = (userId: string, range: Range): Promise<ConversationDocument[]> => {
  const id = new Types.ObjectId(userId)
  const notTheirs = trusted({ $ne: id })
  return newestOf(
    {
      people: id,
      'request.from': trusted({ $in: [null, id] }),
      archivedBy: notTheirs,
      'pinnedBy.id': notTheirs,
    },
    range,
  )
}

function newestOf(which: object, range: Range): Promise<ConversationDocument[]> {
  // One millisecond as a range: for a point the store would sort the rows that it merges.
  const createdAt =
    range.at === undefined
      ? createdAtWithin(range).createdAt
      : { $gte: new Date(range.at), $lt: new Date(range.at + 1) }
  return ConversationModel.find({
    ...which,
    ...(createdAt && { 'lastMessage.createdAt': trusted(createdAt) }),
  })
    .sort(NEWEST_FIRST)
    .limit(range.limit ?? 0)
    .lean()
}

const FIRST_PAGE: Range = { limit: PAGE.conversations + SPARE_ROWS }

/** The newest conversations of people that ask at the same moment, as after a restart, in one command. */
const readNewest = batchReads<ConversationDocument[]>({
  max: 100,
  async load(userIds) {
    const [only, ...others] = userIds
    if (others.length === 0) return new Map([[only!, await conversationsWithin(only!, FIRST_PAGE)]])
    const lists = await lookUpEach<Record<'rows' | 'asked', ConversationDocument[]>>(userIds, [
      newestWhere('people', 'rows', [{ $match: { 'request.from': null } }, LISTED]),
      newestWhere('request.from', 'asked', [LISTED]),
    ])
    return new Map([...lists].map(([id, { rows, asked }]) => [id, merged(rows, asked)]))
  },
})

/** Neither archived nor pinned by the person whose document looks up. */
const LISTED = {
  $match: {
    $expr: {
      $and: ['$archivedBy', '$pinnedBy.id'].map((ids) => ({
        $not: { $in: ['$$person', { $ifNull: [ids, []] }] },
      })),
    },
  },
}

const newestWhere = (foreignField: string, as: string, filter: object[] = []) =>
  lookup(foreignField, as, [...filter, { $sort: NEWEST_FIRST }, { $limit: FIRST_PAGE.limit! }])

const lookup = (foreignField: string, as: string, pipeline: object[]) => ({
  $lookup: {
    from: ConversationModel.collection.collectionName,
    localField: '_id',
    foreignField,
    let: { person: '$_id' },
    pipeline,
    as,
  },
})

/** Two lists of this order as one, cut to a first page. */
const merged = (one: ConversationDocument[], other: ConversationDocument[]): ConversationDocument[] =>
  other.length === 0 ? one : [...one, ...other].sort(byNewest).slice(0, FIRST_PAGE.limit)

/** The order of all lists. */
export const byNewest = (a: ConversationDocument, b: ConversationDocument): number =>
  (b.lastMessage?.createdAt.getTime() ?? 0) - (a.lastMessage?.createdAt.getTime() ?? 0) ||
  b._id.toHexString().localeCompare(a._id.toHexString())
