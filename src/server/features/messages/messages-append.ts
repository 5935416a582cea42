import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { MessageView } from '#contract/messages.ts'
import { forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { groupWrites, isUnavailable, type WriteOutcome } from '#server/platform/group-commit.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  conversationLock,
  freshHead,
  groupKey,
  headForWriting,
  headOf,
  pairOf,
  rememberedHead,
  rememberHead,
  type ConversationHead,
} from './conversation-heads.ts'
import { messages, type MessageDocument } from './messages.model.ts'
import { withFiles } from './message-files.ts'
import { insertInOrder } from './message-writes.ts'
import { nextMessage, type Draft, type Outgoing } from './message-drafts.ts'
import { deliverInGroup, deliverToPair } from './deliver-messages.ts'
import { presentOwn } from './messages.present.ts'
import { openConversation } from './open-conversation.ts'
import { acceptByAnswer } from './requests.service.ts'

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
    // Whoever writes to a person has just looked whether there is a conversation.
    let head = entries[0]?.receiver ? rememberedHead(pair) : await headForWriting(pair)
    while (!head && opened.length < entries.length) {
      opened.push(...(await openWith(pair, entries[opened.length]!)))
      head = await headForWriting(pair)
    }
    return [...opened, ...(await appendAll(pair, entries.slice(opened.length)))]
  },
})

/** No outcome when another process has created the conversation at the same moment. */
async function openWith(
  pair: string,
  { receiver, ...words }: Outgoing,
): Promise<WriteOutcome<MessageView>[]> {
  if (!receiver) return [{ error: notFound() }]
  try {
    const result = await openConversation({ pair, receiver, ...words })
    return result ? [{ result }] : []
  } catch (error) {
    if (isUnavailable(error)) throw error
    return [{ error: error as Error }]
  }
}

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
  // As it is now.
  await headOf(pair)
  return entries.length
}

/** The seq limits a request, so that it has no more room at several processes than at one. */
const roomIn = ({ lastSeq, requestFrom }: ConversationHead, senderId: string): number =>
  requestFrom === senderId ? Math.max(0, LIMITS.requestMessages - lastSeq) : Infinity

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
  const head = await headForWriting(pair)
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
