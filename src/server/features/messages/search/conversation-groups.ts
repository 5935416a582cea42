import { Types, trusted } from 'mongoose'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import type { Scope, Scopes } from '#server/platform/search/word-search.ts'
import { memberships } from '../memberships.model.ts'
import { ConversationModel, type ConversationDocument } from '../messages.model.ts'

/** Conversations that are searched together. */
export interface SearchGroup extends Scope {
  /** The first seq that the person may read, where it is not the first of all. */
  first: ReadonlyMap<string, number>
}

/** The scope of these conversations. Exported for the explain test of the search. */
export const inConversations = (ids: readonly Types.ObjectId[]) => ({ conversationId: { $in: [...ids] } })

/** The store merges at most 200 ranges of an index without sorting. */
const SIZE = 100

/** Read from the store once. Close it at the end. */
export interface Groups extends Scopes<SearchGroup> {
  close(): Promise<unknown>
}

/**
 * A person's conversations and the requests that wait for them, in groups, those with the newest messages first.
 * Requests that they have declined are in none.
 */
export function conversationGroups(userId: string): Groups {
  const source = loadGroups(userId)
  const known: SearchGroup[] = []
  return {
    async *each() {
      yield* known
      for (let next = await source.next(); !next.done; next = await source.next()) {
        known.push(next.value)
        yield next.value
      }
    },
    close: () => source.return(undefined),
  }
}

/** One conversation alone. `first`: the first seq that the person may read. */
export function oneGroup(conversationId: string, first: number): Groups {
  const group = {
    filter: inConversations([new Types.ObjectId(conversationId)]),
    newest: Infinity,
    first: new Map([[conversationId, first]]),
  }
  return {
    async *each() {
      yield group
    },
    close: () => Promise.resolve(),
  }
}

async function* loadGroups(userId: string): AsyncGenerator<SearchGroup> {
  let group: Listed[] = []
  // After the newest conversations, by which the rarest word is told; whatever their age, they are looked into.
  let requests = await waitingRequests(userId)
  for await (const conversation of rowsOf(readableConversations(userId), SIZE)) {
    group.push(conversation)
    if (group.length < SIZE) continue
    yield await groupOf(group, userId)
    yield* requests
    ;[group, requests] = [[], []]
  }
  if (group.length > 0) yield await groupOf(group, userId)
  yield* requests
}

async function waitingRequests(userId: string): Promise<SearchGroup[]> {
  const which = { userId: new Types.ObjectId(userId), request: 'waiting' as const }
  const waiting = await memberships.find(which, { projection: { conversationId: 1 } }).toArray()
  return Array.from({ length: Math.ceil(waiting.length / SIZE) }, (_, at) => ({
    filter: inConversations(
      waiting.slice(at * SIZE, (at + 1) * SIZE).map(({ conversationId }) => conversationId),
    ),
    first: new Map(),
    newest: Infinity,
  }))
}

async function groupOf(some: readonly Listed[], userId: string): Promise<SearchGroup> {
  const inGroups = some.filter(({ group }) => group).map(({ _id }) => _id)
  const own = await memberships
    .find({ conversationId: { $in: inGroups }, userId: new Types.ObjectId(userId) })
    .toArray()
  return {
    filter: inConversations(some.map(({ _id }) => _id)),
    first: new Map(own.map(({ conversationId, after = 0 }) => [conversationId.toHexString(), after + 1])),
    newest: some[0]!.lastMessage?.createdAt.getTime() ?? 0,
  }
}

type Listed = Pick<ConversationDocument, '_id' | 'lastMessage' | 'group'>

/** Exported for its explain test. */
export function readableConversations(userId: string) {
  const id = new Types.ObjectId(userId)
  return ConversationModel.find(
    { people: id, 'request.from': trusted({ $in: [null, id] }) },
    { 'lastMessage.createdAt': 1, 'group.rev': 1 },
  )
    .sort({ 'lastMessage.createdAt': -1, _id: -1 })
    .lean<Listed[]>()
}
