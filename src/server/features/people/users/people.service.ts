import { trusted } from 'mongoose'
import type { UserView, ActorView } from '#contract/people.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { handlers } from '#server/platform/handlers.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentUser, presentActor, presentPerson, presentPublicProfile } from './users.present.ts'

const CARD = { handle: 1, displayName: 1, avatarUrl: 1 } as const

/**
 * The cards of these people by id, in one read; inside a transaction, as that sees them. Accounts that are
 * gone are not in the map.
 */
export async function loadActors(ids: readonly string[], tx?: Transaction): Promise<Map<string, ActorView>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const users = await UserModel.find({ _id: trusted({ $in: wanted }) }, CARD)
    .session(tx?.session ?? null)
    .lean<UserRecord[]>()
  return new Map(users.map((user) => [user._id.toHexString(), presentActor(user)]))
}

/**
 * The cards of these handles (lower case, as `mentionsIn` gives them) by handle. Unknown handles are not in
 * the map.
 */
export async function loadActorsByHandle(handles: readonly string[]): Promise<Map<string, ActorView>> {
  if (handles.length === 0) return new Map()
  const users = await UserModel.find({ handle: trusted({ $in: [...new Set(handles)] }) }, CARD).lean<
    UserRecord[]
  >()
  return new Map(users.map((user) => [user.handle, presentActor(user)]))
}

/** Whether there is such an account. */
export const personExists = async (id: string): Promise<boolean> =>
  (await UserModel.exists({ _id: id })) !== null

/**
 * These people as list rows, by id; `followed` are those the viewer follows. Accounts that are gone are not
 * in the map.
 */
export async function loadPeople(
  ids: readonly string[],
  followed: ReadonlySet<string>,
): Promise<Map<string, UserView>> {
  if (ids.length === 0) return new Map()
  const users = await UserModel.find({ _id: trusted({ $in: ids }) }, LIST_ROW).lean<UserRecord[]>()
  return new Map(
    users.map((user) => [user._id.toHexString(), presentUser(user, followed.has(user._id.toHexString()))]),
  )
}

/** What a row of a list shows. */
export const LIST_ROW = { handle: 1, displayName: 1, avatarUrl: 1, bio: 1, isAdmin: 1, rev: 1 } as const

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
