import { createStore } from '#client/live/create-store.ts'
import { useShallow } from 'zustand/react/shallow'
import type { FollowStatusView, ProfileView, PublicProfileView, UserView } from '#contract/people.ts'
import { onReset } from '#client/live/registry.ts'
import { newestOf, withNewer, withoutRecords } from '#client/live/records.ts'

/** Profiles kept; those not looked at for longest go first (LIVE L17). */
const MAX_PROFILES = 100
/** Rows of people kept, more than anybody scrolls through in one list. */
const MAX_PEOPLE = 2000

interface UsersState {
  profiles: ReadonlyMap<string, ProfileView>
  people: ReadonlyMap<string, UserView>
  /** Ids of those who are not there any more, as far as the page has met them. */
  deleted: ReadonlySet<string>
}

const NOBODY: UsersState = { profiles: new Map(), people: new Map(), deleted: new Set() }

/** Every profile and every row of a list of people the page holds, by id. */
export const useUsersStore = createStore<UsersState>(() => NOBODY)

/**
 * As REST answers it. Where the viewer stands has no rev: of two answers with the same one, the later holds.
 */
export function applyProfile(profile: ProfileView): void {
  useUsersStore.setState(({ profiles, deleted }) => {
    const held = profiles.get(profile.id)
    const back = deleted.has(profile.id) && {
      deleted: new Set([...deleted].filter((id) => id !== profile.id)),
    }
    return held && held.rev > profile.rev
      ? {}
      : { ...back, profiles: newestOf(new Map(profiles).set(profile.id, profile), MAX_PROFILES) }
  })
}

/**
 * Rows of a list, as REST answers them. Where the viewer stands is not the person's own, so no rev of theirs
 * orders it.
 */
export function applyPeople(rows: readonly UserView[]): void {
  useUsersStore.setState(({ people }) => {
    const next = new Map(people)
    for (const { id, handle, displayName, avatarUrl, bio, isAdmin, isFollowing, rev } of rows) {
      const held = people.get(id)
      const row =
        held && held.rev > rev
          ? { ...held, isFollowing }
          : { id, handle, displayName, avatarUrl, bio, isAdmin, isFollowing, rev }
      next.delete(id)
      next.set(id, row)
    }
    return { people: newestOf(next, MAX_PEOPLE) }
  })
}

/**
 * A push: what everybody may see of a profile that is held, unless it is older. Where the viewer stands
 * stays.
 */
export function applyPublicProfile(profile: PublicProfileView): void {
  useUsersStore.setState(({ profiles, people }) => {
    const held = profiles.get(profile.id)
    const row = people.get(profile.id)
    const { displayName, avatarUrl, bio, isAdmin, rev } = profile
    return {
      profiles: held ? withNewer(profiles, [{ ...held, ...profile }]) : profiles,
      people: row ? withNewer(people, [{ ...row, displayName, avatarUrl, bio, isAdmin, rev }]) : people,
    }
  })
}

/**
 * The answer to one's own follow or unfollow: where one stands now, and the count unless a newer one is held.
 */
export function applyFollowStatus(id: string, status: FollowStatusView): void {
  useUsersStore.setState(({ profiles, people }) => {
    const row = people.get(id)
    return {
      profiles: withStatus(profiles, id, status),
      people: row ? new Map(people).set(id, { ...row, isFollowing: status.isFollowing }) : people,
    }
  })
}

function withStatus(
  profiles: UsersState['profiles'],
  id: string,
  { isFollowing, _count, rev }: FollowStatusView,
): UsersState['profiles'] {
  const held = profiles.get(id)
  if (!held) return profiles
  const counted = rev >= held.rev ? { rev, _count: { ...held._count, followers: _count.followers } } : {}
  return new Map(profiles).set(id, {
    ...held,
    ...counted,
    isFollowing,
    viewer: { ...held.viewer, follows: isFollowing },
  })
}

/** There is no such person (any more, or for this viewer). */
export function markPersonDeleted(id: string): void {
  useUsersStore.setState(({ profiles, people, deleted }) => ({
    profiles: withoutRecords(profiles, [id]),
    people: withoutRecords(people, [id]),
    deleted: new Set([...deleted, id].slice(-MAX_PROFILES)),
  }))
}

export const useIsPersonDeleted = (id: string | undefined): boolean =>
  useUsersStore(({ deleted }) => id !== undefined && deleted.has(id))

/** A profile by handle, which never changes. */
export const useProfile = (handle: string): ProfileView | undefined =>
  useUsersStore(({ profiles }) => byHandle(profiles, handle))

/** The same outside of components. */
export const profileOf = (handle: string): ProfileView | undefined =>
  byHandle(useUsersStore.getState().profiles, handle)

const byHandle = (profiles: UsersState['profiles'], handle: string) =>
  [...profiles.values()].find((profile) => profile.handle === handle)

/** A row of a list of people, alive. */
export const usePerson = (id: string): UserView | undefined => useUsersStore(({ people }) => people.get(id))

/** Those of these people the page holds, in the given order. */
export const useKnownPeople = (ids: readonly string[]): string[] =>
  useUsersStore(useShallow(({ people }) => ids.filter((id) => people.has(id))))

onReset(() => useUsersStore.setState(NOBODY))
