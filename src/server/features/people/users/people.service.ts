import { trusted } from 'mongoose'
import type { UserView, ActorView } from '#contract/people.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentUser, presentActor } from './users.present.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'

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
