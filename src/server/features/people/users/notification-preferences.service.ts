import type { NotificationPreferenceInput } from '#contract/account.settings.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentCurrentUser } from './users.present.ts'

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
