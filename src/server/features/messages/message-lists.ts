import mongoose, { Types, trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import type {
  ConversationsQuery,
  ConversationView,
  ConversationWith,
  MessagesQuery,
  MessageView,
} from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { createdAtWithin, SPARE_ROWS, wholePage, type Range } from '#server/platform/cursor-pages.ts'
import { canJoinConversation, mayBeginWith, pairOf } from './conversations.service.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import {
  canSendTo,
  frozenFor,
  otherOf,
  presentConversation,
  presentMessage,
  unreadFor,
} from './messages.present.ts'

/**
 * The viewer's conversations, newest message first; `before` (or `cursor`) is the createdAt of the last
 * message of the last one. Skeleton, hydrate, present: nothing is filtered, a block leaves the conversation.
 * Requests that wait stand among them, marked. However many there are, the page has as many others as without.
 */
export async function listConversations(
  viewer: Viewer,
  { cursor, before = cursor }: ConversationsQuery,
): Promise<ConversationView[]> {
  const [rows, waiting] = await Promise.all([
    conversationSkeleton(viewer.id, before),
    before === undefined ? readNewestRequests(viewer.id) : requestSkeleton(viewer.id, before),
  ])
  return presentRows(viewer, withRequests(rows, waiting ?? []))
}

/** Requests older than the last row of a full page come with the next page. */
function withRequests(
  rows: ConversationDocument[],
  waiting: readonly ConversationDocument[],
): ConversationDocument[] {
  if (waiting.length === 0) return rows
  const last = rows.length < PAGE.conversations ? undefined : rows.at(-1)
  return [...rows, ...waiting.filter((row) => !last || byNewest(row, last) < 0)].sort(byNewest)
}

/** The requests that wait in the viewer's shelf, in the same order and by the same cursor. */
export async function listRequests(
  viewer: Viewer,
  { cursor, before = cursor }: ConversationsQuery,
): Promise<ConversationView[]> {
  return presentRows(viewer, await requestSkeleton(viewer.id, before))
}

async function requestSkeleton(userId: string, before?: string): Promise<ConversationDocument[]> {
  const read = async (range: Range) => placed(await newestOf({ 'request.to': userId }, range))
  const { rows } = await wholePage(read, before ? Date.parse(before) : null, PAGE.conversations)
  return rows.map(({ row }) => row)
}

/** The newest requests of people that ask at the same moment, in one command. */
const readNewestRequests = batchReads<ConversationDocument[]>({
  max: 100,
  async load(userIds) {
    const [only, ...others] = userIds
    if (others.length === 0) return new Map([[only!, await newestOf({ 'request.to': only }, FIRST_PAGE)]])
    const lists = await mongoose.connection
      .db!.aggregate<{ _id: Types.ObjectId; rows: ConversationDocument[] }>([
        { $documents: userIds.map((id) => ({ _id: new Types.ObjectId(id) })) },
        newestWhere('request.to', 'rows'),
      ])
      .toArray()
    return new Map(lists.map(({ _id, rows }) => [_id.toHexString(), rows]))
  },
})

async function presentRows(
  viewer: Viewer,
  rows: readonly ConversationDocument[],
): Promise<ConversationView[]> {
  const others = await hydrateOthers(viewer, rows)
  return rows.map((row) => presentConversation(row, viewer, others.get(otherOf(row, viewer.id)) ?? null))
}

/** The viewer's unread messages in the newest page of conversations. */
export const countUnreadMessages = async (viewer: Viewer): Promise<number> =>
  (await conversationSkeleton(viewer.id)).reduce((sum, row) => sum + unreadFor(row, viewer.id), 0)

/** A conversation holds all that its row shows, so the skeleton is the records themselves. */
async function conversationSkeleton(userId: string, before?: string): Promise<ConversationDocument[]> {
  const read = async (range: Range) => {
    const isFirstPage = range.before == null && range.at === undefined
    const found = isFirstPage ? ((await readNewest(userId)) ?? []) : await conversationsWithin(userId, range)
    return placed(found)
  }
  const { rows } = await wholePage(read, before ? Date.parse(before) : null, PAGE.conversations)
  return rows.map(({ row }) => row)
}

const placed = (found: readonly ConversationDocument[]) =>
  found.map((row) => ({ at: row.lastMessage?.createdAt.getTime() ?? 0, row }))

const NEWEST_FIRST = { 'lastMessage.createdAt': -1, _id: -1 } as const

