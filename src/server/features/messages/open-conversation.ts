import type { mongo } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { MessageView } from '#contract/messages.ts'
import { followsBetween } from '#server/features/people/follows/follow-graph.service.ts'
import { blocksBetween } from '#server/features/people/relations/hidden-people.service.ts'
import { accountsForWriting } from '#server/features/people/users/counters.service.ts'
import { clock } from '#server/platform/clock.ts'
import { forbidden, isDuplicateKey, unauthorised } from '#server/platform/errors.ts'
import { groupCommits, type WriteOutcome } from '#server/platform/group-commit.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { notifyOfChat } from './chat-notices.ts'
import { claims } from './conversation-claims.model.ts'
import { rememberHead, type ConversationHead } from './conversation-heads.ts'
import { emitCreated } from './deliver-messages.ts'
import { memberships, type MembershipDocument } from './memberships.model.ts'
import { membershipOf, newMembership, type ConversationRow, type Membership } from './memberships.ts'
import { nextMessage, type Outgoing } from './message-drafts.ts'
import { withFiles } from './message-files.ts'
import { readLinkLater } from './message-link-card.ts'
import { conversations, messages, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { presentConversation, presentOwn } from './messages.present.ts'

/** The first message of two people. `pair`: of both. */
export type FirstWords = Outgoing & { pair: string; receiver: Viewer }

/**
 * Writes the first message of two people, and their conversation. Null when another process has created the
 * conversation at the same moment. Throws 403 across a block, 401 when the sender's account is gone.
 */
export async function openConversation(words: FirstWords): Promise<MessageView | null> {
  const { pair, viewer, receiver } = words
  try {
    const { head, message } = await submitWords('all', words)
    rememberHead(pair, head)
    if (!head.requestFrom || receiver.requestNotices)
      await notifyOfChat(head.conversationId, viewer, receiver)
    return presentOwn(viewer, message)
  } catch (error) {
    if (isDuplicateKey(error) && error.keyPattern['_id']) return null
    throw error
  }
}

interface Opened {
  head: ConversationHead
  message: MessageDocument
}

/**
 * The first messages of a moment are one transaction. It conflicts with a block or a follow at the same moment, so that
 * those find the conversation, or this finds them.
 */
const submitWords = groupCommits<FirstWords, Opened>({
  areIndependent: true,
  async commit(tx, _, entries) {
    const senders = new Set(entries.map(({ viewer }) => viewer.id))
    const there = await accountsForWriting(tx, [...senders])
    const pairs = entries.map(({ viewer, receiver }) => [receiver.id, viewer.id] as const)
    const blocked = await blocksBetween(tx, pairs)
    const followed = await followsBetween(pairs, tx)
    const outcomes: WriteOutcome<Opened>[] = []
    for (const [at, words] of entries.entries()) {
      const key = pairs[at]!.join(' ')
      if (!there.has(words.viewer.id)) outcomes.push({ error: unauthorised() })
      else if (blocked.has(key)) outcomes.push({ error: forbidden(MESSAGES.blocked) })
      // Whom the receiver does not follow asks first (LIVE L37).
      else outcomes.push({ result: await opened(tx, words, !followed.has(key)) })
    }
    await write(
      tx,
      entries.flatMap((words, at) => ('result' in outcomes[at]! ? [{ words, ...outcomes[at].result }] : [])),
    )
    return outcomes
  },
})

async function opened(tx: Transaction, words: FirstWords, isRequest: boolean): Promise<Opened> {
  const head = {
    conversationId: clock.id(),
    lastSeq: 0,
    ...(isRequest && { requestFrom: words.viewer.id }),
  }
  const message = await withFiles(tx, nextMessage(head, words), words.draft)
  return { head: { ...head, lastSeq: message.seq }, message }
}

async function write(tx: Transaction, all: readonly (Opened & { words: FirstWords })[]): Promise<void> {
  const begun = all.map(({ words, message, head }) => ({
    words,
    message,
    ...conversationOf(words, message, head),
  }))
  await insert(
    tx,
    claims,
    begun.map(({ conversation: { _id, pair } }) => ({ _id: pair, conversationId: _id })),
  )
  await insert(
    tx,
    conversations,
    begun.map(({ conversation }) => conversation),
  )
  await insert(
    tx,
    memberships,
    begun.flatMap(({ both }) => both),
  )
  await insert(
    tx,
    messages,
    begun.map(({ message }) => message),
  )
  for (const { words, message, conversation, both } of begun) {
    emitCreated(tx, message)
    tellBoth(tx, words, conversation, both)
    await readLinkLater(message, tx)
  }
}

async function insert<T extends object>(
  { session }: Transaction,
  into: mongo.Collection<T>,
  all: readonly mongo.OptionalUnlessRequiredId<T>[],
): Promise<void> {
  const [first, ...others] = all
  if (!first) return
  // The driver's way for a group costs more CPU.
  if (others.length === 0) await into.insertOne(first, { session })
  else await into.insertMany([...all], { session })
}

/** The two rows as the transaction writes them: nobody can change the conversation before its commit. */
function tellBoth(
  tx: Transaction,
  { viewer, receiver }: FirstWords,
  conversation: ConversationDocument,
  both: readonly MembershipDocument[],
): void {
  const [mine, theirs] = both.map((stored) => membershipOf(conversation, stored)) as [Membership, Membership]
  const tell = (to: Viewer, other: Viewer, row: Omit<ConversationRow, 'conversation'>) =>
    tx.emit('conversation:updated', {
      userId: to.id,
      conversation: presentConversation({ conversation, ...row }, to, cardOf(other)),
    })
  tell(viewer, receiver, { own: mine, theirs, unread: 0 })
  tell(receiver, viewer, { own: theirs, theirs: mine, unread: 1 })
}

/** A conversation after its first message, and what the two have of it: the sender first. */
function conversationOf(
  { pair, viewer, receiver }: FirstWords,
  { conversationId, senderId, receiverId, content, mediaType, createdAt }: MessageDocument,
  { requestFrom }: ConversationHead,
): { conversation: ConversationDocument; both: MembershipDocument[] } {
  const conversation = {
    _id: conversationId,
    pair,
    people: [senderId, receiverId],
    lastSeq: 1,
    lastMessage: { senderId, content, mediaType, createdAt },
    said: { seq: 1, at: createdAt },
    ...(requestFrom && { request: { from: senderId } }),
    createdAt,
    rev: 1,
  }
  const asked = requestFrom && { request: 'waiting' as const, requestAt: createdAt }
  const both = [
    newMembership(conversationId, senderId, { otherId: receiverId, ...hiding(viewer) }),
    newMembership(conversationId, receiverId, { otherId: senderId, ...hiding(receiver), ...asked }),
  ]
  return { conversation, both }
}

const hiding = ({ hidesReads }: Viewer) => hidesReads && { hidesReads: true as const }
