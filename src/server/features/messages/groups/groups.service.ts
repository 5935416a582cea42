import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ChangeGroupInput, CreateGroupInput } from '#contract/messages.groups.ts'
import type { ConversationView } from '#contract/messages.ts'
import { resolveUpload } from '#server/features/media/media-links.ts'
import { swapPicture } from '#server/features/media/media-uses.ts'
import { cardForWriting } from '#server/features/people/users/counters.service.ts'
import { conflict, isDuplicateKey } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { assertConfirmed, type Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { claim, claimantOf, madeClaim } from '../conversation-claims.model.ts'
import { previewOf } from '../conversation-preview.ts'
import { groupKey } from '../conversation-heads.ts'
import { tellPeople, conversationViewOf } from '../conversations.service.ts'
import { emitCreated } from '../deliver-messages.ts'
import { memberships } from '../memberships.model.ts'
import { newMembership } from '../memberships.ts'
import { ConversationModel, MessageModel, type ConversationDocument } from '../messages.model.ts'
import { assertAdmin, changeGroup, groupLineOf } from './change-group.ts'
import { ADDED, assertAddable, tellAdded } from './group-members.service.ts'

/** A group, and whether this call made it or an earlier one with the same clientId did. */
interface Made {
  conversation: ConversationView
  isNew: boolean
}

/**
 * Makes a group of the viewer, its admin, and of people whom they may add. The same `clientId` makes it once (LIVE L5).
 * Throws 403 before the address is confirmed and for people who can only come in by a link, 409 for too many.
 */
export async function createGroup(viewer: Viewer, input: CreateGroupInput): Promise<Made> {
  assertConfirmed(viewer)
  const others = [...new Set(input.memberIds)].filter((id) => id !== viewer.id)
  if (others.length >= LIMITS.groupMembers) throw conflict(MESSAGES.groupFull)
  try {
    const made = await transact((tx) => insertGroup(tx, viewer, others, input))
    return { conversation: await conversationViewOf(viewer, made.toHexString()), isNew: true }
  } catch (error) {
    if (!isDuplicateKey(error) || !input.clientId) throw error
    const made = await claimantOf(madeClaim(viewer.id, input.clientId))
    if (!made) throw error
    return { conversation: await conversationViewOf(viewer, made.toHexString()), isNew: false }
  }
}

async function insertGroup(
  tx: Transaction,
  viewer: Viewer,
  others: readonly string[],
  { name, clientId }: CreateGroupInput,
): Promise<Types.ObjectId> {
  // A block at the same moment comes before or after.
  await cardForWriting(tx, viewer.id)
  await assertAddable(tx, viewer, others)
  const _id = clock.id()
  if (clientId) await claim(tx, madeClaim(viewer.id, clientId), _id)
  const at = clock.date()
  const ids = [viewer.id, ...others].map((id) => new Types.ObjectId(id))
  const made = { ...groupLineOf(_id, viewer, 1, { event: 'made', name }), ...(clientId && { clientId }) }
  const lines =
    others.length > 0 ? [made, groupLineOf(_id, viewer, 2, { event: 'added', who: ids.slice(1) })] : [made]
  const conversation: ConversationDocument = {
    _id,
    pair: groupKey(_id.toHexString()),
    people: ids,
    group: {
      name,
      admins: [ids[0]!],
      rev: 1,
    },
    lastSeq: lines.length,
    lastMessage: previewOf(lines.at(-1)!, viewer.displayName),
    createdAt: at,
    rev: 1,
  }
  await ConversationModel.create([conversation], { session: tx.session })
  await memberships.insertMany(
    ids.map((id, index) => newMembership(_id, id, { joinedAt: at, after: 0, ...(index > 0 && ADDED) })),
    { session: tx.session },
  )
  await MessageModel.create(lines, { session: tx.session, ordered: true })
  const members = Object.fromEntries(ids.map((id) => [id.toHexString(), 0]))
  for (const line of lines) emitCreated(tx, line, { members, senderName: viewer.displayName })
  tellPeople(tx, _id)
  await tellAdded(tx, viewer, conversation, others)
  return _id
}

/**
 * Changes the name, the picture, or whether people who join later read what was written before. The same again changes
 * nothing. Throws 404 for anybody who is not a member, 403 for a member who is not an admin, and what an upload refuses.
 */
export async function updateGroup(
  viewer: Viewer,
  groupId: string,
  { name, pictureUrl, showsHistory }: ChangeGroupInput,
): Promise<ConversationView> {
  const picture = pictureUrl && (await resolveUpload(viewer, pictureUrl, 'avatar'))
  await changeGroup(viewer, groupId, (group) => {
    assertAdmin(group, viewer)
    if (name === undefined || name === group.fields.name) return null
    return { event: 'renamed', name, update: { $set: { 'group.name': name } } }
  })
  if (picture !== undefined)
    await changeGroup(viewer, groupId, async (group, tx) => {
      assertAdmin(group, viewer)
      const url = await swapPicture(tx, viewer, {
        purpose: 'avatar',
        id: group.conversation._id,
        before: group.fields.picture?.url ?? null,
        after: picture,
      })
      if (url === undefined) return null
      const by = new Types.ObjectId(viewer.id)
      return {
        event: 'pictured',
        update: url ? { $set: { 'group.picture': { url, by } } } : { $unset: { 'group.picture': 1 } },
      }
    })
  if (showsHistory !== undefined)
    await changeGroup(viewer, groupId, (group) => {
      assertAdmin(group, viewer)
      if ((group.fields.showsHistory ?? false) === showsHistory) return null
      return showsHistory
        ? { event: 'history', update: { $set: { 'group.showsHistory': true } } }
        : { event: 'noHistory', update: { $unset: { 'group.showsHistory': 1 } } }
    })
  return conversationViewOf(viewer, groupId)
}
