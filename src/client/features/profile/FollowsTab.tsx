import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProfileView } from '#contract/users.ts'
import { fetchFollows } from '#client/entities/users/users.api.ts'
import { upsertPeople } from '#client/entities/users/users.store.ts'
import { useViewer } from '#client/entities/viewer/viewer.store.ts'
import { PeopleList } from '#client/features/people/PeopleList.tsx'
import { PeopleSkeleton } from '#client/features/people/PeopleSkeleton.tsx'
import { onResync } from '#client/live/registry.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'

type Side = 'followers' | 'following'

/** Who comes back after this time reads the list anew, because nobody announces who joins it. ms. */
const FRESH = 10_000

function useFollows(id: string, side: Side) {
  const viewerId = useViewer()?.id ?? null
  const query = useInfiniteQuery({
    queryKey: ['follows', viewerId, id, side],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const page = await fetchFollows(id, side, pageParam)
      upsertPeople(page)
      return { ids: page.map((person) => person.id), next: page.at(-1)?.cursor }
    },
    getNextPageParam: ({ next }) => next,
    staleTime: FRESH,
  })
  const { refetch } = query
  useEffect(
    () =>
      onResync('follows', async () => {
        await refetch({ throwOnError: true })
      }),
    [refetch],
  )
  return query
}

/** Who follows somebody, or whom they follow, newest first: reached from the profile's counts. */
export const FollowsTab = ({ profile, side }: { profile: ProfileView; side: Side }) => {
  const query = useFollows(profile.id, side)
  const pages = query.data?.pages ?? []
  const ids = [...new Set(pages.flatMap((page) => page.ids))]
  if (query.isPending) return <PeopleSkeleton label={`Loading ${side}...`} />
  if (query.isError && !query.data) return <ErrorState title={`Failed to load ${side}`} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (ids.length === 0) {
    return (
      <EmptyState mascot="guard" title="No users found">
        {side === 'followers' ? 'Nobody queues at this door yet.' : 'This one follows nobody.'}
      </EmptyState>
    )
  }
  return (
    <>
      <PeopleList listKey={`${side}:${profile.id}`} ids={ids} label={side === 'followers' ? `Followers of @${profile.handle}` : `Followed by @${profile.handle}`} />
      {query.hasNextPage && (pages.at(-1)?.ids.length ?? 0) > 0 && (
        <div className="p-4 text-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}
