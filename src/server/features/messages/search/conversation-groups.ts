import { Types, trusted } from 'mongoose'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { ConversationModel, type ConversationDocument } from '../messages.model.ts'

/** Conversations that are searched together. */
export interface Group {
  ids: readonly Types.ObjectId[]
  /** The first seq that the person may read, where it is not the first of all. */
  first: ReadonlyMap<string, number>
  /** When the newest message of them was written, epoch ms. */
  newest: number
}

/** The store merges at most 200 ranges of an index without sorting. */
const SIZE = 100

/** Gone through again and again in one search, and read from the store once. Close it at the end. */
export interface Groups {
  each(): AsyncGenerator<Group>
  close(): Promise<unknown>
}

/**
 * A person's conversations and the requests that wait for them, in groups, those with the newest messages first.
 * Requests that they have declined are in none.
 */
export function conversationGroups(userId: string): Groups {
  const source = readGroups(userId)
  const known: Group[] = []
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
    ids: [new Types.ObjectId(conversationId)],
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

async function* readGroups(userId: string): AsyncGenerator<Group> {
  let group: Head[] = []
  for await (const head of rowsOf(readableConversations(userId), SIZE)) {
    group.push(head)
    if (group.length < SIZE) continue
    yield groupOf(group, userId)
    group = []
  }
  if (group.length > 0) yield groupOf(group, userId)
}

type Head = Pick<ConversationDocument, '_id' | 'lastMessage' | 'group'>

const groupOf = (heads: readonly Head[], userId: string): Group => ({
  ids: heads.map(({ _id }) => _id),
  first: new Map(
    heads.flatMap(({ _id, group }) =>
      group ? [[_id.toHexString(), (group.joined[userId]?.after ?? 0) + 1]] : [],
    ),
  ),
  newest: heads[0]!.lastMessage?.createdAt.getTime() ?? 0,
})

/** Exported for its explain test. */
export function readableConversations(userId: string) {
  const id = new Types.ObjectId(userId)
  return ConversationModel.find(
    {
      $or: [{ people: id, 'request.from': trusted({ $in: [null, id] }) }, { 'request.to': id }],
    },
    { 'lastMessage.createdAt': 1, [`group.joined.${userId}`]: 1 },
  )
    .sort({ 'lastMessage.createdAt': -1, _id: -1 })
    .lean<Head[]>()
}
