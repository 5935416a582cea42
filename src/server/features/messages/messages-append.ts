import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { MessageView } from '#contract/messages.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import { cardForWriting } from '#server/features/people/users/counters.service.ts'
import { forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { groupWrites, isUnavailable, type WriteOutcome } from '#server/platform/group-commit.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import {
  conversationLock,
  freshHead,
  groupKey,
  headOf,
  pairOf,
  rememberHead,
  type ConversationHead,
} from './conversation-heads.ts'
import { claim } from './conversation-claims.model.ts'
import { notifyOfChat, tellPeople } from './conversations.service.ts'
import { memberships } from './memberships.model.ts'
import { newMembership } from './memberships.ts'
import { conversations, messages, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { withFiles } from './message-files.ts'
import { insertInOrder } from './message-writes.ts'
import { nextMessage, type Draft, type Outgoing } from './message-drafts.ts'
import { readLinkLater } from './message-link-card.ts'
import { deliverInGroup, deliverToPair, emitCreated } from './deliver-messages.ts'
import { presentOwn } from './messages.present.ts'
import { acceptByAnswer, beginsAsRequest } from './requests.service.ts'

type FirstWords = Outgoing & { receiver: Viewer }

/**
 * Writes a message at the end of two people's conversation; the first one creates the conversation. Nothing
 * else creates messages. Messages that arrive while others of the conversation are written are written
 * together by the next write, in their order. Throws the duplicate key error of its clientId when
 * this message was written before.
 */
export const appendMessage = (viewer: Viewer, receiver: Viewer, draft: Draft): Promise<MessageView> =>
  submitMessage(pairOf(viewer.id, receiver.id), { viewer, receiver, draft })

/** Writes a message at the end of a group. Throws 404 for anybody who has left it meanwhile, and as above. */
export const appendToGroup = (viewer: Viewer, groupId: string, draft: Draft): Promise<MessageView> =>
  submitMessage(groupKey(groupId), { viewer, receiver: null, draft })

const submitMessage = groupWrites<Outgoing, MessageView>({
  lockOf: conversationLock,
  async write(pair, entries) {
    const opened: WriteOutcome<MessageView>[] = []
    while (opened.length < entries.length && !(await headOf(pair))) {
      const { receiver, ...entry } = entries[opened.length]!
      opened.push(
        ...(receiver ? await openConversation(pair, { ...entry, receiver }) : [{ error: notFound() }]),
      )
    }
    return [...opened, ...(await appendAll(pair, entries.slice(opened.length)))]
  },
})

/**
 * Two writes for all messages together instead of a transaction, which takes twice as long. A message counts
 * as sent, and is pushed, as soon as it is stored; the conversation is updated before the senders get an
 * answer. Without an answer a sender retries, and `completeMessage` completes what a stopped process has
 * begun.
 */
async function appendAll(pair: string, entries: readonly Outgoing[]): Promise<WriteOutcome<MessageView>[]> {
  const room = await roomFor(pair, entries)
  const outcomes = await insertAll(pair, entries.slice(0, room))
  const stored = outcomes.flatMap((outcome) => ('result' in outcome ? outcome.result : []))
  const { viewer, receiver } = entries[0] ?? {}
  if (stored.length > 0 && viewer && receiver) await deliverToPair(stored, { viewer, receiver })
  else if (stored.length > 0) await deliverInGroup(stored, (await existingHead(pair)).members)
  return [
    ...outcomes.map((outcome, at) =>
      'result' in outcome ? { result: presentOwn(entries[at]!.viewer, outcome.result) } : outcome,
    ),
    ...entries.slice(room).map(() => ({ error: forbidden(MESSAGES.requestWaits) })),
  ]
}

/** How many of the messages may be written: a request has room for a few. An answer among them accepts it. */
async function roomFor(pair: string, entries: readonly Outgoing[]): Promise<number> {
  if (entries.length === 0) return 0
  const head = await existingHead(pair)
  if (head.requestFrom === undefined) return entries.length
  const answer = entries.find(({ viewer }) => viewer.id !== head.requestFrom)
  if (!answer?.receiver) return roomIn(head, head.requestFrom)
  await acceptByAnswer(answer.viewer, { id: answer.receiver.id, person: answer.receiver })
  return entries.length
}

/** The seq limits a request, so that it has no more room at several processes than at one. */
const roomIn = ({ lastSeq, requestFrom }: ConversationHead, senderId: string): number =>
  requestFrom === senderId ? Math.max(0, LIMITS.requestMessages - lastSeq) : Infinity

/**
 * Writes the first message. No outcome when another process has created the conversation at the same moment.
 */
async function openConversation(pair: string, entry: FirstWords): Promise<WriteOutcome<MessageView>[]> {
  try {
    return [{ result: await open(pair, entry) }]
  } catch (error) {
    if (isDuplicateKey(error) && error.keyPattern['_id']) return []
    if (isUnavailable(error)) throw error
    return [{ error: error as Error }]
  }
}

/**
 * Writes the first message and its conversation in one transaction. It conflicts with a block at the same
 * moment, so that the block finds the conversation, or this finds the block. Throws 403 then.
 */
async function open(pair: string, { viewer, receiver, draft }: FirstWords): Promise<MessageView> {
  const [entry, conversationId] = [{ viewer, receiver, draft }, clock.id()]
  const view = await transact(async (tx) => {
    await cardForWriting(tx, viewer.id)
    const { blocks, blockedBy } = await relationBetween(viewer.id, receiver.id, tx)
    if (blocks || blockedBy) throw forbidden(MESSAGES.blocked)
    const isRequest = await beginsAsRequest(tx, entry)
    const head = { conversationId, lastSeq: 0, ...(isRequest && { requestFrom: viewer.id }) }
    const message = await withFiles(tx, nextMessage(head, entry), draft)
    await claim(tx, pair, conversationId)
    await conversations.insertOne(newConversation(pair, message, isRequest), { session: tx.session })
    await memberships.insertMany(membershipsOf(message, entry, isRequest), { session: tx.session })
    await messages.insertOne(message, { session: tx.session })
    emitCreated(tx, message)
    tellPeople(tx, conversationId)
    await readLinkLater(message, tx)
    return presentOwn(viewer, message)
  })
  await notifyOfChat(conversationId, viewer, receiver)
  return view
}

const newConversation = (
  pair: string,
  { conversationId, senderId, receiverId, content, mediaType, createdAt }: MessageDocument,
  isRequest: boolean,
): ConversationDocument => ({
  _id: conversationId,
  pair,
  people: [senderId, receiverId],
  lastSeq: 1,
  lastMessage: { senderId, content, mediaType, createdAt },
  said: { seq: 1, at: createdAt },
  ...(isRequest && { request: { from: senderId } }),
  createdAt,
  rev: 1,
})

const hiding = ({ hidesReads }: Viewer) => hidesReads && { hidesReads: true as const }

/** What the two have of their conversation after its first message. */
const membershipsOf = (
  { conversationId, senderId, receiverId, createdAt }: MessageDocument,
  { viewer, receiver }: Pick<FirstWords, 'viewer' | 'receiver'>,
  isRequest: boolean,
) => [
  newMembership(conversationId, senderId, { otherId: receiverId, ...hiding(viewer) }),
  newMembership(conversationId, receiverId, {
    otherId: senderId,
    ...hiding(receiver),
    ...(isRequest && { request: 'waiting', requestAt: createdAt }),
  }),
]

/**
 * Inserts the messages in their order. Those without media are inserted together, up to the first that is
 * refused. That one is inserted alone, and gets its own error, and the others continue after it.
 */
async function insertAll(
  pair: string,
  entries: readonly Outgoing[],
): Promise<WriteOutcome<MessageDocument>[]> {
  const outcomes: WriteOutcome<MessageDocument>[] = []
  while (outcomes.length < entries.length) {
    const rest = entries.slice(outcomes.length)
    const withFile = rest.findIndex(({ draft }) => draft.named.length > 0)
    const texts = withFile < 0 ? rest : rest.slice(0, withFile)
    const stored = texts.length > 0 ? await insertTogether(pair, texts) : []
    outcomes.push(...stored.map((result) => ({ result })))
    if (stored.length < texts.length || texts.length === 0)
      outcomes.push(await insertAlone(pair, entries[outcomes.length]!))
  }
  return outcomes
}

/** Returns the messages before the first that was refused. */
async function insertTogether(pair: string, entries: readonly Outgoing[]): Promise<MessageDocument[]> {
  const head = await existingHead(pair)
  const left = entries.findIndex((entry) => !isStillIn(head, entry))
  // Another process may have taken the room since.
  const room = roomIn(head, entries[0]!.viewer.id)
  const next = entries
    .slice(0, Math.min(left < 0 ? entries.length : left, room))
    .map((entry, at) => nextMessage({ ...head, lastSeq: head.lastSeq + at }, entry))
  const count = next.length > 0 ? await insertInOrder(next) : 0
  rememberHead(pair, { ...head, lastSeq: head.lastSeq + count })
  return next.slice(0, count)
}

/** Whether the sender has not left the group. */
const isStillIn = ({ members }: ConversationHead, { viewer }: Outgoing): boolean =>
  !members || viewer.id in members

async function insertAlone(pair: string, entry: Outgoing): Promise<WriteOutcome<MessageDocument>> {
  try {
    return { result: await insertNext(pair, entry) }
  } catch (error) {
    if (isUnavailable(error)) throw error
    return { error: error as Error }
  }
}

async function existingHead(pair: string): Promise<ConversationHead> {
  const head = await headOf(pair)
  if (!head) throw new Error(`There is no conversation of ${pair}`)
  return head
}

/** Inserts a message; its files are attached in the same transaction. */
async function insert(message: MessageDocument, draft: Draft): Promise<MessageDocument> {
  if (draft.named.length > 0) {
    return transact(async (tx) => {
      const shown = await withFiles(tx, message, draft)
      await messages.insertOne(shown, { session: tx.session })
      return shown
    })
  }
  await messages.insertOne(message)
  return message
}

/** Above the number of processes that may write to one conversation at the same moment. */
const MAX_ATTEMPTS = 50

/**
 * The unique index {conversationId, seq} keeps the sequence dense, however many processes write (LIVE L6).
 * When another writer has taken the seq, it reads the newest one and tries again.
 */
async function insertNext(pair: string, entry: Outgoing): Promise<MessageDocument> {
  let head = await existingHead(pair)
  // They may have come in since it was read.
  if (!isStillIn(head, entry)) head = await freshHead(head)
  for (let attempt = 1; ; attempt++) {
    if (!isStillIn(head, entry)) throw notFound()
    if (roomIn(head, entry.viewer.id) === 0) throw forbidden(MESSAGES.requestWaits)
    try {
      const message = await insert(nextMessage(head, entry), entry.draft)
      rememberHead(pair, { ...head, lastSeq: message.seq })
      return message
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isDuplicateKey(error) || !error.keyPattern['seq']) throw error
      head = await freshHead(head)
    }
  }
}
