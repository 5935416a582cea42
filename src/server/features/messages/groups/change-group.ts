import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { GroupEvent } from '#contract/messages.groups.ts'
import { forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { previewOf, settle } from '../conversation-preview.ts'
import { conversationLock, groupKey } from '../conversation-heads.ts'
import { changeConversation } from '../conversations.service.ts'
import { emitCreated } from '../deliver-messages.ts'
import { membersOfGroup } from '../members.service.ts'
import { memberships, type MembershipDocument } from '../memberships.model.ts'
import { loadMembers } from '../memberships.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from '../messages.model.ts'
import type { GroupFields } from './groups.model.ts'
import { isAdminOf } from './groups.present.ts'

/** A group as a change finds it. */
export interface GroupConversation {
  conversation: ConversationDocument
  fields: GroupFields
  members: readonly MembershipDocument[]
  /** The seq that the line about the change gets. */
  seq: number
}

/** What happens, and what it does to the conversation. */
export interface Happening {
  event: GroupEvent
  who?: Types.ObjectId[]
  name?: string
  update: {
    $set?: object
    $unset?: object
    $push?: object
    $pull?: object
    $addToSet?: object
    $inc?: { rev?: number }
  }
  /** Who comes in. Who goes out: their membership ends, and their pages lose the group. */
  enter?: MembershipDocument[]
  leave?: Types.ObjectId
}

/** Whoever does it: an account that is being erased is no viewer any more. */
type Actor = Pick<Viewer, 'id' | 'displayName'>

/** Above the number of messages that may come between the count and the line. */
const MAX_ATTEMPTS = 50

/**
 * Changes a group, with a line in the thread that tells who did it. The line takes a seq: a process that writes with
 * the members of before finds its seq taken, and reads both again (LIVE L49). `decide` answers null for no change.
 * Throws 404 for anybody who is not a member, unless `decide` looks at that itself.
 */
export async function changeGroup(
  actor: Actor,
  groupId: string,
  decide: (group: GroupConversation, tx: Transaction) => Happening | null | Promise<Happening | null>,
  { forOutsiders = false } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const known = await ConversationModel.findById(groupId, { group: 1 }).lean()
    if (!known?.group) throw notFound()
    await settle(known._id)
    try {
      return await oneAtATime(conversationLock(groupKey(groupId)), () =>
        transact((tx) => changeUnderLock(tx, actor, known._id, decide, forOutsiders)),
      )
    } catch (error) {
      // A message took the seq of the line meanwhile.
      if (attempt === MAX_ATTEMPTS || !isDuplicateKey(error) || !error.keyPattern['seq']) throw error
    }
  }
}

async function changeUnderLock(
  tx: Transaction,
  actor: Actor,
  _id: Types.ObjectId,
  decide: (group: GroupConversation, tx: Transaction) => Happening | null | Promise<Happening | null>,
  forOutsiders: boolean,
): Promise<void> {
  const conversation = await ConversationModel.findById(_id).session(tx.session).lean()
  const fields = conversation?.group
  if (!conversation || !fields) throw notFound()
  const members = await loadMembers(tx, _id)
  if (!forOutsiders && !memberOf(members, actor.id)) throw notFound()
  const seq = conversation.lastSeq + 1
  const happening = await decide({ conversation, fields, members, seq }, tx)
  if (!happening) return
  const { update, enter = [], leave } = happening
  if (enter.length > 0) await memberships.insertMany(enter, { session: tx.session })
  if (leave) await memberships.deleteOne({ conversationId: _id, userId: leave }, { session: tx.session })
  const line = groupLineOf(_id, actor, seq, happening)
  await MessageModel.create([line], { session: tx.session })
  await changeConversation(tx, conversation, {
    ...update,
    $set: { ...update.$set, lastSeq: seq, lastMessage: previewOf(line, actor.displayName) },
    $inc: { rev: 1, ...update.$inc, 'group.rev': 1 },
  })
  emitCreated(tx, line, { members: await membersOfGroup(_id, tx), senderName: actor.displayName })
}

export const memberOf = (
  members: readonly MembershipDocument[],
  userId: string,
): MembershipDocument | undefined => members.find((one) => one.userId.equals(userId))

/** A line of the thread of a group. */
export const groupLineOf = (
  conversationId: Types.ObjectId,
  { id }: Pick<Viewer, 'id'>,
  seq: number,
  { event, who, name }: Pick<Happening, 'event' | 'who' | 'name'>,
): MessageDocument => ({
  _id: clock.id(),
  conversationId,
  seq,
  senderId: new Types.ObjectId(id),
  receiverId: conversationId,
  content: '',
  mediaUrl: null,
  mediaType: null,
  notice: { event, ...(who && { who }), ...(name && { name }) },
  deleted: false,
  createdAt: clock.date(),
  rev: 1,
})

/** Throws 403 for a member who is not an admin of the group. */
export function assertAdmin({ fields }: Pick<GroupConversation, 'fields'>, viewer: Viewer): void {
  if (!isAdminOf(fields, viewer.id)) throw forbidden(MESSAGES.groupNeedsAdmin)
}
