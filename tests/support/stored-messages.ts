import type { Db, ObjectId } from 'mongodb'
import type { ConversationDocument, MessageDocument } from '#server/features/messages/messages.model.ts'

/** All messages in the order of their seq, by conversation. Of a group that has ended, nothing is left. */
export async function storedMessages(store: Db): Promise<Map<string, MessageDocument[]>> {
  const living = await store
    .collection('conversations')
    .find({ 'people.0': { $exists: true } })
    .toArray()
  const messages = await store
    .collection<MessageDocument>('messages')
    .find({ conversationId: { $in: living.map(({ _id }) => _id) } })
    .sort({ conversationId: 1, seq: 1 })
    .toArray()
  return Map.groupBy(messages, ({ conversationId }) => conversationId.toHexString())
}

/** Who was in a group at each of its messages. */
export function membersAtEach(messages: readonly MessageDocument[]): ReadonlySet<string>[] {
  let now: ReadonlySet<string> = new Set()
  const each = messages.map((message) => (now = membersAfter(now, message)))
  // Whom the maker has brought along gets the first line as well.
  return [each[1] ?? each[0]!, ...each.slice(1)]
}

function membersAfter(
  before: ReadonlySet<string>,
  { senderId, notice }: MessageDocument,
): ReadonlySet<string> {
  if (!notice || !('event' in notice)) return before
  const sender = senderId.toHexString()
  const who = (notice.who ?? []).map((id) => id.toHexString())
  if (notice.event === 'made' || notice.event === 'joined') return new Set([...before, sender])
  if (notice.event === 'added') return new Set([...before, ...who])
  if (notice.event === 'left') return new Set([...before].filter((id) => id !== sender))
  if (notice.event === 'removed') return new Set([...before].filter((id) => !who.includes(id)))
  return before
}

/** What is wrong in the stored messages of these people: lost, doubled, miscounted, or written by outsiders. */
export async function faultsInStore(
  store: Db,
  people: readonly { id: string }[],
  sent: Iterable<{ id: string; conversationId: string }>,
): Promise<string[]> {
  const ids = new Set(people.map(({ id }) => id))
  const threads = await storedMessages(store)
  const blocks = await store.collection('relations').find({ kind: 'block' }).toArray()
  const apart = new Set(
    blocks.flatMap(({ userId, otherId }) => [`${userId} ${otherId}`, `${otherId} ${userId}`]),
  )
  const conversations = await store.collection<ConversationDocument>('conversations').find().toArray()
  const own = conversations.filter((one) => one.people.some((id) => ids.has(hex(id))))
  const stored = new Set([...threads.values()].flat().map(({ _id }) => hex(_id)))
  const living = new Set(own.map(({ _id }) => hex(_id)))
  const lost = [...sent].filter((one) => living.has(one.conversationId) && !stored.has(one.id))
  return [
    ...lost.map(({ id, conversationId }) => `the message ${id} of ${conversationId} is lost`),
    ...own.flatMap((one) => faultsIn(one, threads.get(hex(one._id)) ?? [], apart)),
  ]
}

const hex = (id: ObjectId | MessageDocument['_id']): string => id.toHexString()

function faultsIn(
  conversation: ConversationDocument,
  messages: readonly MessageDocument[],
  apart: ReadonlySet<string>,
): string[] {
  const { _id, people, group, unread, readSeq } = conversation
  const members = membersAtEach(messages)
  const unreadOf = (id: string) =>
    messages.filter(
      ({ seq, senderId, deleted, notice }) =>
        seq > Math.max(readSeq[id] ?? 0, group?.joined[id]?.after ?? 0) &&
        hex(senderId) !== id &&
        !deleted &&
        !notice &&
        !(group && apart.has(`${id} ${hex(senderId)}`)),
    ).length
  return [
    ...messages
      .filter(({ seq }, at) => seq !== at + 1)
      .map(({ seq }) => `the seq ${seq} of ${hex(_id)} follows a gap`),
    ...messages
      .filter(({ seq, senderId, notice }) => group && !notice && !members[seq - 1]?.has(hex(senderId)))
      .map(({ seq, senderId }) => `${hex(senderId)} was not in the group ${hex(_id)} at ${seq}`),
    ...people
      .map(hex)
      // In the place of an erased person there is the conversation's own id.
      .filter((id) => id !== hex(_id) && (unread[id] ?? 0) !== unreadOf(id))
      .map((id) => `${id} has ${unread[id] ?? 0} unread in ${hex(_id)}, and not ${unreadOf(id)}`),
  ]
}
