import type { Db, ObjectId } from 'mongodb'
import type { MembershipDocument } from '#server/features/messages/memberships.model.ts'
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
  const conversations = await store.collection<ConversationDocument>('conversations').find().toArray()
  const memberships = await store.collection<MembershipDocument>('memberships').find().toArray()
  const members = Map.groupBy(memberships, ({ conversationId }) => hex(conversationId))
  const own = conversations.filter((one) => one.people.some((id) => ids.has(hex(id))))
  const stored = new Set([...threads.values()].flat().map(({ _id }) => hex(_id)))
  const living = new Set(own.map(({ _id }) => hex(_id)))
  const lost = [...sent].filter((one) => living.has(one.conversationId) && !stored.has(one.id))
  return [
    ...lost.map(({ id, conversationId }) => `the message ${id} of ${conversationId} is lost`),
    ...own.flatMap((one) => faultsIn(one, members.get(hex(one._id)) ?? [], threads.get(hex(one._id)) ?? [])),
  ]
}

const hex = (id: ObjectId | MessageDocument['_id']): string => id.toHexString()

function faultsIn(
  { _id, people, group, lastSeq }: ConversationDocument,
  memberships: readonly MembershipDocument[],
  messages: readonly MessageDocument[],
): string[] {
  const members = membersAtEach(messages)
  const known = new Set(memberships.map(({ userId }) => hex(userId)))
  // In the place of an erased person there is the conversation's own id.
  const living = people.map(hex).filter((id) => id !== hex(_id))
  return [
    ...messages
      .filter(({ seq }, at) => seq !== at + 1)
      .map(({ seq }) => `the seq ${seq} of ${hex(_id)} follows a gap`),
    ...messages
      .filter(({ seq, senderId, notice }) => group && !notice && !members[seq - 1]?.has(hex(senderId)))
      .map(({ seq, senderId }) => `${hex(senderId)} was not in the group ${hex(_id)} at ${seq}`),
    ...(messages.length === lastSeq ? [] : [`${hex(_id)} shows ${lastSeq} of ${messages.length} messages`]),
    ...living.filter((id) => !known.has(id)).map((id) => `${id} has no membership of ${hex(_id)}`),
    ...[...known].filter((id) => !living.includes(id)).map((id) => `${id} is not in ${hex(_id)}`),
    ...memberships
      .filter(({ readSeq }) => readSeq > messages.length)
      .map(
        ({ userId, readSeq }) => `${hex(userId)} has read ${readSeq} of ${messages.length} in ${hex(_id)}`,
      ),
  ]
}