/** Without the requests to this person. */
const conversationsWithin = (userId: string, range: Range): Promise<ConversationDocument[]> =>
  newestOf({ people: userId, 'request.from': trusted({ $in: [null, new Types.ObjectId(userId)] }) }, range)

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
    const lists = await mongoose.connection
      .db!.aggregate<{ _id: Types.ObjectId; rows: ConversationDocument[]; asked: ConversationDocument[] }>([
        { $documents: userIds.map((id) => ({ _id: new Types.ObjectId(id) })) },
        newestWhere('people', 'rows', [{ $match: { 'request.from': null } }]),
        newestWhere('request.from', 'asked'),
      ])
      .toArray()
    return new Map(lists.map(({ _id, rows, asked }) => [_id.toHexString(), merged(rows, asked)]))
  },
})

const newestWhere = (foreignField: string, as: string, filter: object[] = []) => ({
  $lookup: {
    from: ConversationModel.collection.collectionName,
    localField: '_id',
    foreignField,
    pipeline: [...filter, { $sort: NEWEST_FIRST }, { $limit: FIRST_PAGE.limit! }],
    as,
  },
})

/** Two lists of this order as one, cut to a first page. */
const merged = (one: ConversationDocument[], other: ConversationDocument[]): ConversationDocument[] =>
  other.length === 0 ? one : [...one, ...other].sort(byNewest).slice(0, FIRST_PAGE.limit)

const byNewest = (a: ConversationDocument, b: ConversationDocument): number =>
  (b.lastMessage?.createdAt.getTime() ?? 0) - (a.lastMessage?.createdAt.getTime() ?? 0) ||
  b._id.toHexString().localeCompare(a._id.toHexString())

const hydrateOthers = (
  viewer: Viewer,
  rows: readonly ConversationDocument[],
): Promise<Map<string, ActorView>> => loadActors(rows.map((row) => otherOf(row, viewer.id)))

/**
 * A thread, ascending by seq: the newest page, the page below `before` (or `cursor`), or the page above
 * `after`. Asking with the highest known seq, again and again, gets every missed message (LIVE L6). Skeleton,
 * present: a message is complete, and whoever may read the thread may read all of it. Throws 404 for anybody
 * who is not one of the two.
 */
export async function listMessages(
  viewer: Viewer,
  conversationId: string,
  query: MessagesQuery,
): Promise<MessageView[]> {
  if (!(await canJoinConversation(viewer, conversationId))) throw notFound()
  const rows = await messageSkeleton(conversationId, query)
  return rows.sort((a, b) => a.seq - b.seq).map(presentMessage)
}

/** The indexed read of a thread; exported for its explain test. */
export const messageSkeleton = (conversationId: string, { cursor, before = cursor, after }: MessagesQuery) =>
  MessageModel.find(
    {
      conversationId: new Types.ObjectId(conversationId),
      seq: trusted({ $gt: after ?? 0, ...(before !== undefined && { $lt: before }) }),
    },
    { versions: 0 },
  )
    .sort({ seq: after === undefined ? -1 : 1 })
    .limit(PAGE.messages)
    .lean()

/** A message that the viewer received or sent and that is not erased; else 404. A block does not hide it. */
export async function readableMessage(viewer: Viewer, messageId: string): Promise<MessageDocument> {
  const message = await MessageModel.findById(messageId).lean<MessageDocument>()
  if (
    !message ||
    message.deleted ||
    !(await canJoinConversation(viewer, message.conversationId.toHexString()))
  )
    throw notFound()
  return message
}

/**
 * The conversation with one person, null before the first message. Throws 400 for oneself, 404 for an unknown
 * person, and for a person who blocks the viewer when there is no conversation.
 */
export async function conversationWith(viewer: Viewer, userId: string): Promise<ConversationWith> {
  if (userId === viewer.id) throw badRequest(MESSAGES.messageSelf)
  const [person, conversation] = await Promise.all([
    loadViewer(userId),
    ConversationModel.findOne({ pair: pairOf(viewer.id, userId) }).lean(),
  ])
  if (!person || (!conversation && (await isBlockedBy(viewer, userId)))) throw notFound(MESSAGES.userNotFound)
  const card = cardOf(person)
  return {
    person: (conversation && frozenFor(conversation, viewer, userId)?.card) ?? card,
    conversation: conversation && presentConversation(conversation, viewer, card),
    can: conversation
      ? presentConversation(conversation, viewer, card).can
      : await canBeginWith(viewer, person),
  }
}

async function canBeginWith(viewer: Viewer, person: Viewer): Promise<ConversationWith['can']> {
  if (!canSendTo(viewer, person.id)) return { send: false }
  return (await mayBeginWith(viewer, person)) ? { send: true } : { send: false, why: MESSAGES.messagesClosed }
}

const isBlockedBy = async (viewer: Viewer, userId: string): Promise<boolean> =>
  viewer.blocked.has(userId) && (await relationBetween(viewer.id, userId)).blockedBy
