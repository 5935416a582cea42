import { TEMPO } from '#contract/limits.ts'
import type { PublicProfileView } from '#contract/users.ts'
import { bus } from '#server/platform/bus.ts'
import { visitorsOf } from '../audience.ts'
import { throttle } from '../throttle.ts'
import type { Push } from './push.ts'

/** Names, bio and counts of a profile, to who has it on screen; somebody popular gains followers many times a second (LIVE L13). */
export const pushProfiles: Push = ({ everywhere }) => {
  const profiles = throttle<PublicProfileView>({
    gap: TEMPO.pushGap,
    merge: (waiting, next) => (next.rev >= waiting.rev ? next : waiting),
    flush: (userId, profile) => everywhere(visitorsOf(userId), 'profile:updated', { profile }),
  })
  return [
    bus.on('profile:updated', ({ profile }) => profiles.put(profile.id, profile)),
    bus.on('user:deleted', ({ userId }) => everywhere(visitorsOf(userId), 'profile:deleted', { id: userId })),
    () => profiles.stop(),
  ]
}
