import { trusted } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import type { UserView } from '#contract/users.ts'
import { followedAmong } from '#server/features/follows/follow-graph.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { fold } from '#server/platform/fold.ts'
import { LIST_ROW } from './people.service.ts'
import { PEOPLE_BY_KEY, UserModel, type UserRecord } from './users.model.ts'
import { presentUser } from './users.present.ts'

// Greater than every text that starts with the same words.
const END = '\u{10ffff}'

/**
 * At most 20 people whose handle or a word of whose name starts with `q`, shortest match first; a leading @ is
 * allowed. Blank finds nobody. People with a block between them and the viewer are left out.
 */
export async function searchPeople(q: string, viewer: Viewer | null): Promise<UserView[]> {
  const wanted = fold(q).replace(/^@/, '')
  if (wanted === '') return []
  const users = await firstMatches(wanted, viewer)
  const ids = users.map((user) => user._id.toHexString())
  const followed = viewer ? await followedAmong(viewer.id, ids) : new Set<string>()
  return users.map((user) => presentUser(user, followed.has(user._id.toHexString())))
}

// One range of one index, read in its order until the page is full. $elemMatch keeps both bounds on the same key.
async function firstMatches(wanted: string, viewer: Viewer | null): Promise<UserRecord[]> {
  const range = { searchKeys: trusted({ $elemMatch: { $gte: wanted, $lt: wanted + END } }) }
  const matches = UserModel.find(range, LIST_ROW).hint(PEOPLE_BY_KEY).lean<UserRecord[]>().cursor({ batchSize: PAGE.search })
  const page: UserRecord[] = []
  for await (const user of matches) {
    if (!viewer?.blocked.has(user._id.toHexString())) page.push(user)
    if (page.length === PAGE.search) break
  }
  return page
}
