import { setFollowing } from '#client/features/people/data/users/users.actions.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { useResumedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'

interface FollowToggleProps {
  id: string
  follows: boolean
  /** The person's name, where the place does not show it. */
  name?: string
  /** For a narrow column. */
  compact?: boolean
}

/** Follow or Following (product sections 4 and 5). Visitors are told to log in. */
export const FollowToggle = ({ id, follows, name, compact = false }: FollowToggleProps) => {
  const signedIn = useIsSignedIn()
  const { pending, run } = useWrite()
  const write = () =>
    void run({
      write: () => setFollowing(id, !follows),
      failed: follows ? 'Failed to unfollow user' : 'Failed to follow user',
    })
  useResumedAct('follow', id, true, () => !follows && write())
  const toggle = () => {
    if (!signedIn)
      return askToLogIn(null, {
        title: 'Login required: Please log in to follow users',
        act: { kind: 'follow', id },
      })
    write()
  }
  const words = follows ? 'Following' : 'Follow'
  return (
    <Button
      size="sm"
      // As wide as its widest label, so that the buttons beside it do not move.
      className={compact ? 'min-w-20 px-1.5' : 'min-w-[min(7rem,40vw)] px-2.5'}
      variant={follows ? 'quiet' : 'primary'}
      aria-label={name && !pending ? `${words} ${name}` : undefined}
      pending={pending}
      pendingLabel="Loading..."
      onClick={toggle}
    >
      {words}
    </Button>
  )
}
