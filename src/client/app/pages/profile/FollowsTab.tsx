import { followsOf } from '#client/features/people/data/users/people.lists.ts'
import { PeopleList } from '#client/features/people/lists/PeopleList.tsx'
import { usePeople } from '#client/features/people/lists/usePeople.ts'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import type { ProfileTabProps } from './tabs.ts'

type Side = 'followers' | 'following'

/** The people that a person follows, newest first; opened by the count of the profile. */
export const FollowingTab = (person: ProfileTabProps) => <Follows {...person} side="following" />

/** The followers of a person, newest first; opened by the count of the profile. */
export const FollowersTab = (person: ProfileTabProps) => <Follows {...person} side="followers" />

const Follows = ({ id, handle, side }: ProfileTabProps & { side: Side }) => {
  const { ids, loading, failed, readAgain, next } = usePeople(followsOf(id, side))
  if (loading) return <PeopleSkeleton label={`Loading ${side}...`} />
  if (failed) return <ErrorState title={`Failed to load ${side}`} onRetry={readAgain} />
  if (ids.length === 0) {
    return (
      <EmptyState mascot="guard" title="No users found">
        {side === 'followers' ? 'Nobody queues at this door yet.' : 'This one follows nobody.'}
      </EmptyState>
    )
  }
  return (
    <>
      <PeopleList
        listKey={`${side}:${id}`}
        ids={ids}
        label={side === 'followers' ? `Followers of @${handle}` : `Followed by @${handle}`}
      />
      <MoreRows {...next} />
    </>
  )
}
