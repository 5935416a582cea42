import { Types, trusted } from 'mongoose'
import { mentionsIn } from '#contract/rich-text.ts'
import { inSentence } from '#contract/text.ts'
import { notify } from '#server/features/notifications/notices.service.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from '../messages.model.ts'
import { clock } from '#server/platform/clock.ts'
import { memberships, type MembershipDocument } from '../memberships.model.ts'
import { membershipOf, type Membership } from '../memberships.ts'
import { isUnread, mayBeNotified, readUpTo, unexpired } from '../visibility.ts'
import { mentionKey, type GroupFields } from './groups.model.ts'

// Notifications of a group come from a job: one for all its members, some seconds after the first message, so that
// those who read along get none and a message costs no write for each member.

const DELAY_MS = 2_000

/**
 * Notifies the members who have not read, after what was just counted. Each time, whatever was asked for before: a job
 * that waits may be due sooner than this process knows, and then it does not see what comes in between.
 */
export async function noticesLater(conversationId: Types.ObjectId): Promise<void> {
  const id = conversationId.toHexString()
  await noticing.enqueue({ conversationId: id }, { key: id, afterMs: DELAY_MS })
}

const noticing = defineJob<{ conversationId: string }>({
  kind: 'group-notices',
  does: 'Notifies members of a group of unread messages and of mentions.',
  concurrency: 4,
  run: ({ conversationId }) => noticeGroup(conversationId),
})

/** Messages that are looked at for mentions; in more, nobody finds their name by it. */
const MAX_LOOKED_AT = 200

/**
 * One notification for each member with unread words and none since they last read, and one for each mention. Muted
 * members get none. May run again.
 */
export async function noticeGroup(conversationId: string): Promise<void> {
  const conversation = await ConversationModel.findById(conversationId).lean()
  if (!conversation?.group) return
  const { _id, lastSeq, group } = conversation
  const looked = Math.max(group.looked ?? 0, lastSeq - MAX_LOOKED_AT)
  const behind = await memberships.find({ conversationId: _id, readSeq: { $lt: lastSeq } }).toArray()
  const found = await Promise.all(
    behind.map(async (stored) => ({
      stored,
      own: membershipOf(conversation, stored),
      viewer: await loadViewer(stored.userId.toHexString()),
    })),
  )
  const now = clock.now()
  const wanted = found.flatMap(({ viewer, ...member }) =>
    viewer && mayBeNotified(member.own, viewer, now) ? { ...member, viewer } : [],
  )
  if (wanted.length > 0) {
    const from = Math.min(looked, ...wanted.map(({ own }) => readUpTo(own)))
    const words = await wordsAfter(conversation, from, looked)
    for (const member of wanted) await noticeMember(conversation, group, member, words)
  }
  await ConversationModel.updateOne({ _id }, { $max: { 'group.looked': lastSeq } })
}

interface Member {
  stored: MembershipDocument
  own: Membership
  viewer: Viewer
}

interface Words extends Pick<MessageDocument, '_id' | 'seq' | 'senderId' | 'receiverId' | 'conversationId'> {
  /** Handles, of messages that were not looked through before. */
  mentions: readonly string[]
}

async function wordsAfter(
  { _id, lastSeq }: ConversationDocument,
  seq: number,
  looked: number,
): Promise<Words[]> {
  const found = await MessageModel.find(
    {
      // The job may run late, after the time of a message is over.
      ...unexpired(clock.now()),
      conversationId: _id,
      seq: trusted({ $gt: Math.max(seq, lastSeq - MAX_LOOKED_AT), $lte: lastSeq }),
      deleted: false,
      notice: trusted({ $exists: false }),
    },
    { seq: 1, senderId: 1, receiverId: 1, conversationId: 1, content: 1 },
  )
    .sort({ seq: 1 })
    .lean<Pick<MessageDocument, keyof Omit<Words, 'mentions'> | 'content'>[]>()
  return found.map(({ content, ...message }) => ({
    ...message,
    mentions: message.seq > looked ? mentionsIn(content) : [],
  }))
}

async function noticeMember(
  conversation: ConversationDocument,
  group: GroupFields,
  { stored, own, viewer }: Member,
  words: readonly Words[],
): Promise<void> {
  const unread = words.filter((word) => isUnread(own, word, viewer.blocked.has(word.senderId.toHexString())))
  const mentions = unread.filter((message) => message.mentions.includes(viewer.handle.toLowerCase()))
  for (const message of mentions) await tell(conversation, group, viewer, message, true)
  const wasNotified = (stored.told ?? 0) > readUpTo(own)
  if (!wasNotified && mentions.length === 0 && unread[0])
    await tell(conversation, group, viewer, unread[0], false)
}

/** In one transaction with the mark, so that a second run does not tell it again. */
async function tell(
  { _id }: ConversationDocument,
  { name }: GroupFields,
  viewer: Viewer,
  message: Visible<Words>,
  isMention: boolean,
): Promise<void> {
  const sender = await loadViewer(message.senderId.toHexString())
  if (!sender) return
  const { displayName, handle, id: senderId } = sender
  const who = inSentence(displayName)
  const group = inSentence(name)
  const conversationId = _id.toHexString()
  await transact(async (tx) => {
    // Writes to the membership, so that a reading or a deletion at the same moment comes before or after.
    const { matchedCount } = await memberships.updateOne(
      {
        conversationId: _id,
        userId: new Types.ObjectId(viewer.id),
        readSeq: { $lt: message.seq },
        ...(!isMention && { told: { $not: { $gte: message.seq } } }),
      },
      { $max: { told: message.seq } },
      { session: tx.session },
    )
    const isThere = { _id: message._id, conversationId: _id, deleted: false, ...unexpired(clock.now()) }
    if (!(await MessageModel.exists(isThere).session(tx.session))) return
    if (matchedCount === 0) return
    await notify(tx, {
      userId: viewer.id,
      actor: cardOf(sender),
      type: 'MESSAGE',
      data: { senderDisplayName: displayName, senderHandle: handle, conversationId, senderId },
      message: isMention ? `${who} mentioned you in ${group}` : `${who} wrote in ${group}`,
      subject: conversationId,
      ...(isMention && { dedupeKey: mentionKey(message._id) }),
    })
  })
}
