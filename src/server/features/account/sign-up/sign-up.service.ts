import type { Types } from 'mongoose'
import { SIGN_UP_MESSAGES, SIGN_UP_MODES, type SignUpMode } from '#contract/account.sign-up.constants.ts'
import type { SignUpStateView, SignUpView } from '#contract/account.sign-up.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { forbidden } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sharedSetting } from '#server/shared/site-settings/shared-settings.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { inviteHash, invitationWorks, useInvitation } from './invitations.service.ts'

const setting = sharedSetting<SignUpView>('sign-up', (stored) => ({
  mode: SIGN_UP_MODES.find((mode) => mode === stored?.value['mode']) ?? 'open',
  rev: stored?.rev ?? 0,
}))

/** Who may create an account. */
export const signUp = setting.get

/** Changes who may create an account, in all processes. The same again changes nothing. */
export async function changeSignUp(admin: Viewer, mode: SignUpMode): Promise<SignUpView> {
  const before = await setting.load()
  if (before.mode === mode) return before
  return transact(async (tx) => {
    await recordAdminAction(tx, {
      admin,
      action: 'house.sign-up',
      before: { mode: before.mode },
      after: { mode },
    })
    return setting.write(tx, { mode })
  })
}

/** What the sign-up page shows. Only an invitation that is needed is looked up. */
export async function signUpState(invite: string | undefined): Promise<SignUpStateView> {
  const { mode } = await signUp()
  const hash = inviteHash(invite)
  return { mode, isInvited: mode === 'invited' && hash !== null && (await invitationWorks(hash)) }
}

/** Why a registration is refused. */
export type SignUpRefusal = 'closed' | 'invited' | 'invitation'

/** What creates the account with its invitation; null when no invitation is needed. */
type WithInvitation = ((tx: Transaction, userId: Types.ObjectId) => Promise<void>) | null

/** Why nobody with this invitation may create an account; null when they may. */
export const signUpRefusal = async (hash: string | null): Promise<SignUpRefusal | null> =>
  refusalIn((await signUp()).mode, hash)

async function refusalIn(mode: SignUpMode, hash: string | null): Promise<SignUpRefusal | null> {
  if (mode === 'open') return null
  if (mode === 'closed') return 'closed'
  if (hash === null) return 'invited'
  return (await invitationWorks(hash)) ? null : 'invitation'
}

/** Before anything expensive. Throws 403 when the settings of the site refuse the registration. */
export async function assertMaySignUp(hash: string | null): Promise<WithInvitation> {
  const { mode } = await signUp()
  const refusal = await refusalIn(mode, hash)
  if (refusal) throw forbidden(SIGN_UP_MESSAGES[refusal])
  // A link that is not needed is not used up.
  if (hash === null || mode === 'open') return null
  return (tx, userId) => useInvitation(tx, hash, userId)
}
