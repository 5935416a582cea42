import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { ActorView } from './people.ts'
import { ClientId, Id, personText, Rev, Seq, Timestamp } from './primitives.ts'
import { isVisible, withoutTurns } from './text.ts'

/** What has happened in a group, as a line of its thread. */
export const GroupEvent = z.enum([
  'made',
  'joined',
  'added',
  'left',
  'removed',
  'renamed',
  'pictured',
  'admin',
  'noAdmin',
  'history',
  'noHistory',
])
export type GroupEvent = z.infer<typeof GroupEvent>

/** `who`: whom it concerns, if not its sender. `name`: the new one. */
export const GroupNotice = z.object({
  event: GroupEvent,
  who: z.array(Id).optional(),
  name: z.string().optional(),
})
export type GroupNotice = z.infer<typeof GroupNotice>

/** What a conversation says of a group, besides its name and picture, which `participants` has. */
export const GroupFacts = z.object({
  memberCount: z.int().positive(),
  isAdmin: z.boolean(),
  /** Whether people who join from now on read what was written before. */
  showsHistory: z.boolean(),
  /** The first message that the viewer may read. */
  firstSeq: Seq,
  /** It rises with the members, their names and roles: then GroupMembers is to be fetched again. */
  rev: Rev,
})

const GroupName = z
  .string(MESSAGES.emptyGroupName)
  .overwrite(withoutTurns)
  .pipe(personText({ max: LIMITS.groupName, tooLong: MESSAGES.groupNameTooLong }))
  .refine(isVisible, MESSAGES.emptyGroupName)

/** POST /api/messages/groups: the viewer becomes its admin. Whom the viewer may not write to cannot be a member. */
export const CreateGroupInput = z
  .object({
    name: GroupName,
    memberIds: z.array(Id).max(LIMITS.groupMembers - 1),
    clientId: ClientId.optional(),
  })
  .meta({ id: 'CreateGroupInput' })
export type CreateGroupInput = z.infer<typeof CreateGroupInput>

/** PATCH /api/messages/groups/{groupId}: what is missing stays. `pictureUrl`: of an upload for an avatar; null: none. */
export const ChangeGroupInput = z
  .object({
    name: GroupName.optional(),
    pictureUrl: z.string().max(LIMITS.url).nullable().optional(),
    showsHistory: z.boolean().optional(),
  })
  .meta({ id: 'ChangeGroupInput' })
export type ChangeGroupInput = z.infer<typeof ChangeGroupInput>

/** POST /api/messages/groups/{groupId}/members */
export const AddMembersInput = z
  .object({
    memberIds: z
      .array(Id)
      .min(1)
      .max(LIMITS.groupMembers - 1),
  })
  .meta({ id: 'AddMembersInput' })

export const GroupMemberView = z.object({
  ...ActorView.shape,
  isAdmin: z.boolean(),
  joinedAt: Timestamp,
  /** The seq up to which they have read. Missing where one of the two wants no receipts, or across a block. */
  readSeq: z.int().nonnegative().optional(),
})
export type GroupMemberView = z.infer<typeof GroupMemberView>

/** GET /api/messages/groups/{groupId}/members: who is in a group, the one who came first at the top. */
export const GroupMembersView = z
  .object({
    /** The group's. */
    id: Id,
    members: z.array(GroupMemberView),
    /** Who has written or acted in it and is no longer a member. */
    former: z.array(ActorView),
    /** Whether there is an invitation link; for admins alone. */
    hasInvite: z.boolean().optional(),
    rev: Rev,
  })
  .meta({ id: 'GroupMembers' })
export type GroupMembersView = z.infer<typeof GroupMembersView>

/** POST /api/messages/groups/{groupId}/invite: the token of the link, which is told this once. */
export const GroupInviteView = z.object({ token: z.string() }).meta({ id: 'GroupInvite' })
export type GroupInviteView = z.infer<typeof GroupInviteView>

/** GET /api/messages/join/{token}: the group that an invitation link leads to. */
export const InvitedGroupView = z
  .object({
    name: z.string(),
    pictureUrl: z.string().nullable(),
    memberCount: z.int().positive(),
    /** The viewer is a member already: the conversation. */
    conversationId: Id.nullable(),
  })
  .meta({ id: 'InvitedGroup' })
export type InvitedGroupView = z.infer<typeof InvitedGroupView>
