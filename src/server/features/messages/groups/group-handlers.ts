import { trusted, Types } from 'mongoose'
import { onFileAsked } from '#server/features/media/media.policy.ts'
import type { BlockChange } from '#server/features/people/relations/relations.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changeConversation, emitConversationTo, pairOf } from '../conversations.service.ts'
import { membershipOf } from '../memberships.ts'
import { mayRead } from '../message-lists.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from '../messages.model.ts'
import { unreadAfter } from './group-reads.ts'

/** Sends the members of a group what has changed in it, and lets them open its files. */
export function subscribeGroups(): () => void {
  const stops = [
    bus.onLocal('group:changed', ({ conversationId }) => emitToMembers(conversationId)),
    showFilesInGroups(),
  ]
  return () => stops.forEach((stop) => stop())
}

async function emitToMembers(conversationId: string): Promise<void> {
  const conversation = await ConversationModel.findById(conversationId).lean()
  const ids = conversation?.people.map((id) => id.toHexString()) ?? []
  const members = await Promise.all(ids.map((id) => loadViewer(id)))
  for (const member of members)
    if (conversation && member) emitConversationTo(bus, conversation, member, null)
}

/** The members of a group change, so the records of its files do not name them. */
const showFilesInGroups = (): (() => void) =>
  onFileAsked('message', async (viewer, id) => {
    const message = await MessageModel.findById(id).lean<MessageDocument>()
    return (
      message !== null &&
      message.receiverId.equals(message.conversationId) &&
      (await mayRead(viewer, message))
    )
  })

/** At most so many groups are pushed after a change of one person: the newest, which may be on a screen. */
const MAX_PUSHED = 100

const newestGroups = (which: object) =>
  ConversationModel.find({ group: trusted({ $exists: true }), ...which }, { _id: 1 })
    .sort({ 'lastMessage.createdAt': -1, _id: -1 })
    .limit(MAX_PUSHED)
    .lean<Pick<ConversationDocument, '_id'>[]>()

/** A member has another name, picture or setting of receipts: pages fetch the members of their groups again. */
export async function refreshMembers(userId: string, name?: string): Promise<void> {
  const inGroups = { people: new Types.ObjectId(userId), group: trusted({ $exists: true }) }
  if (name !== undefined)
    await ConversationModel.updateMany(
      { ...inGroups, 'lastMessage.senderId': new Types.ObjectId(userId) },
      { $set: { 'lastMessage.senderName': name } },
    )
  await ConversationModel.updateMany(inGroups, { $inc: { rev: 1, 'group.rev': 1 } })
  for (const { _id } of await newestGroups(inGroups)) await emitToMembers(_id.toHexString())
}

/** Until then a process may count a message by the relations of before the block. */
const ONCE_MORE_AFTER_MS = 10_000

/**
 * With a block or its end: what each of the two sees in the groups where the other one is, or has left words. Nobody
 * else notices. By a job, because the process may be killed after the commit.
 */
export async function hideInGroups(tx: Transaction, { blockerId, blockedId }: BlockChange): Promise<void> {
  const people = [blockerId, blockedId] as const
  await hiding.enqueue({ people }, { tx, key: pairOf(blockerId, blockedId) })
  await hiding.enqueue({ people, onceMore: true }, { tx, afterMs: ONCE_MORE_AFTER_MS })
}

const hiding = defineJob<{ people: readonly [string, string]; onceMore?: true }>({
  kind: 'block-in-groups',
  isObligation: true,
  concurrency: 2,
  run: ({ people: [one, other], onceMore }) => hideFromEachOther(one, other, { onceMore }),
})

async function hideFromEachOther(
  one: string,
  another: string,
  { onceMore = false }: { onceMore: boolean | undefined },
): Promise<void> {
  for (const [id, other] of [
    [one, another],
    [another, one],
  ] as const) {
    const viewer = await loadViewer(id)
    const writer = new Types.ObjectId(other)
    const groups = await newestGroups({
      people: new Types.ObjectId(id),
      $or: [{ people: writer }, { 'group.former': writer }],
    })
    for (const { _id } of groups) if (viewer) await recount(_id, viewer, { onceMore })
  }
}

const recount = (_id: Types.ObjectId, viewer: Viewer, { onceMore }: { onceMore: boolean }): Promise<void> =>
  transact(async (tx) => {
    const conversation = await ConversationModel.findById(_id).session(tx.session).lean()
    const own = conversation && membershipOf(conversation, viewer.id)
    if (!own) return
    const unread = await unreadAfter(tx, conversation, viewer, own)
    if (onceMore && unread === own.unread) return
    const changed = await changeConversation(tx, conversation, {
      $set: { [`unread.${viewer.id}`]: unread },
      $inc: { rev: 1, [`privateRevs.${viewer.id}`]: 1 },
    })
    emitConversationTo(tx, changed, viewer, null)
  })
