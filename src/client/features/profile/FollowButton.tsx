import { useState } from 'react'
import type { ProfileView } from '#contract/users.ts'
import { setFollowing } from '#client/entities/users/users.live.ts'
import { useIsSignedIn } from '#client/entities/viewer/viewer.store.ts'
import { sentenceOf } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { toast } from '#client/ui/toast.ts'

/** Follow or Following (product sections 4 and 5). Hidden where the server would not let one follow; visitors are told to log in. */
export const FollowButton = ({ profile }: { profile: ProfileView }) => {
  const signedIn = useIsSignedIn()
  const [pending, setPending] = useState(false)
  const follows = profile.viewer.follows
  if (signedIn && !profile.viewer.can.follow && !follows) return null
  const toggle = async () => {
    if (!signedIn) return void toast({ variant: 'destructive', title: 'Login required: Please log in to follow users' })
    setPending(true)
    try {
      await setFollowing(profile.id, !follows)
    } catch (error) {
      const title = follows ? 'Failed to unfollow user' : 'Failed to follow user'
      toast({ variant: 'destructive', title, description: sentenceOf(error, 'Something went wrong. Please try again.') })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="sm" variant={follows ? 'quiet' : 'primary'} aria-pressed={follows} pending={pending} pendingLabel="Loading..." onClick={() => void toggle()}>
      {follows ? 'Following' : 'Follow'}
    </Button>
  )
}
