import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { GroupInviteView, InvitedGroupView } from '#contract/messages.groups.ts'
import type { ConversationView } from '#contract/messages.ts'
import { mayBeMinorNow } from '#server/features/people/users/viewers.service.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { hashed, newLinkToken } from '#server/platform/link-tokens.ts'
import { assertConfirmed, type Viewer } from '#server/platform/viewer.ts'
import { claim, claimantOf, inviteClaim, release } from '../conversation-claims.model.ts'
import { changeConversation, inConversation, conversationViewOf } from '../conversations.service.ts'
import { ConversationModel, type ConversationDocument } from '../messages.model.ts'
import { assertAdmin, changeGroup, memberOf } from './change-group.ts'
import { entering } from './group-members.service.ts'
import type { GroupFields } from './groups.model.ts'

/**
 * Makes an invitation link in place of the earlier one, which ends. Its token is told this once; the store has a hash.
 * Throws 404 for anybody who is not a member, 403 for a member who is not an admin.
 */
export async function makeInvite(viewer: Viewer, groupId: string): Promise<GroupInviteView> {
  const token = newLinkToken()
  await setInvite(viewer, groupId, { hash: hashed(token), by: new Types.ObjectId(viewer.id) })
  return { token }
}

/** Ends the invitation link. May run again. Throws like `makeInvite`. */
export const endInvite = (viewer: Viewer, groupId: string): Promise<void> => setInvite(viewer, groupId, null)

const setInvite = (viewer: Viewer, groupId: string, invite: GroupFields['invite'] | null): Promise<void> =>
  inConversation(viewer, groupId, async ({ tx, conversation }) => {
    const fields = conversation.group
    if (!fields) throw notFound()
    assertAdmin({ fields }, viewer)
    if (fields.invite) await release(tx, inviteClaim(fields.invite.hash))
    if (invite) await claim(tx, inviteClaim(invite.hash), conversation._id)
    await changeConversation(tx, conversation, {
      ...(invite ? { $set: { 'group.invite': invite } } : { $unset: { 'group.invite': 1 } }),
      $inc: { 'group.rev': 1 },
    })
  })

/**
 * The group of an invitation link. Throws 404 for a link that has ended, or whose maker and the viewer are
 * apart by a block.
 */
export async function invitedGroup(viewer: Viewer, token: string): Promise<InvitedGroupView> {
  const { _id, people, group } = await groupOf(viewer, token)
  return {
    name: group.name,
    pictureUrl: group.picture?.url ?? null,
    memberCount: people.length,
    conversationId: people.some((id) => id.equals(viewer.id)) ? _id.toHexString() : null,
  }
}

async function groupOf(
  viewer: Viewer,
  token: string,
): Promise<ConversationDocument & { group: GroupFields }> {
  const hash = hashed(token)
  const id = await claimantOf(inviteClaim(hash))
  const found = id && (await ConversationModel.findOne({ _id: id, 'group.invite.hash': hash }).lean())
  const by = found?.group?.invite?.by.toHexString()
  if (!found?.group || !by || viewer.blocked.has(by)) throw notFound(MESSAGES.inviteGone)
  return { ...found, group: found.group }
}

/**
 * Joins a group by its invitation link; a member stays one. Throws 404 like `invitedGroup`, 403 for people who may be
 * under 18 and before the address is confirmed, 409 when the group is full.
 */
export async function joinGroup(viewer: Viewer, token: string): Promise<ConversationView> {
  const { _id } = await groupOf(viewer, token)
  assertConfirmed(viewer)
  if (await mayBeMinorNow(viewer.id)) throw forbidden(MESSAGES.inviteMinor)
  await changeGroup(
    viewer,
    _id.toHexString(),
    (group) => {
      if (memberOf(group.members, viewer.id)) return null
      // It may have ended since.
      if (group.fields.invite?.hash !== hashed(token)) throw notFound(MESSAGES.inviteGone)
      return entering(group, [viewer.id], 'joined')
    },
    { forOutsiders: true },
  )
  return conversationViewOf(viewer, _id.toHexString())
}
