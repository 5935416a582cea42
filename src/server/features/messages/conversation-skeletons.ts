import { Types, trusted } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import {
  createdAtWithin,
  filledPage,
  momentWithin,
  SPARE_ROWS,
  wholePage,
  type CursorRange,
} from '#server/platform/cursor-pages.ts'
import { lookUpEach } from '#server/platform/mongo/look-up-each.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { memberships, MembershipModel, type MembershipDocument } from './memberships.model.ts'
import { rowFor, rowsFor, type ConversationRow } from './memberships.ts'
import { ConversationModel, type ConversationDocument } from './messages.model.ts'

// The indexed reads of lists of conversations.

/**
 * A person's list by a cursor, newest message first: without the requests to them, and without what they have
 * archived or pinned. Those stand among the rows that the store reads, and are left out here.
 */
export async function conversationSkeleton(viewer: Viewer, before?: string): Promise<ConversationRow[]> {
  const read = async (range: CursorRange) => {
    const isFirstPage = range.before == null && range.at === undefined
    const found = isFirstPage
      ? ((await loadNewest(viewer.id)) ?? [])
      : await conversationsWithin(viewer.id, range)
    return placed(viewer, found)
  }
  const isListed = ({ row }: Placed) => row !== null && !row.own.archived && row.own.pinnedAt === null
  return rowsOf(await filledPage(read, momentOf(before), PAGE.conversations, isListed))
}

/** The requests to a person, newest message first, by the same cursor. */
export async function requestSkeleton(viewer: Viewer, before?: string): Promise<ConversationRow[]> {
  const read = async (range: CursorRange) => {
    const found = await requestsWithin(viewer.id, range)
    const rows = await rowsOfIds(viewer, found)
    return found.map(({ conversationId, requestAt }) => ({
      at: requestAt!.getTime(),
      row: rows.get(conversationId.toHexString()) ?? null,
    }))
  }
  return rowsOf(await wholePage(read, momentOf(before), PAGE.conversations))
}

/** What a person has archived, newest message first, by the same cursor. */
export async function archiveSkeleton(viewer: Viewer, before?: string): Promise<ConversationRow[]> {
  const archived = await memberships
    .find(
      { userId: new Types.ObjectId(viewer.id), archivedSeq: { $exists: true } },
      { projection: { conversationId: 1 } },
    )
    .toArray()
  if (archived.length === 0) return []
  const which = { _id: trusted({ $in: archived.map(({ conversationId }) => conversationId) }) }
  const read = async (range: CursorRange) => placed(viewer, await newestOf(which, range))
  const isThere = ({ row }: Placed) => row?.own.archived ?? false
  return rowsOf(await filledPage(read, momentOf(before), PAGE.conversations, isThere))
}

const momentOf = (before: string | undefined): number | null => (before ? Date.parse(before) : null)

interface Placed {
  at: number
  row: ConversationRow | null
}

const rowsOf = ({ rows }: { rows: readonly Placed[] }): ConversationRow[] =>
  rows.flatMap(({ row }) => row ?? [])

const placed = (viewer: Viewer, found: readonly ConversationDocument[]): Promise<Placed[]> =>
  Promise.all(
    found.map(async (conversation) => ({
      at: timeOf(conversation),
      row: await rowFor(viewer, conversation),
    })),
  )

/** What stands beside the first page of a person's list. */
export interface BesideTheList {
  pinned: ConversationRow[]
  /** The newest of each shelf. */
  waiting: ConversationRow[]
  archived: ConversationRow[]
}

/** What stands beside the first page of a person's list. */
export async function loadBesideTheList(viewer: Viewer): Promise<BesideTheList> {
  const beside = await membershipsBeside(viewer.id)
  const { pinned = [], waiting = [], archived = [] } = beside ?? {}
  const rows = await rowsOfIds(viewer, [...pinned, ...waiting, ...archived])
  const found = (some: readonly MembershipDocument[]) =>
    some.flatMap(({ conversationId }) => rows.get(conversationId.toHexString()) ?? [])
  return {
    pinned: found(pinned),
    waiting: found(waiting),
    archived: found(archived)
      .filter(({ own }) => own.archived)
      .sort(byNewest)
      .slice(0, FIRST_PAGE.limit),
  }
}

async function rowsOfIds(
  viewer: Viewer,
  some: readonly Pick<MembershipDocument, 'conversationId'>[],
): Promise<Map<string, ConversationRow>> {
  if (some.length === 0) return new Map()
  const found = await Promise.all(
    some.map(({ conversationId }) => conversationById(conversationId.toHexString())),
  )
  const rows = await rowsFor(
    viewer,
    found.filter((one) => one !== undefined),
  )
  return new Map(rows.map((row) => [row.conversation._id.toHexString(), row]))
}

const MAX_IDS = 1_000

const conversationById = batchReads<ConversationDocument>({
  max: MAX_IDS,
  async load(ids) {
    const found = await ConversationModel.find({ _id: trusted({ $in: [...ids] }) }).lean()
    return new Map(found.map((one) => [one._id.toHexString(), one]))
  },
})

