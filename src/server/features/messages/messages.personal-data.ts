import { Types, trusted } from 'mongoose'
import { exportCard } from '#server/features/media/link-cards/link-cards.present.ts'
import { exportFurther } from '#server/features/media/media-attached.ts'
import { dropAbout } from '#server/features/notifications/withdrawal.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { ErasedPerson, Erase, ErasureRun } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import type { TextVersion } from '#server/shared/text-versions.ts'
import { clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  ConversationModel,
  ERASED_CONTENT,
  ERASED_FIELDS,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { settle } from './conversation-preview.ts'
import { release } from './conversation-claims.model.ts'
import { pairOf } from './conversation-heads.ts'
import { changeConversation } from './conversations.service.ts'
import { MembershipModel, memberships, type MembershipDocument } from './memberships.model.ts'
import { membershipOf, otherOf } from './memberships.ts'
import { sweepMessages, updateMessage } from './message-writes.ts'
import { isExpired, isMuted, isOwn, isWithin } from './visibility.ts'
import { releaseMessageMedia, showFiles } from './message-files.ts'
import { removeConversation } from './groups/end-group.ts'
import { exportedGroup } from './groups/group-personal-data.ts'

/**
 * Erases what the person wrote, for both people. The last run also replaces their id (DECISIONS row 34) with
 * the conversation's id, which belongs to nobody. A conversation without any person left is deleted.
 */
export const eraseMessages: Erase = async (person, run) => {
  const ofTwo = { people: person.id, group: trusted({ $exists: false }) }
  const own = ConversationModel.find(ofTwo, { people: 1 }).lean<
    Pick<ConversationDocument, '_id' | 'people'>[]
  >()
  await sweep(rowsOf(own), (conversation) => leave(conversation, person, run), run.signal)
}

async function leave(
  { _id, people }: Pick<ConversationDocument, '_id' | 'people'>,
  { id }: ErasedPerson,
  { signal, last }: ErasureRun,
): Promise<void> {
  const otherId = otherOf({ people }, id)
  const other = await loadViewer(otherId)
  const author = { id, replacement: last ? _id : new Types.ObjectId(id) }
  await settle(_id)
  const messages = MessageModel.find({ conversationId: _id }).sort({ seq: 1 }).lean<MessageDocument[]>()
  await sweepMessages(messages, (tx, some) => eraseWritten(tx, some, author), signal)
  await transact((tx) => leaveConversation(tx, _id, author, other))
  if (last && !other) await removeConversation(_id)
}

interface ErasedAuthor {
  id: string
  /** The id that replaces theirs. */
  replacement: Types.ObjectId
}

async function eraseWritten(
  tx: Transaction,
  messages: readonly MessageDocument[],
  { id, replacement }: ErasedAuthor,
): Promise<void> {
  for (const message of messages) {
    const isTheirs = message.senderId.toHexString() === id
    const speaks = isTheirs && !message.deleted
    const side = isTheirs ? 'senderId' : 'receiverId'
    const held = isTheirs && message.undoable
    const reacted = message.reactions?.[id] !== undefined
    if (!speaks && !held && !reacted && message[side].equals(replacement)) continue
    if (message[side].toHexString() !== id) continue
    const update = {
      $set: { [side]: replacement, ...(speaks && ERASED_CONTENT) },
      $unset: isTheirs
        ? { ...ERASED_FIELDS, clientId: 1, undoable: 1, reactions: 1 }
        : { [`reactions.${id}`]: 1 },
    } as const
    const left = await updateMessage(tx, { _id: message._id, conversationId: message.conversationId }, update)
    const shown = held || (speaks && message)
    if (shown) await releaseMessageMedia(tx, message, shown)
    // Their files no longer name the person who could open them.
    if (!isTheirs && left && !left.deleted) await showFiles(tx, left, left)
  }
}

/** Removes the person from the conversation's counts and preview; the other one sees a deleted account. */
async function leaveConversation(
  tx: Transaction,
  _id: Types.ObjectId,
  { id, replacement }: ErasedAuthor,
  other: Viewer | null,
): Promise<void> {
  const conversation = await ConversationModel.findById(_id).session(tx.session).lean()
  if (!conversation) return
  const [otherId, saidLast] = [
    otherOf(conversation, id),
    conversation.lastMessage?.senderId.toHexString() === id,
  ]
  const people = conversation.people.map((one) => (one.toHexString() === id ? replacement : one))
  const { request, acceptedBy } = conversation
  const gone = new Types.ObjectId(id)
  // Their own request stays one, so that it does not move to the other person's list.
  const asked = request?.from.equals(gone)
  await memberships.deleteOne({ conversationId: _id, userId: gone }, { session: tx.session })
  await memberships.updateOne(
    { conversationId: _id, otherId: gone },
    { $set: { otherId: replacement }, $unset: { atBlock: 1 }, $inc: { rev: 1 } },
    { session: tx.session },
  )
  await changeConversation(tx, conversation, {
    $set: {
      people,
      ...(asked && { 'request.from': replacement }),
      pair: pairOf(otherId, replacement.toHexString()),
      ...(saidLast && {
        'lastMessage.senderId': replacement,
        'lastMessage.content': '',
        'lastMessage.mediaType': null,
      }),
    },
    $unset: {
      ...(request && !asked && { request: 1 }),
      ...(acceptedBy?.equals(gone) && { acceptedBy: 1 }),
    },
  })
  if (!replacement.equals(gone)) await release(tx, conversation.pair)
  if (other) await dropAbout(tx, other.id, _id.toHexString())
}

/** A message in a person's export. */
export interface ExportedMessage {
  conversationId: string
  /** The other person's id; in a group its name instead. */
  userId?: string
  group?: string
  direction: 'sent' | 'received'
  seq: number
  createdAt: Date
  /** Only in messages that the person sent (DECISIONS row 42). */
  content?: string
  mediaUrl?: string | null
  mediaType?: string | null
  altText?: string | null
  morePictures?: { mediaUrl: string; altText: string | null }[]
  linkCard?: { url: string; title: string; description: string | null }
  hidePreview?: true
  /** The seq of the message that this one answers. */
  replyTo?: number
  /** Instead of content: after how long they have let messages disappear; null: never. */
  setDisappearing?: string | null
  /** Instead of content: what they did in the group. */
  inGroup?: string
  editedAt?: Date | undefined
  /** What their own message said before its edits, oldest first. */
  earlierVersions?: TextVersion[]
  /** Of messages to the person in a request that they have not accepted. */
  request?: 'waiting' | 'declined'
  /** The person's own reaction, to whichever of the two wrote the message. */
  reaction?: string
}

/**
 * Every message of a person's conversations that is not erased, conversation by conversation, oldest first.
 */
export async function* exportedMessages(userId: string): AsyncGenerator<ExportedMessage> {
  for await (const conversation of rowsOf(
    ConversationModel.find(
      { $or: [{ people: userId }, { 'group.former': new Types.ObjectId(userId) }] },
      { people: 1, request: 1, group: 1, said: 1 },
    )
      .sort({ _id: 1 })
      .lean<Pick<ConversationDocument, '_id' | 'people' | 'request' | 'group' | 'said'>[]>(),
  )) {
    const { _id, people, group } = conversation
    const stored = await memberships.findOne({ conversationId: _id, userId: new Types.ObjectId(userId) })
    const own = stored && membershipOf(conversation, stored)
    const about = {
      conversationId: _id.toHexString(),
      ...(group ? { group: group.name } : { userId: otherOf({ people }, userId) }),
      ...(own?.request && own.request !== 'asked' && { request: own.request }),
    }
    for await (const message of rowsOf(
      MessageModel.find({ conversationId: _id, deleted: false }).sort({ seq: 1 }).lean<MessageDocument[]>(),
    )) {
      if (isExpired(message, clock.now())) continue
      // Of a group that they have left, what they wrote.
      if (isOwn({ id: userId }, message))
        yield { ...about, direction: 'sent', ...exportedPlace(message, userId), ...exportedWords(message) }
      else if (isWithin(own, message))
        yield { ...about, direction: 'received', ...exportedPlace(message, userId) }
    }
  }
}

const exportedPlace = ({ seq, createdAt, reactions }: Visible<MessageDocument>, userId: string) => ({
  seq,
  createdAt,
  ...(reactions?.[userId] && { reaction: reactions[userId] }),
})

function exportedWords(message: Visible<MessageDocument>) {
  const { content, mediaUrl, mediaType, altText = null, replyTo, versions, notice } = message
  return {
    content,
    mediaUrl,
    mediaType,
    altText,
    ...exportFurther(message),
    ...(message.linkCard && { linkCard: exportCard(message.linkCard) }),
    ...(message.hidePreview && { hidePreview: true as const }),
    ...(replyTo && { replyTo }),
    ...(versions && { editedAt: message.editedAt, earlierVersions: versions }),
    ...(notice && ('event' in notice ? { inGroup: notice.event } : { setDisappearing: notice.disappearing })),
  }
}

/** A conversation that a person has muted, archived or pinned, in their export. */
export interface ExportedConversation {
  conversationId: string
  /** The other person's id; in a group its name, since when they are in it, and whether as an admin. */
  userId?: string
  group?: string
  joinedAt?: Date
  isAdmin?: true
  /** When the mute ends; null: never. */
  mutedUntil?: Date | null
  archived?: true
  pinnedAt?: Date
}

/** The groups of a person, and what they have set for conversations; without others where they have set nothing. */
export async function* exportedConversations(userId: string): AsyncGenerator<ExportedConversation> {
  for await (const stored of rowsOf(
    MembershipModel.find({ userId }).sort({ _id: 1 }).lean<MembershipDocument[]>(),
  )) {
    const conversation = await ConversationModel.findById(stored.conversationId).lean()
    if (!conversation) continue
    const own = membershipOf(conversation, stored)
    const set = {
      ...(isMuted(own, clock.now()) && { mutedUntil: own.muted!.until }),
      ...(own.archived && { archived: true as const }),
      ...(own.pinnedAt && { pinnedAt: own.pinnedAt }),
    }
    const conversationId = conversation._id.toHexString()
    if (conversation.group) yield { conversationId, ...exportedGroup(conversation.group, stored), ...set }
    else if (Object.keys(set).length > 0)
      yield { conversationId, userId: otherOf(conversation, userId), ...set }
  }
}
