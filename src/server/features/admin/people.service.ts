import type { AdminPersonView } from '#contract/admin.ts'
import { MESSAGES } from '#contract/errors.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { startDeletion } from '#server/features/account/erasure/deletion.service.ts'
import { endAllSessions } from '#server/features/people/users/accounts.service.ts'
import {
  adminPerson,
  assertStillAdmin,
  setAdmin,
  setModerator,
} from '#server/features/people/users/admin-people.service.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/**
 * Makes a person an admin, or ends it (DECISIONS row 9). Throws 403 for oneself, and for an admin who loses
 * the role at the same moment; 404; 409 for the last admin.
 */
export async function changeAdmin(
  viewer: Viewer,
  userId: string,
  isAdmin: boolean,
): Promise<AdminPersonView> {
  if (viewer.id === userId && !isAdmin) throw forbidden(MODERATION_MESSAGES.crownSelf)
  await setAdmin(userId, isAdmin, async (tx) => {
    await assertStillAdmin(tx, viewer.id)
    const action = isAdmin ? 'user.promote' : 'user.demote'
    await recordAdminAction(tx, {
      admin: viewer,
      action,
      target: { type: 'user', id: userId },
      before: { isAdmin: !isAdmin },
      after: { isAdmin },
    })
  })
  return adminPerson(userId)
}

/** Makes a person a moderator, or ends it. Throws 404, and 409 for an admin, who moderates anyway. */
export async function changeModerator(
  viewer: Viewer,
  userId: string,
  isModerator: boolean,
): Promise<AdminPersonView> {
  await setModerator(userId, isModerator, async (tx) => {
    await assertStillAdmin(tx, viewer.id)
    await recordAdminAction(tx, {
      admin: viewer,
      action: isModerator ? 'user.moderator' : 'user.no-moderator',
      target: { type: 'user', id: userId },
      before: { isModerator: !isModerator },
      after: { isModerator },
    })
  })
  return adminPerson(userId)
}

/**
 * Ends every session of a person, with their pages. Throws 403 for oneself (the settings do that), and 404.
 */
export async function endSessionsOf(viewer: Viewer, userId: string): Promise<void> {
  if (viewer.id === userId) throw forbidden()
  await transact(async (tx) => {
    if ((await endAllSessions(tx, userId)) === null) throw notFound(MESSAGES.userNotFound)
    await assertStillAdmin(tx, viewer.id)
    await recordAdminAction(tx, {
      admin: viewer,
      action: 'user.logout',
      target: { type: 'user', id: userId },
    })
  })
}

/**
 * Deletes a person's account with everything in it (DECISIONS row 9). Throws 403 for oneself, 404, and 409
 * for the last admin.
 */
export async function deletePerson(viewer: Viewer, userId: string): Promise<void> {
  if (viewer.id === userId) throw forbidden(MODERATION_MESSAGES.deleteSelf)
  await transact(async (tx) => {
    await startDeletion(tx, userId)
    await assertStillAdmin(tx, viewer.id)
    await recordAdminAction(tx, {
      admin: viewer,
      action: 'user.delete',
      target: { type: 'user', id: userId },
    })
  })
}
