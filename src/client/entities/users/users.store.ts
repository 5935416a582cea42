import { create } from 'zustand'
import type { FollowStatusView, ProfileView, PublicProfileView } from '#contract/users.ts'
import { acceptNewer } from '#client/live/records.ts'

/** Profiles kept; those not looked at for longest go first (LIVE L17). */
const MOST = 100

interface UsersState {
  profiles: ReadonlyMap<string, ProfileView>
}

/** Every profile the page holds, by id. */
export const useUsersStore = create<UsersState>(() => ({ profiles: new Map() }))

export function upsertProfile(profile: ProfileView): void {
  useUsersStore.setState(({ profiles }) => ({ profiles: bounded(acceptNewer(profiles, profile)) }))
}

function bounded(profiles: ReadonlyMap<string, ProfileView>): ReadonlyMap<string, ProfileView> {
  return profiles.size <= MOST ? profiles : new Map([...profiles].slice(-MOST))
}

/** A push: what everybody may see of a profile that is held, unless it is older. Where the viewer stands stays. */
export function takePublicProfile(profile: PublicProfileView): void {
  useUsersStore.setState(({ profiles }) => {
    const held = profiles.get(profile.id)
    return held ? { profiles: acceptNewer(profiles, { ...held, ...profile }) } : { profiles }
  })
}

/** The answer to one's own follow or unfollow: where one stands now, and the count unless a newer one is held. */
export function takeFollowStatus(id: string, { isFollowing, _count, rev }: FollowStatusView): void {
  useUsersStore.setState(({ profiles }) => {
    const held = profiles.get(id)
    if (!held) return { profiles }
    const counted = rev >= held.rev ? { rev, _count: { ...held._count, followers: _count.followers } } : {}
    return { profiles: new Map(profiles).set(id, { ...held, ...counted, isFollowing, viewer: { ...held.viewer, follows: isFollowing } }) }
  })
}

/** A profile by handle, which never changes. */
export const useProfile = (handle: string): ProfileView | undefined =>
  useUsersStore(({ profiles }) => [...profiles.values()].find((profile) => profile.handle === handle))

export const forgetUsers = (): void => useUsersStore.setState({ profiles: new Map() })
