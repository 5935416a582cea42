import { Types, trusted } from 'mongoose'
import { chunksOf } from '#server/platform/chunks.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import type { Scope, Scopes } from '#server/platform/search/searched.ts'
import { memberships } from '../memberships.model.ts'
import { ConversationModel, type ConversationDocument } from '../messages.model.ts'
import type { Place } from '../visibility.ts'

/** The scope of these conversations. Exported for the explain test of the search. */
export const inConversations = (ids: readonly Types.ObjectId[]) => ({ conversationId: { $in: [...ids] } })

const scopeOf = (threads: readonly Types.ObjectId[], newest: number): Scope => ({
  filter: inConversations(threads),
  threads,
  newest,
})

/** The store merges at most 200 ranges of an index without sorting. */
const SIZE = 100

/** Read from the store once. Close it at the end. */
export interface Groups extends Scopes<Scope> {
  /** Where the person may read one of them. */
  placeOf(conversationId: Types.ObjectId): Place
  close(): Promise<unknown>
}

/**
 * A person's conversations and the requests that wait for them, in groups, those with the newest messages first.
 * Requests that they have declined are in none.
 */
export function conversationGroups(userId: string): Groups {
  const places = new Map<string, Place>()
  const source = loadGroups(userId, places)
  const known: Scope[] = []
  return {
    async *each() {
      yield* known
      for (let next = await source.next(); !next.done; next = await source.next()) {
        known.push(next.value)
        yield next.value
      }
    },
    placeOf: (id) => places.get(id.toHexString()) ?? null,
    close: () => source.return(undefined),
  }
}

/** One conversation alone. */
export function oneGroup(conversationId: string, place: Place): Groups {
  const group = scopeOf([new Types.ObjectId(conversationId)], Infinity)
  return {
    async *each() {
      yield group
    },
    placeOf: () => place,
    close: () => Promise.resolve(),
  }
}

async function* loadGroups(userId: string, places: Places): AsyncGenerator<Scope> {
  let group: Listed[] = []
  // After the newest conversations, by which the rarest word is told; whatever their age, they are looked into.
  let requests = await waitingRequests(userId, places)
  for await (const conversation of rowsOf(readableConversations(userId), SIZE)) {
    group.push(conversation)
    if (group.length < SIZE) continue
    yield await groupOf(group, userId, places)
    yield* requests
    ;[group, requests] = [[], []]
  }
  if (group.length > 0) yield await groupOf(group, userId, places)
  yield* requests
}

/** In a conversation of two. */
const WHOLE: Place = { after: 0 }

async function waitingRequests(userId: string, places: Places): Promise<Scope[]> {
  const which = { userId: new Types.ObjectId(userId), request: 'waiting' as const }
  const waiting = await memberships.find(which, { projection: { conversationId: 1 } }).toArray()
  for (const { conversationId } of waiting) places.set(conversationId.toHexString(), WHOLE)
  return chunksOf(waiting, SIZE).map((part) =>
    scopeOf(
      part.map(({ conversationId }) => conversationId),
      Infinity,
    ),
  )
}

async function groupOf(some: readonly Listed[], userId: string, places: Places): Promise<Scope> {
  const inGroups = some.filter(({ group }) => group).map(({ _id }) => _id)
  const own = await memberships
    .find({ conversationId: { $in: inGroups }, userId: new Types.ObjectId(userId) })
    .toArray()
  for (const { _id, group } of some) if (!group) places.set(_id.toHexString(), WHOLE)
  for (const { conversationId, after = 0 } of own) places.set(conversationId.toHexString(), { after })
  return scopeOf(
    some.map(({ _id }) => _id),
    some[0]!.lastMessage?.createdAt.getTime() ?? 0,
  )
}

type Places = Map<string, Place>
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
