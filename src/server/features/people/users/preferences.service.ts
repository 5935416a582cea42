import type { PrivacySettingsInput, PrivacySettingsView } from '#contract/account.privacy.ts'
import { CONSENTS, type Consent } from '#contract/account.constants.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentPrivacy, presentCurrentUser } from './users.present.ts'
import type { NotificationPreferenceInput } from '#contract/account.settings.ts'
import type { CurrentUserView } from '#contract/account.ts'

/** What the viewer has agreed to. */
export async function consentsOf(viewer: Viewer): Promise<PrivacySettingsView> {
  const user = await UserModel.findById(viewer.id).lean<UserRecord>()
  if (!user) throw unauthorised()
  return presentPrivacy(user)
}

/** Gives or takes back consents; since when each holds is kept. What is so already stays as it is. */
export async function changeConsents(
  viewer: Viewer,
  input: PrivacySettingsInput,
): Promise<PrivacySettingsView> {
  return transact(async (tx) => {
    const held = await UserModel.findById(viewer.id).session(tx.session).lean<UserRecord>()
    if (!held) throw unauthorised()
    const changes = Object.fromEntries(
      CONSENTS.filter((consent) => isChanged(held, input, consent)).map((consent) => [
        `consents.${consent}`,
        input[`${consent}Consent`] ? new Date() : null,
      ]),
    )
    if (Object.keys(changes).length === 0) return presentPrivacy(held)
    const user = await UserModel.findByIdAndUpdate(
      viewer.id,
      { $set: changes, $inc: { rev: 1 } },
      { session: tx.session, returnDocument: 'after' },
    ).lean<UserRecord>()
    if (!user) throw unauthorised()
    const settings = presentPrivacy(user)
    tx.emit('viewer:updated', { user: presentCurrentUser(user) })
    tx.emit('privacy:updated', { userId: viewer.id, settings })
    return settings
  })
}

function isChanged({ consents }: UserRecord, input: PrivacySettingsInput, consent: Consent): boolean {
  const wanted = input[`${consent}Consent`]
  return wanted !== undefined && wanted !== Boolean(consents?.[consent])
}

/** Switches one kind of notification on or off for oneself; what was told before stays told. */
export async function preferNotification(
  viewer: Viewer,
  { type, on }: NotificationPreferenceInput,
): Promise<CurrentUserView> {
  return transact(async (tx) => {
    const change = { ...(on ? { $pull: { quiet: type } } : { $addToSet: { quiet: type } }), $inc: { rev: 1 } }
    const user = await UserModel.findByIdAndUpdate(viewer.id, change, {
      session: tx.session,
      returnDocument: 'after',
    }).lean<UserRecord>()
    if (!user) throw unauthorised()
    const view = presentCurrentUser(user)
    tx.emit('viewer:updated', { user: view })
    return view
  })
}
