import { useState } from 'react'
import { setFollowing } from '#client/features/people/data/users/users.actions.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { sentenceOf } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { toast } from '#client/ui/toast.ts'

interface FollowToggleProps {
  id: string
  follows: boolean
  /** Whom it is about, where that is not plain from the place. */
  name?: string
}

/** Follow or Following (product sections 4 and 5). Visitors are told to log in. */
export const FollowToggle = ({ id, follows, name }: FollowToggleProps) => {
  const signedIn = useIsSignedIn()
  const [pending, setPending] = useState(false)
  const toggle = async () => {
    if (!signedIn) return askToLogIn(null, 'Login required: Please log in to follow users')
    setPending(true)
    try {
      await setFollowing(id, !follows)
    } catch (error) {
      const title = follows ? 'Failed to unfollow user' : 'Failed to follow user'
      toast({
        variant: 'destructive',
        title,
        description: sentenceOf(error),
      })
    } finally {
      setPending(false)
    }
  }
  const words = follows ? 'Following' : 'Follow'
  return (
    <Button
      size="sm"
      variant={follows ? 'quiet' : 'primary'}
      aria-label={name && !pending ? `${words} ${name}` : undefined}
      pending={pending}
      pendingLabel="Loading..."
      onClick={() => void toggle()}
    >
      {words}
    </Button>
  )
}
