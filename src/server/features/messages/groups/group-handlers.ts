import { trusted, Types } from 'mongoose'
import { onFileAsked } from '#server/features/media/media.policy.ts'
import type { BlockChange } from '#server/features/people/relations/relations.service.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { pairOf } from '../conversation-heads.ts'
import { pushRows } from '../conversations.service.ts'
import { memberships } from '../memberships.model.ts'
import { ifReadable } from '../message-lists.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from '../messages.model.ts'
import { isInGroup } from '../visibility.ts'

/** The members of a group change, so the records of its files do not name them. */
export const showFilesInGroups = (): (() => void) =>
  onFileAsked('message', async (viewer, id) => {
    const message = await MessageModel.findById(id).lean<MessageDocument>()
    return message !== null && isInGroup(message) && (await ifReadable(viewer, message)) !== null
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
  for (const { _id } of await newestGroups(inGroups)) await pushRows(_id.toHexString())
}

/**
 * With a block or its end: what each of the two sees in the groups where the other one is, or has left words. Nobody
 * else notices. By a job, because the process may be killed after the commit.
 */
export const hideInGroups = (tx: Transaction, { blockerId, blockedId }: BlockChange): Promise<void> =>
  hiding.enqueue({ people: [blockerId, blockedId] }, { tx, key: pairOf(blockerId, blockedId) })

const hiding = defineJob<{ people: readonly [string, string] }>({
  kind: 'block-in-groups',
  does: 'Changes what two people see in their common groups after a block or its end.',
  isObligation: true,
  concurrency: 2,
  run: ({ people: [one, other] }) => hideFromEachOther(one, other),
})

async function hideFromEachOther(one: string, another: string): Promise<void> {
  for (const [id, other] of [
    [one, another],
    [another, one],
  ] as const) {
    const [reader, writer] = [new Types.ObjectId(id), new Types.ObjectId(other)]
    const groups = await newestGroups({
      people: reader,
      $or: [{ people: writer }, { 'group.former': writer }],
    })
    const ids = groups.map(({ _id }) => _id)
    await memberships.updateMany({ conversationId: { $in: ids }, userId: reader }, { $inc: { rev: 1 } })
    for (const _id of ids) await pushRows(_id.toHexString(), [id])
  }
}