type MembershipsBeside = Record<keyof BesideTheList, MembershipDocument[]>

/** The same of people that ask at the same moment, in one command. */
const membershipsBeside = batchReads<MembershipsBeside>({
  max: 100,
  async load(userIds) {
    const [only, ...others] = userIds
    if (others.length === 0) return new Map([[only!, await membershipsBesideOf(only!)]])
    return lookUpEach<MembershipsBeside>(userIds, [
      lookup(MEMBERSHIPS, 'userId', 'pinned', [{ $match: { pinnedAt: { $gt: new Date(0) } } }]),
      lookup(MEMBERSHIPS, 'userId', 'waiting', [
        { $match: { request: 'waiting' } },
        { $sort: { requestAt: -1, conversationId: -1 } },
        { $limit: FIRST_PAGE.limit! },
      ]),
      lookup(MEMBERSHIPS, 'userId', 'archived', [{ $match: { archivedSeq: { $exists: true } } }]),
    ])
  },
})

async function membershipsBesideOf(id: string): Promise<MembershipsBeside> {
  const userId = new Types.ObjectId(id)
  const [pinned, waiting, archived] = await Promise.all([
    memberships.find({ userId, pinnedAt: { $gt: new Date(0) } }).toArray(),
    requestsWithin(id, FIRST_PAGE),
    memberships.find({ userId, archivedSeq: { $exists: true } }).toArray(),
  ])
  return { pinned, waiting, archived }
}

const timeOf = ({ lastMessage }: ConversationDocument): number => lastMessage?.createdAt.getTime() ?? 0

const NEWEST_FIRST = { 'lastMessage.createdAt': -1, _id: -1 } as const

const conversationsWithin = (userId: string, range: CursorRange): Promise<ConversationDocument[]> => {
  const id = new Types.ObjectId(userId)
  return newestOf({ people: id, 'request.from': trusted({ $in: [null, id] }) }, range)
}

function newestOf(which: object, range: CursorRange): Promise<ConversationDocument[]> {
  const createdAt = withinMillisecond(range) ?? createdAtWithin(range).createdAt
  return ConversationModel.find({
    ...which,
    ...(createdAt && { 'lastMessage.createdAt': trusted(createdAt) }),
  })
    .sort(NEWEST_FIRST)
    .limit(range.limit ?? 0)
    .lean()
}

function requestsWithin(userId: string, range: CursorRange): Promise<MembershipDocument[]> {
  const requestAt = withinMillisecond(range) ?? momentWithin('requestAt', range).requestAt
  return MembershipModel.find({
    userId,
    request: 'waiting',
    ...(requestAt && { requestAt: trusted(requestAt) }),
  })
    .sort({ requestAt: -1, conversationId: -1 })
    .limit(range.limit ?? 0)
    .lean()
}

/** One millisecond as a range: for a point the store would sort the rows that it merges. */
const withinMillisecond = ({ at }: CursorRange) =>
  at === undefined ? undefined : { $gte: new Date(at), $lt: new Date(at + 1) }

const FIRST_PAGE: CursorRange = { limit: PAGE.conversations + SPARE_ROWS }

/** The newest conversations of people that ask at the same moment, as after a restart, in one command. */
const loadNewest = batchReads<ConversationDocument[]>({
  max: 100,
  async load(userIds) {
    const [only, ...others] = userIds
    if (others.length === 0) return new Map([[only!, await conversationsWithin(only!, FIRST_PAGE)]])
    const newest = [{ $sort: NEWEST_FIRST }, { $limit: FIRST_PAGE.limit! }]
    const lists = await lookUpEach<Record<'rows' | 'asked', ConversationDocument[]>>(userIds, [
      lookup(CONVERSATIONS, 'people', 'rows', [{ $match: { 'request.from': null } }, ...newest]),
      lookup(CONVERSATIONS, 'request.from', 'asked', newest),
    ])
    return new Map([...lists].map(([id, { rows, asked }]) => [id, merged(rows, asked)]))
  },
})

const CONVERSATIONS = ConversationModel.collection.collectionName
const MEMBERSHIPS = MembershipModel.collection.collectionName

const lookup = (from: string, foreignField: string, as: string, pipeline: object[]) => ({
  $lookup: { from, localField: '_id', foreignField, pipeline, as },
})

/** Two lists of this order as one, cut to a first page. */
const merged = (one: ConversationDocument[], other: ConversationDocument[]): ConversationDocument[] =>
  other.length === 0 ? one : [...one, ...other].sort(newerFirst).slice(0, FIRST_PAGE.limit)

const newerFirst = (a: ConversationDocument, b: ConversationDocument): number =>
  timeOf(b) - timeOf(a) || b._id.toHexString().localeCompare(a._id.toHexString())

/** The order of all lists. */
export const byNewest = (a: ConversationRow, b: ConversationRow): number =>
  newerFirst(a.conversation, b.conversation)
