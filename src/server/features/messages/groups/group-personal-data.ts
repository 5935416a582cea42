import { trusted, Types } from 'mongoose'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep, sweepParts } from '#server/platform/sweep.ts'
import { releaseMade } from '../conversation-claims.model.ts'
import { changeConversation } from '../conversations.service.ts'
import type { MembershipDocument } from '../memberships.model.ts'
import { hasUnread, loadMembers, membershipOf, withdrawNotice } from '../memberships.ts'
import { releaseMessageMedia } from '../message-files.ts'
import {
  ConversationModel,
  ERASED_CONTENT,
  ERASED_FIELDS,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from '../messages.model.ts'
import { sweepMessages, updateMessage } from '../message-writes.ts'
import { changeGroup } from './change-group.ts'
import { leaving } from './group-members.service.ts'
import type { GroupFields } from './groups.model.ts'
import { isAdminOf } from './groups.present.ts'

/** What an export says of a group. */
export const exportedGroup = (
  group: GroupFields,
  { userId, joinedAt }: MembershipDocument,
): { group: string; joinedAt?: Date; isAdmin?: true } => ({
  group: group.name,
  ...(joinedAt && { joinedAt }),
  ...(isAdminOf(group, userId.toHexString()) && { isAdmin: true as const }),
})

const DELETED = 'Deleted account'

/**
 * Takes a person out of all groups, and erases what they wrote in them and in those that they have left. The last run
 * also replaces their id with the conversation's, which belongs to nobody.
 */
export const eraseInGroups: Erase = async ({ id }, { signal, last }) => {
  const _id = new Types.ObjectId(id)
  const leave = (group: Group) =>
    changeGroup({ id, displayName: DELETED }, group._id.toHexString(), async (found, tx) => ({
      event: 'left',
      ...(await leaving(tx, found, id)),
    }))
  const erase = async (group: Group) => {
    const author = { id, replacement: last ? group._id : _id }
    await eraseMessages(group._id, author, signal)
    await transact((tx) => eraseFromGroup(tx, group._id, author))
  }
  const own = ConversationModel.find({ people: _id, group: trusted({ $exists: true }) }, { _id: 1 })
  const left = ConversationModel.find({ 'group.former': _id }, { _id: 1 })
  await sweepParts(
    () => sweep(rowsOf(own.lean<Group[]>()), leave, signal),
    () => sweep(rowsOf(left.lean<Group[]>()), erase, signal),
  )
}

type Group = Pick<ConversationDocument, '_id'>

interface ErasedAuthor {
  id: string
  /** The id that replaces theirs. */
  replacement: Types.ObjectId
}

function eraseMessages(conversationId: Types.ObjectId, author: ErasedAuthor, signal: AbortSignal) {
  const id = new Types.ObjectId(author.id)
  const concerned = [
    { senderId: id },
    { 'notice.who': id },
    { [`reactions.${author.id}`]: trusted({ $exists: true }) },
  ]
  const messages = MessageModel.find({ conversationId, $or: concerned }).lean<MessageDocument[]>()
  const erase = async (tx: Transaction, some: readonly MessageDocument[]) => {
    for (const message of some) await eraseMessage(tx, message, author)
  }
  return sweepMessages(messages, erase, signal)
}

async function eraseMessage(tx: Transaction, message: MessageDocument, author: ErasedAuthor): Promise<void> {
  const change =
    message.senderId.toHexString() === author.id ? ofTheirs(message, author) : ofOthers(message, author)
  if (!change) return
  await updateMessage(tx, { _id: message._id, conversationId: message.conversationId }, change)
  const shown = message.undoable ?? (change.$set?.['deleted'] ? message : null)
  if (shown && message.senderId.toHexString() === author.id) await releaseMessageMedia(tx, message, shown)
}

interface Change {
  $set?: Record<string, unknown>
  $unset?: Record<string, 1>
}

/** A line about the group stays, without the name that they gave it. */
function ofTheirs(message: MessageDocument, { replacement }: ErasedAuthor): Change | null {
  const isErased = message.deleted && !message.undoable
  if (message.senderId.equals(replacement) && (isErased || message.notice)) return null
  return {
    $set: { senderId: replacement, ...(!message.deleted && !message.notice && ERASED_CONTENT) },
    $unset: {
      ...ERASED_FIELDS,
      clientId: 1,
      undoable: 1,
      reactions: 1,
      ...(message.notice && { 'notice.name': 1 as const }),
    },
  }
}

function ofOthers({ reactions, notice }: MessageDocument, { id, replacement }: ErasedAuthor): Change | null {
  const who = notice && 'event' in notice ? (notice.who ?? []) : []
  const isNamed = who.some((one) => one.toHexString() === id)
  const reacted = reactions?.[id] !== undefined
  if (!reacted && !(isNamed && !replacement.equals(id))) return null
  return {
    ...(isNamed && {
      $set: { 'notice.who': who.map((one) => (one.toHexString() === id ? replacement : one)) },
    }),
    ...(reacted && { $unset: { [`reactions.${id}`]: 1 } }),
  }
}

/** Removes the person from what a group that they have left keeps of them. */
async function eraseFromGroup(
  tx: Transaction,
  _id: Types.ObjectId,
  { id, replacement }: ErasedAuthor,
): Promise<void> {
  const conversation = await ConversationModel.findById(_id).session(tx.session).lean()
  if (!conversation?.group) return
  await releaseMade(tx, _id, id)
  const { lastMessage, group } = conversation
  const saidLast = lastMessage?.senderId.toHexString() === id
  await changeConversation(tx, conversation, {
    ...(saidLast && {
      $set: {
        'lastMessage.senderId': replacement,
        'lastMessage.senderName': DELETED,
        'lastMessage.content': '',
        'lastMessage.mediaType': null,
      },
    }),
    ...(group.picture?.by.toHexString() === id && { $unset: { 'group.picture': 1 } }),
    ...(!replacement.equals(id) && { $pull: { 'group.former': new Types.ObjectId(id) } }),
    $inc: { 'group.rev': 1 },
  })
  for (const stored of await loadMembers(tx, _id)) {
    const own = membershipOf(conversation, stored)
    const member = await loadViewer(own.userId)
    if (member && !(await hasUnread(tx, conversation, own, member.blocked)))
      await withdrawNotice(tx, _id, own.userId)
  }
}
