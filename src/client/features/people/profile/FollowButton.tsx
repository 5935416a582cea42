import type { ProfileView } from '#contract/people.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { FollowToggle } from '#client/features/people/follow/FollowToggle.tsx'

/** Hidden where the server would not let one follow; visitors are told to log in. */
export const FollowButton = ({ profile }: { profile: ProfileView }) => {
  const signedIn = useIsSignedIn()
  const { follows, can } = profile.viewer
  return signedIn && !can.follow && !follows ? null : <FollowToggle id={profile.id} follows={follows} />
}
