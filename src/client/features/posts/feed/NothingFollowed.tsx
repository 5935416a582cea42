import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { fetchFollows } from '#client/features/people/data/users/users.actions.ts'
import { PeopleToFollow } from '#client/features/people/suggestions/SuggestedPeople.tsx'
import { onResync } from '#client/live/registry.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'

/** The empty list of 'Following': the text depends on whether the viewer follows anybody. */
export const NothingFollowed = () => {
  const { id } = useRequiredViewer()
  const { data, refetch } = useQuery({
    queryKey: ['follows anybody', id],
    queryFn: () => fetchFollows(id, 'following'),
    staleTime: 0,
  })
  useEffect(
    () => onResync('follows anybody', async () => void (await refetch({ throwOnError: true }))),
    [refetch],
  )
  return (
    <>
      <EmptyState
        mascot="jester"
        title="No posts yet."
        action={<ButtonLink to="/search">Find people to follow</ButtonLink>}
      >
        {data?.length === 0 ? 'You follow nobody yet.' : 'Nobody you follow has dropped anything.'}
      </EmptyState>
      <PeopleToFollow />
    </>
  )
}
