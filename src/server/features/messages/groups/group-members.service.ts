import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { GroupMembersView, GroupMemberView } from '#contract/messages.groups.ts'
import type { ConversationView } from '#contract/messages.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import { dropAbout } from '#server/features/notifications/withdrawal.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { acceptsMessagesFrom, mayBeginWith } from '../conversation-heads.ts'
import { conversationViewOf } from '../conversations.service.ts'
import { ConversationModel, type ConversationDocument } from '../messages.model.ts'
import { memberships, type MembershipDocument } from '../memberships.model.ts'
import { newMembership } from '../memberships.ts'
import { readUpTo, shareReceipts } from '../visibility.ts'
import { assertAdmin, changeGroup, memberOf, type GroupConversation, type Happening } from './change-group.ts'
import { endGroup } from './end-group.ts'
import type { GroupFields } from './groups.model.ts'
import { isAdminOf } from './groups.present.ts'
import { inSentence } from '#contract/text.ts'

/**
 * Throws 403 unless each of them has accepted contact with the viewer, so that no group gets past a message
 * request; people under 18 only of people they follow. The others can only come in by a link.
 */
export async function assertAddable(tx: Transaction, viewer: Viewer, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const person = await loadViewer(id)
    if (!person) throw notFound(MESSAGES.userNotFound)
    const { blocks, blockedBy } = await relationBetween(viewer.id, id, tx)
    if (
      blocks ||
      blockedBy ||
      !(await mayBeginWith(viewer, person)) ||
      !(await acceptsMessagesFrom(id, viewer.id))
    )
      throw forbidden(MESSAGES.groupClosed)
  }
}

/** The group is in the list of an added person as unread, until they look at it. */
export const ADDED = { markedUnread: true } as const

/** Tells people that they have been added; reading the group reads it. */
export const tellAdded = (
  tx: Transaction,
  viewer: Viewer,
  { _id, group }: ConversationDocument,
  ids: readonly string[],
): Promise<void> =>
  notifyAll(
    tx,
    ids.map((userId) => ({
      userId,
      actor: cardOf(viewer),
      type: 'MESSAGE',
      data: {
        senderDisplayName: viewer.displayName,
        senderHandle: viewer.handle,
        conversationId: _id.toHexString(),
        senderId: viewer.id,
      },
      message: `${inSentence(viewer.displayName)} brought you into ${inSentence(group?.name ?? '')}`,
      subject: _id.toHexString(),
    })),
  )

/**
 * Adds people. Who is a member already stays one. Throws 404 for anybody who is not a member, 403 for a member who is
 * not an admin and for people who can only come in by a link, 409 when the group is full.
 */
export async function addMembers(
  viewer: Viewer,
  groupId: string,
  memberIds: readonly string[],
): Promise<ConversationView> {
  await changeGroup(viewer, groupId, async (group, tx) => {
    assertAdmin(group, viewer)
    const added = [...new Set(memberIds)].filter((id) => !memberOf(group.members, id))
    if (added.length === 0) return null
    await assertAddable(tx, viewer, added)
    await tellAdded(tx, viewer, group.conversation, added)
    return entering(group, added, 'added')
  })
  return conversationViewOf(viewer, groupId)
}

/** Makes people members. Throws 409 when there is no room for them. */
export function entering(
  { conversation: { _id, people }, fields, seq }: GroupConversation,
  ids: readonly string[],
  event: 'added' | 'joined',
): Happening {
  if (people.length + ids.length > LIMITS.groupMembers) throw conflict(MESSAGES.groupFull)
  if (people.length + (fields.former?.length ?? 0) + ids.length > LIMITS.groupEver)
    throw conflict(MESSAGES.groupOver)
  const who = ids.map((id) => new Types.ObjectId(id))
  const joined = {
    joinedAt: clock.date(),
    after: fields.showsHistory ? 0 : seq - 1,
    readSeq: seq - 1,
    ...(event === 'added' && ADDED),
  }
  return {
    event,
    ...(event === 'added' && { who }),
    update: { $push: { people: { $each: who } }, $pull: { 'group.former': { $in: who } } },
    enter: who.map((id) => newMembership(_id, id, joined)),
  }
}

/**
 * Removes a member, and ends the invitation link. May run again. Throws 404 for anybody who is not a member, 403 for a
 * member who is not an admin, or who means themselves.
 */
export async function removeMember(
  viewer: Viewer,
  groupId: string,
  userId: string,
): Promise<ConversationView> {
  if (userId === viewer.id) throw forbidden()
  await changeGroup(viewer, groupId, async (group, tx) => {
    assertAdmin(group, viewer)
    if (!memberOf(group.members, userId)) return null
    const { update, ...gone } = await leaving(tx, group, userId)
    return {
      ...gone,
      event: 'removed',
      who: [new Types.ObjectId(userId)],
      update: { ...update, $unset: { 'group.invite': 1 } },
    }
  })
  return conversationViewOf(viewer, groupId)
}

