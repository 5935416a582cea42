import { Types, trusted, type mongo } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { MessageSearchPage, MessageSearchQuery } from '#contract/messages.search.ts'
import type { ActorView } from '#contract/people.ts'
import { momentsOf, parseSearch } from '#contract/posts.search.ts'
import { loadActors, loadActorsByHandle } from '#server/features/people/users/people.service.ts'
import { wholePage, type CursorRange } from '#server/platform/cursor-pages.ts'
import { chunksOf } from '#server/platform/chunks.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { holdsLiterals, MEDIA_WORD, searchTerms } from '#server/platform/words.ts'
import { isInGroup } from '../groups/groups.present.ts'
import { firstReadable } from '../members.service.ts'
import { rowsFor } from '../memberships.ts'
import { presentRows } from '../message-lists.ts'
import { ConversationModel, messages, type MessageDocument } from '../messages.model.ts'
import { presentMessageTo } from '../messages.present.ts'
import { sightOf } from '../visibility.ts'
import { conversationGroups, oneGroup, type Groups } from './conversation-groups.ts'
import { ANY_WORD } from './search-words.ts'

const NOTHING: MessageSearchPage = { messages: [], conversations: [], authors: [], cursor: null }

/** What a message must fulfil besides its words. */
interface Wanted {
  /** Who searches. */
  viewer: Viewer
  words: readonly string[]
  literals: readonly string[]
  senderId: Types.ObjectId | null
  /** Epoch ms: from then on, and older than that. */
  since: number | null
  until: number | null
}

/**
 * The messages that a search finds in the viewer's conversations, newest first, or in one of them. What the
 * viewer can read in the threads of their list is found, and nothing else: not what was deleted, nor requests
 * that they have declined. A block changes nothing, but in a group. Throws 400 with a sentence for a wrong filter, 404 for the
 * conversation of others.
 */
export async function searchMessages(
  viewer: Viewer,
  { q, conversationId, cursor }: MessageSearchQuery,
): Promise<MessageSearchPage> {
  const first = conversationId ? await firstReadable(viewer, conversationId) : 1
  if (first === null) throw notFound()
  const wanted = await parseQuery(q)
  if (!wanted) return NOTHING
  const groups = conversationId ? oneGroup(conversationId, first) : conversationGroups(viewer.id)
  try {
    const { found, next } = await findMessages(
      groups,
      { ...wanted, viewer },
      cursor === undefined ? null : Date.parse(cursor),
    )
    const shown = found.map((message) => presentMessageTo(viewer, message))
    return {
      messages: shown,
      conversations: found.length === 0 ? [] : await conversationsOf(viewer, found),
      authors: await authorsInGroups(shown),
      cursor: next === null ? null : new Date(next).toISOString(),
    }
  } finally {
    await groups.close()
  }
}

async function conversationsOf(
  viewer: Viewer,
  found: readonly MessageDocument[],
): Promise<ConversationView[]> {
  const ids = new Set(found.map(({ conversationId }) => conversationId.toHexString()))
  const conversations = await ConversationModel.find({ _id: trusted({ $in: [...ids] }) }).lean()
  return presentRows(viewer, await rowsFor(viewer, conversations))
}

const authorsInGroups = async (shown: readonly MessageView[]): Promise<ActorView[]> => [
  ...(await loadActors(shown.filter(isInGroup).map(({ senderId }) => senderId))).values(),
]

/** Null for a query that can find nothing. */
async function parseQuery(q: string): Promise<Omit<Wanted, 'viewer'> | null> {
  const { words, filters, fault, isNarrowed } = parseSearch(q)
  if (fault !== null) throw badRequest(fault)
  const terms = searchTerms(words)
  if (!terms && (words !== '' || !isNarrowed)) return null
  const sender = filters.from && (await loadActorsByHandle([filters.from])).get(filters.from)
  if (filters.from && !sender) return null
  const all = [...(terms?.words ?? []), ...(filters.media ? [MEDIA_WORD] : [])]
  return {
    words: all.length > 0 ? all : [ANY_WORD],
    literals: terms?.literals ?? [],
    senderId: sender ? new Types.ObjectId(sender.id) : null,
    ...momentsOf(filters),
  }
}

/** Messages that are checked for one page, in portions. */
const PORTIONS = [250, 750, 1000]

/**
 * The rarest word is one range of the index in each conversation, and the other conditions are checked in its
 * messages. At most some 2,000 are, and the page ends there: the next one goes on.
 */
async function findMessages(
  groups: Groups,
  wanted: Wanted,
  cursor: number | null,
): Promise<{ found: MessageDocument[]; next: number | null }> {
  const ranges: WordRange = { ...wanted, word: await rarestOf(wanted.words, groups) }
  const needsCheck = conditionsOf(ranges).length > 0 || wanted.literals.length > 0
  const read = (range: CursorRange) => loadRows(groups, ranges, range)
  const found: MessageDocument[] = []
  let next = cursor === null ? wanted.until : Math.min(cursor, wanted.until ?? Infinity)
  for (const size of needsCheck ? PORTIONS : [PAGE.search]) {
    const { rows, end } = await wholePage(read, next, size)
    found.push(...(await loadMessages(rows, wanted, PAGE.search - found.length)))
    next = end ? null : rows.at(-1)!.at
    if (end || found.length >= PAGE.search) break
  }
  return pageOf(found, next)
}

/** The first messages of what was found; with the last one come all of its millisecond (DECISIONS row 13). */
function pageOf(found: MessageDocument[], next: number | null) {
  const edge = found[PAGE.search - 1]?.createdAt.getTime()
  const rest = edge === undefined ? -1 : found.findIndex(({ createdAt }) => createdAt.getTime() < edge)
  return rest < 0 ? { found, next } : { found: found.slice(0, rest), next: edge! }
}

