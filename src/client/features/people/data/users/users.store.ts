import { useShallow } from 'zustand/react/shallow'
import type { FollowStatusView, ProfileView, PublicProfileView, UserView } from '#contract/people.ts'
import { createCollection } from '#client/live/collection.ts'
import type { Records } from '#client/live/records.ts'
import type { LiveEvent } from '#client/live/registry.ts'

/** Profiles kept; those fetched longest ago are evicted first (LIVE L17). */
const MAX_PROFILES = 100
/** Rows of people kept, more than anybody scrolls through in one list. */
const MAX_PEOPLE = 2000

/** Both have parts that depend on the viewer. No rev orders those, so the later answer replaces them. */
const profiles = createCollection<ProfileView, { deleted: ReadonlySet<string> }>({
  limit: MAX_PROFILES,
  extra: { deleted: new Set() },
})
const people = createCollection<UserView>({ limit: MAX_PEOPLE })

/** Stores a profile as REST answers it. */
export function applyProfile(profile: ProfileView): void {
  const current = profiles.get(profile.id)
  if (current && current.rev > profile.rev) return
  changeDeleted((deleted) => deleted.delete(profile.id))
  profiles.put([profile])
}

/** Stores rows of a list, as REST answers them. */
export function applyPeople(rows: readonly UserView[]): void {
  people.put(
    rows.map((row) => {
      const current = people.get(row.id)
      return current && current.rev > row.rev ? { ...current, isFollowing: row.isFollowing } : row
    }),
  )
}

/**
 * For pushes: replaces the public part of a known person, unless the push is older. The viewer's part
 * stays.
 */
export function applyPublicProfile(profile: PublicProfileView): void {
  const current = profiles.get(profile.id)
  const row = people.get(profile.id)
  if (current) profiles.apply([{ ...current, ...profile }])
  if (row) people.apply([rowOf(profile, row)])
}

/** Lists every field of a row, so that a new one is not forgotten here. */
const rowOf = (profile: PublicProfileView, { isFollowing }: UserView): UserView => {
  const { id, handle, displayName, avatarUrl, bio, isAdmin, rev } = profile
  return { id, handle, displayName, avatarUrl, bio, isAdmin, isFollowing, rev } satisfies Record<
    keyof UserView,
    unknown
  >
}

/** Stores the answer to the viewer's own follow or unfollow, and the count unless a newer one is known. */
export function applyFollowStatus(id: string, { isFollowing, _count, rev }: FollowStatusView): void {
  const row = people.get(id)
  if (row) people.put([{ ...row, isFollowing }])
  const current = profiles.get(id)
  if (!current) return
  const counted =
    rev >= current.rev ? { rev, _count: { ...current._count, followers: _count.followers } } : {}
  const viewer = { ...current.viewer, follows: isFollowing }
  profiles.put([{ ...current, ...counted, isFollowing, viewer }])
}

/** The person does not exist (any more), or not for this viewer. */
export function markPersonDeleted(id: string): void {
  changeDeleted((deleted) => deleted.add(id))
  profiles.remove([id])
  people.remove([id])
}

function changeDeleted(change: (deleted: Set<string>) => unknown): void {
  const deleted = new Set(profiles.use.getState().deleted)
  change(deleted)
  profiles.use.setState({ deleted: new Set([...deleted].slice(-MAX_PROFILES)) })
}

export const useIsPersonDeleted = (id: string | undefined): boolean =>
  profiles.use(({ deleted }) => id !== undefined && deleted.has(id))

/** A profile by its handle, which never changes. */
export const useProfile = (handle: string): ProfileView | undefined =>
  profiles.use(({ records }) => byHandle(records, handle))

/** The same outside of components. */
export const profileOf = (handle: string): ProfileView | undefined => byHandle(profiles.records(), handle)

const byHandle = (records: Records<ProfileView>, handle: string) =>
  [...records.values()].find((profile) => profile.handle === handle)

/** A row of a list of people, updated live. */
export const usePerson = (id: string): UserView | undefined => people.use(({ records }) => records.get(id))

/** The known ones of these people, in the given order. */
export const useKnownPeople = (ids: readonly string[]): string[] =>
  people.use(useShallow(({ records }) => ids.filter((id) => records.has(id))))

export const onProfileDeleted = ({ id }: LiveEvent<'profile:deleted'>): void => markPersonDeleted(id)
