import { Types, trusted } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { MessageSearchPage, MessageSearchQuery } from '#contract/messages.search.ts'
import type { ActorView } from '#contract/people.ts'
import { momentsOf, parseSearch } from '#contract/posts.search.ts'
import { loadActors, loadActorsByHandle } from '#server/features/people/users/people.service.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { clock } from '#server/platform/clock.ts'
import { defineSearched, type Wanted } from '#server/platform/search/searched.ts'
import { findByWords } from '#server/platform/search/word-search.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { MEDIA_WORD, searchTerms } from '#server/platform/words.ts'
import { placeIn } from '../members.service.ts'
import { rowsFor } from '../memberships.ts'
import { presentRows } from '../message-lists.ts'
import { ConversationModel, messages, type MessageDocument } from '../messages.model.ts'
import { presentMessageTo } from '../messages.present.ts'
import { isInGroup, seesContent } from '../visibility.ts'
import { conversationGroups, oneGroup } from './conversation-groups.ts'
import { ANY_WORD } from './search-words.ts'

const NOTHING: MessageSearchPage = { messages: [], conversations: [], authors: [], cursor: null }

/** What is searched for, and the moment before which: epoch ms. */
type Query = Wanted & { until: number | null }

/** Exported for its explain test. */
export const MESSAGES = defineSearched<MessageDocument>({
  collection: messages,
  index: 'byWord',
  textOf: ({ content }) => content,
  author: 'senderId',
  thread: 'conversationId',
})

/** Messages that are checked for one page: at most some 2,000. */
const PORTIONS = [250, 750, 1000]

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
  const place = conversationId ? await placeIn(viewer, conversationId) : null
  if (conversationId && !place) throw notFound()
  const wanted = await parseQuery(q)
  if (!wanted) return NOTHING
  const groups = conversationId ? oneGroup(conversationId, place) : conversationGroups(viewer.id)
  const sees = (message: MessageDocument) =>
    seesContent(viewer, groups.placeOf(message.conversationId), message, clock.now())
  try {
    const { until } = wanted
    const { found, next } = await findByWords(MESSAGES, groups, wanted, {
      before: cursor === undefined ? until : Math.min(Date.parse(cursor), until ?? Infinity),
      enough: PAGE.search,
      portions: PORTIONS,
      fits: sees,
    })
    const shown = found.filter(sees).map((message) => presentMessageTo(viewer, message))
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
async function parseQuery(q: string): Promise<Query | null> {
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
    ...(sender && { by: new Types.ObjectId(sender.id) }),
    ...momentsOf(filters),
  }
}
