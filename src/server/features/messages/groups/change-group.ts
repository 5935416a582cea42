import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { GroupEvent } from '#contract/messages.groups.ts'
import { forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { previewOf } from '../conversation-preview.ts'
import { changeConversation, conversationLock, emitConversation, groupKey } from '../conversations.service.ts'
import { readableAfter } from '../members.service.ts'
import { countPending, emitCreated } from '../messages.count.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from '../messages.model.ts'
import type { GroupFields } from './groups.model.ts'
import { isAdminOf } from './groups.present.ts'

/** A group as a change finds it. */
export interface Group {
  conversation: ConversationDocument
  fields: GroupFields
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
    $inc?: object
  }
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
  decide: (group: Group, tx: Transaction) => Happening | null | Promise<Happening | null>,
  { forOutsiders = false } = {},
): Promise<ConversationDocument> {
  for (let attempt = 1; ; attempt++) {
    const known = await ConversationModel.findById(groupId, { group: 1 }).lean()
    if (!known?.group || !(forOutsiders || known.group.joined[actor.id])) throw notFound()
    await countPending(known._id)
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
  decide: (group: Group, tx: Transaction) => Happening | null | Promise<Happening | null>,
  forOutsiders: boolean,
): Promise<ConversationDocument> {
  const conversation = await ConversationModel.findById(_id).session(tx.session).lean()
  const fields = conversation?.group
  if (!conversation || !fields || !(forOutsiders || fields.joined[actor.id])) throw notFound()
  const seq = conversation.lastSeq + 1
  const happening = await decide({ conversation, fields, seq }, tx)
  if (!happening) return conversation
  const { update } = happening
  const line = lineOf(_id, actor, seq, happening)
  await MessageModel.create([line], { session: tx.session })
  const changed = await changeConversation(tx, conversation, {
    ...update,
    $set: { ...update.$set, lastSeq: seq, lastMessage: previewOf(line, actor.displayName) },
    $inc: { ...update.$inc, rev: 1, 'group.rev': 1 },
  })
  if (changed.group)
    emitCreated(tx, line, { members: readableAfter(changed.group), senderName: actor.displayName })
  emitConversation(tx, changed, null, null)
  return changed
}

/** A line of the thread of a group. */
export const lineOf = (
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
export function assertAdmin({ fields }: Group, viewer: Viewer): void {
  if (!isAdminOf(fields, viewer.id)) throw forbidden(MESSAGES.groupNeedsAdmin)
}
