import { fetchFollows } from '#client/features/people/data/users/users.actions.ts'
import { PeopleList } from '#client/features/people/lists/PeopleList.tsx'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { usePeoplePages } from '#client/features/people/lists/usePeoplePages.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import type { ProfileTabProps } from './tabs.ts'

type Side = 'followers' | 'following'

/** The list is fetched again after this time, because no push announces new rows. ms. */
const FRESH_MS = 10_000

/** The people that a person follows, newest first; opened by the count of the profile. */
export const FollowingTab = (person: ProfileTabProps) => <Follows {...person} side="following" />

/** The followers of a person, newest first; opened by the count of the profile. */
export const FollowersTab = (person: ProfileTabProps) => <Follows {...person} side="followers" />

const Follows = ({ id, handle, side }: ProfileTabProps & { side: Side }) => {
  const { query, ids } = usePeoplePages({
    name: side,
    of: id,
    fetchPage: (cursor, signal) => fetchFollows(id, side, cursor, signal),
    fresh: FRESH_MS,
  })
  if (query.isPending) return <PeopleSkeleton label={`Loading ${side}...`} />
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={`Failed to load ${side}`}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
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
      <MoreRows query={query} />
    </>
  )
}
