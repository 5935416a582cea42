import { trusted } from 'mongoose'
import { LIMITS } from '#contract/limits.ts'
import type { SuggestionView } from '#contract/people.ts'
import { followeeIds } from '#server/features/people/follows/follow-graph.service.ts'
import { FollowModel, type FollowDocument } from '#server/features/people/follows/follows.model.ts'
import { loadPeople } from '#server/features/people/users/people.service.ts'
import {
  PEOPLE_BY_FOLLOWERS,
  PEOPLE_BY_POSTS,
  UserModel,
  type UserRecord,
} from '#server/features/people/users/users.model.ts'
import { bus } from '#server/platform/bus.ts'
import { createReadCache, createSharedRead } from '#server/platform/cache/read-cache.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'

/** Candidates are read again after this time, ms; what the viewer did meanwhile counts at once. */
const FRESH_MS = 60_000
/** People of each kind that are read: enough when the viewer follows or hides many of them. */
const MAX_POPULAR = 100
/** Of the people the viewer follows, so many are asked whom they follow. */
const MAX_ASKED = 50
const MAX_FOLLOWS = 5_000

/**
 * People whom the viewer may want to follow, at most 12: first those whom people they follow follow, then the
 * most followed and the most active ones, in turn. Never somebody they follow, have muted or blocked, or who
 * has blocked them. Skeleton and filter, hydrate, present.
 */
export async function suggestedPeople(viewer: Viewer): Promise<SuggestionView[]> {
  const [followed, mutual, popular] = await Promise.all([
    followeeIds(viewer.id),
    followedByFriends.get(viewer.id),
    popularPeople.get(),
  ])
  const known = new Set([viewer.id, ...followed, ...viewer.blocked, ...viewer.muted])
  const ids = [...new Set([...mutual.keys(), ...popular])].filter((id) => !known.has(id))
  // Some may have been deleted since the candidates were read.
  const people = await loadPeople(ids.slice(0, 2 * LIMITS.suggestions), new Set())
  return ids
    .flatMap((id) => {
      const person = people.get(id)
      return person ? [{ ...person, mutual: mutual.get(id) ?? 0 }] : []
    })
    .slice(0, LIMITS.suggestions)
}

const popularPeople = createSharedRead<readonly string[]>({
  name: 'popular-people',
  freshMs: FRESH_MS,
  async load() {
    const [followed, active] = await Promise.all([
      most('followerCount', PEOPLE_BY_FOLLOWERS),
      most('postCount', PEOPLE_BY_POSTS),
    ])
    return [
      ...new Set(
        followed.flatMap((id, place) => [id, active[place] ?? id]).concat(active.slice(followed.length)),
      ),
    ]
  },
})

async function most(
  figure: 'followerCount' | 'postCount',
  hint: Record<string, -1>,
): Promise<readonly string[]> {
  const people = await UserModel.find(
    { [figure]: trusted({ $gt: 0 }) },
    { _id: 1, bannedAt: 1, suspendedUntil: 1 },
  )
    .hint(hint)
    .sort({ [figure]: -1 })
    .limit(MAX_POPULAR)
    .lean<Pick<UserRecord, '_id' | 'bannedAt' | 'suspendedUntil'>[]>()
  return people
    .filter(({ bannedAt, suspendedUntil }) => !bannedAt && (suspendedUntil?.getTime() ?? 0) < clock.now())
    .map(({ _id }) => _id.toHexString())
}

/** How many of the people that this person follows follow somebody, most first. One covered index read. */
async function loadFollowedByFriends(userId: string): Promise<ReadonlyMap<string, number>> {
  const asked = (await followeeIds(userId)).slice(0, MAX_ASKED)
  if (asked.length === 0) return new Map()
  const rows = await FollowModel.find({ followerId: trusted({ $in: asked }) }, { _id: 0, followeeId: 1 })
    .hint({ followerId: 1, followeeId: 1 })
    .limit(MAX_FOLLOWS)
    .lean<Pick<FollowDocument, 'followeeId'>[]>()
  const counts = new Map<string, number>()
  for (const { followeeId } of rows) {
    const id = followeeId.toHexString()
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const best = [...counts].sort(([, one], [, other]) => other - one)
  return new Map(best.slice(0, MAX_POPULAR))
}

const followedByFriends = createReadCache<ReadonlyMap<string, number>>({
  name: 'followed-by-friends',
  load: loadFollowedByFriends,
  max: 2_000,
  freshMs: FRESH_MS,
})

/** Who is suggested changes with each follow of the viewer, in whatever process. */
export function invalidateSuggestions(): () => void {
  const forget = ({ followerId }: { followerId: string }) => followedByFriends.forget(followerId)
  const stops = [bus.onCluster('user:followed', forget), bus.onCluster('user:unfollowed', forget)]
  return () => stops.forEach((stop) => stop())
}
