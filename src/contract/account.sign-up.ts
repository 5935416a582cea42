import { z } from 'zod'
import { INVITATION, SIGN_UP_MESSAGES, SIGN_UP_MODES } from './account.sign-up.constants.ts'
import { MESSAGES } from './errors.ts'
import { ActorView } from './people.ts'
import { Id, personText, Rev, Timestamp } from './primitives.ts'

const SignUpMode = z.enum(SIGN_UP_MODES, MESSAGES.invalidInput)

/** Who may create an account, as admins set it. `rev` orders changes. */
export const SignUpView = z.object({ mode: SignUpMode, rev: Rev }).meta({ id: 'SignUp' })
export type SignUpView = z.infer<typeof SignUpView>

/** PUT /api/admin/sign-up. */
export const SignUpInput = z.object({ mode: SignUpMode }).meta({ id: 'SignUpInput' })

/** The secret of an invitation, from its link. Any other text is an invitation that does not work. */
export const InviteToken = z.string().max(INVITATION.token, SIGN_UP_MESSAGES.invitation)

/** GET /api/auth/sign-up?invite={token}. `isInvited`: whether this invitation works now. */
export const SignUpQuery = z.object({ invite: InviteToken.optional() })
export const SignUpStateView = z
  .object({ mode: SignUpMode, isInvited: z.boolean() })
  .meta({ id: 'SignUpState' })
export type SignUpStateView = z.infer<typeof SignUpStateView>

/** POST /api/admin/invitations. `days`: how long it works; null for ever. */
export const InvitationInput = z
  .object({
    note: personText({ max: INVITATION.note, tooLong: SIGN_UP_MESSAGES.note }).trim().default(''),
    maxUses: z
      .int(SIGN_UP_MESSAGES.uses)
      .min(1, SIGN_UP_MESSAGES.uses)
      .max(INVITATION.usesMost, SIGN_UP_MESSAGES.uses),
    days: z
      .int(SIGN_UP_MESSAGES.days)
      .min(1, SIGN_UP_MESSAGES.days)
      .max(INVITATION.daysMost, SIGN_UP_MESSAGES.days)
      .nullable(),
  })
  .meta({ id: 'InvitationInput' })
export type InvitationInput = z.infer<typeof InvitationInput>

/**
 * An invitation as admins list it. `used` counts every account that it created; `people` are those that still
 * exist. Its secret is in no list.
 */
export const InvitationView = z
  .object({
    id: Id,
    note: z.string(),
    maxUses: z.int(),
    used: z.int(),
    people: z.array(ActorView),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
    rev: Rev,
  })
  .meta({ id: 'Invitation' })
export type InvitationView = z.infer<typeof InvitationView>

/** The answer to its creation, the only one with the secret of the link /register?invite={token}. */
export const NewInvitationView = z
  .object({ invitation: InvitationView, token: z.string() })
  .meta({ id: 'NewInvitation' })
export type NewInvitationView = z.infer<typeof NewInvitationView>

/** GET /api/admin/invitations, newest first. `cursor`: the id of the last row. */
export const InvitationsQuery = z.object({ cursor: Id.optional() })
