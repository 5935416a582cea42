import { removeAccount } from '#server/features/people/users/accounts.service.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { ErasedPerson, Erase, ErasureRun } from '#server/platform/erasure.ts'
import { registeredFeatures } from '#server/shared/feature.ts'
import { eraseAuditNames, pseudonymOf } from '#server/shared/audit/audit-log.ts'
import { removeJobs, rewriteJobs } from '#server/platform/jobs/job-store.ts'
import { eraseMails } from '#server/platform/mail/mail-queue.ts'
import {
  removeHalfwaySessionsOf,
  removeSessionsOf,
} from '#server/features/account/sessions/sessions.model.ts'
import { sweep } from '#server/platform/sweep.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'

/** Deletes the viewer's own account. Throws 409 for the last admin. */
export const deleteOwnAccount = ({ id }: Viewer): Promise<void> => transact((tx) => startDeletion(tx, id))

/**
 * Deletes an account (DECISIONS row 26): with the commit all sessions and sockets end in every process, and a
 * job starts to erase what belongs to the account. Throws 404 for an unknown person, 409 for the last admin.
 */
export async function startDeletion(tx: Transaction, userId: string): Promise<void> {
  await eraseLater(tx, await removeAccount(tx, userId))
  tx.emit('session:ended', { userId, sessionId: null, reason: 'deleted' })
  tx.emit('user:deleted', { userId })
}

/** After this time the person's last requests have finished. */
const LAST_WORDS_MS = 10_000

/** `isConfirmed` is missing in jobs of version 0.1. */
type ErasedAccount = Omit<ErasedPerson, 'id' | 'isConfirmed'> & { userId: string; isConfirmed?: boolean }

/** The law demands it, so an admin can retry a dead job but not discard it. */
const erasure = defineJob<ErasedAccount, 'once more'>({
  kind: 'erase-account',
  does: "Erases what belongs to a deleted account, and once more after the person's last requests have finished.",
  isObligation: true,
  maxAttempts: 100,
  backoffMs: [3_000, 6_000, 30_000, 120_000, 300_000],
  limitMs: 6 * 3600_000,
  async run({ userId, handle, email, isConfirmed = true }, { signal, progress }) {
    const last = progress !== null
    await eraseAll({ id: userId, handle, email, isConfirmed }, { signal, last })
    return last ? undefined : { againAfterMs: LAST_WORDS_MS, progress: 'once more' }
  },
})

/** Jobs of and for the person: all but the running erasure itself. What they asked for as an admin is still done. */
const eraseJobs: Erase = async ({ id }) => {
  await removeJobs({
    $or: [{ 'payload.userId': id }, { 'payload.ownerId': id }],
    kind: { $ne: 'erase-account' },
  })
  await rewriteJobs({ 'payload.adminId': id }, { 'payload.adminId': pseudonymOf(id).toHexString() })
}

const eraseSessions: Erase = async ({ id }) => {
  await removeSessionsOf(id)
  await removeHalfwaySessionsOf(id)
}

/**
 * What every domain erases. Sessions go first, so that nobody can act as the person meanwhile. The second part waits
 * until all of the first part is erased.
 */
export const erasures = (): [Erase[], Erase[]] => {
  const features = registeredFeatures()
  return [
    [eraseSessions, ...features.flatMap(({ erases = [] }) => erases), eraseAuditNames, eraseMails, eraseJobs],
    features.flatMap(({ erasesLast = [] }) => erasesLast),
  ]
}

/** Erases what every domain has of a person. What fails keeps nothing else from being erased. */
export async function eraseAll(person: ErasedPerson, run: ErasureRun): Promise<void> {
  for (const some of erasures()) await sweep(some, (erase) => erase(person, run), run.signal)
}

/** Deletes the account in this transaction; a job erases afterwards what belongs to it. */
export const eraseLater = (tx: Transaction, { id, ...rest }: ErasedPerson): Promise<void> =>
  erasure.enqueue({ userId: id, ...rest }, { tx, key: id })