/**
 * Leaves a group. When its last admin leaves, the one who has been there longest becomes one; when its last member
 * leaves, it ends. Throws 404 for anybody who is not a member.
 */
export async function leaveGroup(viewer: Viewer, groupId: string): Promise<void> {
  await changeGroup(viewer, groupId, async (group, tx) => ({
    event: 'left',
    ...(await leaving(tx, group, viewer.id)),
  }))
}

/** What it does to a group that a member goes. Their pages lose it at once. */
export async function leaving(
  tx: Transaction,
  { conversation, fields, members }: GroupConversation,
  userId: string,
): Promise<Pick<Happening, 'update' | 'leave'>> {
  const id = new Types.ObjectId(userId)
  const groupId = conversation._id.toHexString()
  // What they see afterwards, as after coming in again, is newer than all that they have seen.
  const rev = (memberOf(members, userId)?.rev ?? 0) + 1
  await dropAbout(tx, userId, groupId)
  tx.emit('conversation:deleted', { userId, id: groupId, rev: conversation.rev + rev })
  const isLast = members.length === 1
  if (isLast) await endGroup(tx, groupId)
  const heir = heirOf(fields, members, id)
  return {
    leave: id,
    update: {
      ...(heir && { $set: { 'group.admins': [heir] } }),
      $pull: { people: id, ...(!heir && { 'group.admins': id }) },
      $push: { 'group.former': id },
      $inc: { rev },
      ...((isLast || fields.invite?.by.equals(id)) && { $unset: { 'group.invite': 1 } }),
    },
  }
}

/** Who becomes an admin when this one, the last, goes: the one who has been there longest. */
function heirOf(
  { admins }: GroupFields,
  members: readonly MembershipDocument[],
  leaver: Types.ObjectId,
): Types.ObjectId | undefined {
  if (admins.some((id) => !id.equals(leaver))) return undefined
  return members.toSorted(longestFirst).find(({ userId }) => !userId.equals(leaver))?.userId
}

const longestFirst = (a: MembershipDocument, b: MembershipDocument): number =>
  (a.joinedAt?.getTime() ?? 0) - (b.joinedAt?.getTime() ?? 0) ||
  a._id.toHexString().localeCompare(b._id.toHexString())

/**
 * Makes a member an admin, or no longer. The same again changes nothing. Throws 404 for anybody who is not a member,
 * 403 for a member who is not an admin, 409 for the last admin.
 */
export async function setGroupAdmin(
  viewer: Viewer,
  groupId: string,
  userId: string,
  isAdmin: boolean,
): Promise<ConversationView> {
  await changeGroup(viewer, groupId, (group) => {
    assertAdmin(group, viewer)
    if (!memberOf(group.members, userId)) throw notFound(MESSAGES.userNotFound)
    if (isAdminOf(group.fields, userId) === isAdmin) return null
    const who = [new Types.ObjectId(userId)]
    if (isAdmin) return { event: 'admin', who, update: { $push: { 'group.admins': who[0] } } }
    if (group.fields.admins.length === 1) throw conflict(MESSAGES.groupNeedsAdmin)
    return { event: 'noAdmin', who, update: { $pull: { 'group.admins': who[0] } } }
  })
  return conversationViewOf(viewer, groupId)
}

/** Who is in a group, and how far each has read, as the viewer may know it. Throws 404 for anybody else. */
export async function groupMembers(viewer: Viewer, groupId: string): Promise<GroupMembersView> {
  const conversation = await ConversationModel.findById(groupId).lean()
  const group = conversation?.group
  if (!conversation || !group) throw notFound()
  const members = await memberships.find({ conversationId: conversation._id }).toArray()
  if (!memberOf(members, viewer.id)) throw notFound()
  const people = await Promise.all(
    members.sort(longestFirst).map(async (one) => [one, await loadViewer(one.userId.toHexString())] as const),
  )
  const former = await loadActors((group.former ?? []).map((id) => id.toHexString()))
  return {
    id: groupId,
    members: people.flatMap(([member, person]) =>
      person ? presentMember(group, member, viewer, person) : [],
    ),
    former: [...former.values()],
    ...(isAdminOf(group, viewer.id) && { hasInvite: group.invite !== undefined }),
    rev: group.rev,
  }
}

function presentMember(
  group: GroupFields,
  { joinedAt, readSeq, after = 0 }: MembershipDocument,
  viewer: Viewer,
  person: Viewer,
): GroupMemberView {
  const isSeen = person.id === viewer.id || shareReceipts(person, viewer)
  return {
    ...cardOf(person),
    isAdmin: isAdminOf(group, person.id),
    joinedAt: (joinedAt ?? new Date(0)).toISOString(),
    ...(isSeen && { readSeq: readUpTo({ readSeq, after }) }),
  }
}
