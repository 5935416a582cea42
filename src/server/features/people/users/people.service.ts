import { trusted } from 'mongoose'
import type { UserView, ActorView } from '#contract/people.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { handlers } from '#server/platform/handlers.ts'
import { claimantsOf } from './account-claims.model.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import {
  CARD,
  LIST_ROW,
  presentUser,
  presentActor,
  presentPerson,
  presentPublicProfile,
  type CardRow,
  type ListRow,
} from './users.present.ts'

/**
 * The cards of these people by id, in one read, within the transaction when there is one. Deleted accounts
 * are missing.
 */
export async function loadActors(ids: readonly string[], tx?: Transaction): Promise<Map<string, ActorView>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  if (tx) return queryActors(wanted, tx)
  const cards = await Promise.all(wanted.map(loadActorTogether))
  return new Map(cards.flatMap((card) => (card ? [[card.id, card] as const] : [])))
}

async function queryActors(ids: readonly string[], tx?: Transaction): Promise<Map<string, ActorView>> {
  const users = await UserModel.find({ _id: trusted({ $in: ids }) }, CARD)
    .session(tx?.session ?? null)
    .lean<CardRow[]>()
  return new Map(users.map((user) => [user._id.toHexString(), presentActor(user)]))
}

const loadActorTogether = batchReads<ActorView>({ load: (ids) => queryActors(ids), max: 500 })

/**
 * The cards of these handles (lower case, as `mentionsIn` returns them) by handle. Unknown handles are
 * missing.
 */
export async function loadActorsByHandle(handles: readonly string[]): Promise<Map<string, ActorView>> {
  const cards = await Promise.all([...new Set(handles)].map(loadActorByHandle))
  return new Map(cards.flatMap((card) => (card ? [[card.handle, card] as const] : [])))
}

const loadActorByHandle = batchReads<ActorView>({
  max: 500,
  async load(handles) {
    const ids = [...(await claimantsOf('handle', handles)).values()].map((id) => id.toHexString())
    const cards = ids.length > 0 ? await queryActors(ids) : new Map<string, ActorView>()
    return new Map([...cards.values()].map((card) => [card.handle, card]))
  },
})

export const personExists = async (id: string): Promise<boolean> =>
  (await UserModel.exists({ _id: id })) !== null

/**
 * These people as list rows, by id; `followed` are those the viewer follows. Deleted accounts are missing.
 */
export async function loadPeople(
  ids: readonly string[],
  followed: ReadonlySet<string>,
): Promise<Map<string, UserView>> {
  if (ids.length === 0) return new Map()
  const users = await UserModel.find({ _id: trusted({ $in: ids }) }, LIST_ROW).lean<ListRow[]>()
  return new Map(
    users.map((user) => [user._id.toHexString(), presentUser(user, followed.has(user._id.toHexString()))]),
  )
}

/**
 * Writes a person's card wherever a domain keeps a copy. It may run again, and stops between two portions
 * when the signal fires.
 */
type Rewrite = (actor: ActorView, signal: AbortSignal) => Promise<void>

const rewrites = handlers<Rewrite>()

/** Registers how a domain rewrites its copies of people's cards. */
export const onNewCard = rewrites.add

const rename = defineJob<{ userId: string }>({
  kind: 'rename',
  does: "Writes a person's new name and picture into all copies of them.",
  isObligation: true,
  concurrency: 2,
  async run({ userId }, { signal }) {
    // The current card: of several changes in a row only the last one is written.
    const actor = (await loadActors([userId])).get(userId)
    if (!actor) return
    for (const rewrite of rewrites) {
      signal.throwIfAborted()
      await rewrite(actor, signal)
    }
  },
})

/** Updates every copy of a person's name and picture, by a job. */
export const spreadCard = (tx: Transaction, userId: string): Promise<void> =>
  rename.enqueue({ userId }, { tx, key: userId })

/** Pushes a changed profile to those who watch it, and the person's row to admins. */
export function emitProfile(tx: Pick<Transaction, 'emit'>, user: UserRecord): void {
  const profile = presentPublicProfile(user)
  tx.emit('profile:updated', { profileId: profile.id, profile })
  tx.emit('person:updated', { person: presentPerson(user) })
}
