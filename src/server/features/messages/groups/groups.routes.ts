import { z } from 'zod'
import {
  AddMembersInput,
  ChangeGroupInput,
  CreateGroupInput,
  GroupInviteView,
  GroupMembersView,
  InvitedGroupView,
} from '#contract/messages.groups.ts'
import { ConversationView } from '#contract/messages.ts'
import { Id } from '#contract/primitives.ts'
import { holdsLink } from '#contract/web-addresses.ts'
import { created } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { endInvite, invitedGroup, joinGroup, makeInvite } from './group-invites.service.ts'
import { addMembers, groupMembers, leaveGroup, removeMember, setGroupAdmin } from './group-members.service.ts'
import { createGroup, updateGroup } from './groups.service.ts'

const newGroupsRate = rateLimit('newGroups', 20, 24 * 3600)
const addedRate = rateLimit('groupAdditions', 60, 3600)
/** A token cannot be guessed; this keeps those who try from costing anything. */
const inviteRate = rateLimit('groupInvites', 30, 60)

const route = routesOf({ tag: 'messages', access: 'user' })
const InGroup = z.object({ groupId: Id })
const OneMember = InGroup.extend({ userId: Id })
const Invited = z.object({ token: z.string().regex(/^[\w-]{43}$/) })

/** Before the routes of messages, which would match their words as ids. */
export const groupRoutes = [
  route.post('/messages/groups', {
    summary: 'Make a group; a retry with the same clientId answers 200 with the same group',
    limit: newGroupsRate,
    body: CreateGroupInput,
    answers: { 201: ConversationView, 200: ConversationView },
    handle: async ({ viewer, body }) => {
      const { conversation, isNew } = await createGroup(viewer, body)
      return isNew ? created(conversation) : conversation
    },
  }),
  route.patch('/messages/groups/:groupId', {
    summary:
      'Change the name or picture of a group, or whether new members read what was written before; for its admins',
    limit: 'write',
    params: InGroup,
    body: ChangeGroupInput,
    afterConfirmation: ({ name }) => holdsLink(name),
    answers: { 200: ConversationView },
    handle: ({ viewer, params, body }) => updateGroup(viewer, params.groupId, body),
  }),
  route.get('/messages/groups/:groupId/members', {
    summary: 'Who is in a group, and how far each has read',
    limit: 'read',
    params: InGroup,
    answers: { 200: GroupMembersView },
    handle: ({ viewer, params }) => groupMembers(viewer, params.groupId),
  }),
  route.post('/messages/groups/:groupId/members', {
    summary: 'Add people to a group who let the viewer write to them; for its admins',
    limit: addedRate,
    params: InGroup,
    body: AddMembersInput,
    answers: { 200: ConversationView },
    handle: ({ viewer, params, body }) => addMembers(viewer, params.groupId, body.memberIds),
  }),
  route.delete('/messages/groups/:groupId/members/:userId', {
    summary: 'Remove somebody from a group, and end its invitation link; for its admins',
    limit: 'write',
    params: OneMember,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => removeMember(viewer, params.groupId, params.userId),
  }),
  route.put('/messages/groups/:groupId/admins/:userId', {
    summary: 'Make a member an admin of a group; for its admins',
    limit: 'write',
    params: OneMember,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => setGroupAdmin(viewer, params.groupId, params.userId, true),
  }),
  route.delete('/messages/groups/:groupId/admins/:userId', {
    summary: 'Make an admin of a group a mere member again; for its admins',
    limit: 'write',
    params: OneMember,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => setGroupAdmin(viewer, params.groupId, params.userId, false),
  }),
  route.post('/messages/groups/:groupId/leave', {
    summary: 'Leave a group',
    limit: 'write',
    whileSuspended: true,
    params: InGroup,
    answers: { 204: null },
    handle: ({ viewer, params }) => leaveGroup(viewer, params.groupId),
  }),
  route.post('/messages/groups/:groupId/invite', {
    summary: 'Make an invitation link in place of the earlier one; for the admins of a group',
    limit: 'write',
    params: InGroup,
    answers: { 201: GroupInviteView },
    handle: async ({ viewer, params }) => created(await makeInvite(viewer, params.groupId)),
  }),
  route.delete('/messages/groups/:groupId/invite', {
    summary: 'End the invitation link of a group; for its admins',
    limit: 'write',
    params: InGroup,
    answers: { 204: null },
    handle: ({ viewer, params }) => endInvite(viewer, params.groupId),
  }),
  route.get('/messages/join/:token', {
    summary: 'The group of an invitation link',
    limit: inviteRate,
    params: Invited,
    answers: { 200: InvitedGroupView },
    handle: ({ viewer, params }) => invitedGroup(viewer, params.token),
  }),
  route.post('/messages/join/:token', {
    summary: 'Join a group by its invitation link',
    limit: inviteRate,
    params: Invited,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => joinGroup(viewer, params.token),
  }),
]