/** Clocks of several servers differ a little, so the newest message of a conversation may be older than another. */
const CLOCK_SKEW_MS = 60_000

/** A row of an index range. */
interface Row {
  at: number
  /** The message; null when it does not fit. */
  id: Types.ObjectId | null
  /** Of its group. */
  first: ReadonlyMap<string, number>
}

/** The rows of a word in a range of time, newest first, merged from all conversations. */
async function loadRows(groups: Groups, wanted: WordRange, range: CursorRange): Promise<Row[]> {
  let rows: Row[] = []
  const { limit = Infinity } = range
  for await (const { ids, newest, first } of groups.each()) {
    const isFull = rows.length >= limit
    // The conversations come in the order of their newest messages.
    if (isFull && newest + CLOCK_SKEW_MS < rows.at(-1)!.at) break
    const [read] = await wordRange(ids, wanted, range).toArray()
    rows = [
      ...rows,
      ...(read?.fitting ?? []).map(({ _id, at }) => ({ at: at.getTime(), id: _id, first })),
      ...(read?.others ?? []).map((at) => ({ at: at.getTime(), id: null, first })),
    ]
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
  }
  return rows
}

/** Messages that are read together. */
const MESSAGES_AT_A_TIME = 40

/** The messages of these rows that the viewer can read: `enough`, and those of the same millisecond as the last one. */
async function loadMessages(
  rows: readonly Row[],
  wanted: Wanted,
  enough: number,
): Promise<MessageDocument[]> {
  const found: MessageDocument[] = []
  for (const part of chunksOf(rows.filter(fits), MESSAGES_AT_A_TIME)) {
    const ids = { $in: part.map(({ id }) => id) }
    const read = await messages.find({ _id: ids }).toArray()
    const byId = new Map(read.map((message) => [message._id.toHexString(), message]))
    for (const { id, first } of part) {
      const message = byId.get(id.toHexString())
      if (message && isFound(message, wanted, first)) found.push(message)
    }
    const edge = found[enough - 1]?.createdAt
    if (edge && found.at(-1)!.createdAt < edge) break
  }
  return found
}

const fits = (row: Row): row is Row & { id: Types.ObjectId } => row.id !== null

/** What the index cannot tell. The message may also have been changed or deleted since its row was read. */
const isFound = (
  message: MessageDocument,
  { words, literals, viewer }: Wanted,
  first: ReadonlyMap<string, number>,
): boolean =>
  words.every((word) => message.words?.includes(word)) &&
  holdsLiterals(message.content, literals) &&
  message.seq >= (first.get(message.conversationId.toHexString()) ?? 1) &&
  ['all', 'words'].includes(sightOf(viewer, message, clock.now()))

const INDEX = 'byWord'

/** The messages with a word, newest first: those that fit, and of the others only when they were written. */
interface WordRows {
  fitting: { _id: Types.ObjectId; at: Date }[]
  others: Date[]
}

interface WordRange extends Wanted {
  /** The one of the words that the index is read for. */
  word: string
}

/** What is checked in each message with the word. */
const conditionsOf = ({ words, word, senderId }: Omit<WordRange, 'viewer'>): object[] => {
  const others = words.filter((one) => one !== word)
  return [
    ...others.map((other) => ({ $in: [{ $literal: other }, '$words'] })),
    ...(senderId ? [{ $eq: ['$senderId', senderId] }] : []),
  ]
}

/** One range of the index for each conversation; exported for its explain test. */
export function wordRange(
  ids: readonly Types.ObjectId[],
  wanted: Omit<WordRange, 'viewer'>,
  { before, at, limit }: CursorRange,
): mongo.AggregationCursor<WordRows> {
  const { word, since } = wanted
  const createdAt = {
    ...(before != null && { $lt: new Date(before) }),
    ...(since !== null && { $gte: new Date(since) }),
    // One millisecond as a range: for a point the store would sort the rows that it merges.
    ...(at !== undefined && { $gte: new Date(at), $lt: new Date(at + 1) }),
  }
  const filter = {
    conversationId: { $in: [...ids] },
    words: word,
    ...(Object.keys(createdAt).length > 0 && { createdAt }),
  }
  const fit = { $and: conditionsOf(wanted) }
  const pipeline = [
    { $match: filter },
    { $sort: { createdAt: -1, _id: -1 } },
    ...(limit ? [{ $limit: limit }] : []),
    // One document: a thousand small ones cost more than the check.
    {
      $group: {
        _id: null,
        fitting: { $push: { $cond: [fit, { _id: '$_id', at: '$createdAt' }, '$$REMOVE'] } },
        others: { $push: { $cond: [fit, '$$REMOVE', '$createdAt'] } },
      },
    },
  ]
  return messages.aggregate<WordRows>(pipeline, { hint: INDEX })
}

/** Words of a query whose frequency is looked up, and how far they are counted. */
const MAX_COUNTED = { words: 6, messages: 500 } as const

/** The word with the fewest messages, by the newest conversations. */
async function rarestOf(words: readonly string[], groups: Groups): Promise<string> {
  if (words.length === 1) return words[0]!
  const first = await groups.each().next()
  if (first.done) return words[0]!
  const counted = await Promise.all(
    words.slice(0, MAX_COUNTED.words).map(async (word) => ({
      word,
      count: await messages.countDocuments(
        { conversationId: { $in: [...first.value.ids] }, words: word },
        { hint: INDEX, limit: MAX_COUNTED.messages },
      ),
    })),
  )
  return counted.reduce((rarest, one) => (one.count < rarest.count ? one : rarest)).word
}
