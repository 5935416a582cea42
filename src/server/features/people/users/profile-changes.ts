import type { ActorView } from '#contract/people.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { loadActors } from './people.service.ts'
import { handlers } from '#server/platform/handlers.ts'
import type { UserRecord } from './users.model.ts'
import { presentPerson, presentPublicProfile } from './users.present.ts'

/**
 * Writes a person's card wherever a feature keeps a copy of it. Must be able to run again; stops between two
 * portions when the signal fires.
 */
type Rewrite = (actor: ActorView, signal: AbortSignal) => Promise<void>

const rewrites = handlers<Rewrite>()

/** A feature that keeps copies of people's cards registers here how they are rewritten. */
export const onNewCard = rewrites.add

const rename = defineJob<{ userId: string }>({
  kind: 'rename',
  concurrency: 2,
  async run({ userId }, { signal }) {
    // As it is by now: of several changes in a row only the last is written.
    const actor = (await loadActors([userId])).get(userId)
    if (!actor) return
    for (const rewrite of rewrites) {
      signal.throwIfAborted()
      await rewrite(actor, signal)
    }
  },
})

/** A person has a new name or picture: every copy of it follows, whatever happens to this process. */
export const spreadCard = (tx: Transaction, userId: string): Promise<void> =>
  rename.enqueue({ userId }, { tx, key: userId })

/** Sends a changed profile to those who watch it, and the person's row to admins. */
export function emitProfile(tx: Pick<Transaction, 'emit'>, user: UserRecord): void {
  tx.emit('profile:updated', { profile: presentPublicProfile(user) })
  tx.emit('person:updated', { person: presentPerson(user) })
}
