import { trusted } from 'mongoose'
import type { UserView } from '#contract/people.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentUser } from './users.present.ts'

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
