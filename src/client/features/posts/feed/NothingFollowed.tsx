import { useQuery } from '@tanstack/react-query'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { fetchFollows } from '#client/features/people/data/users/users.actions.ts'
import { PeopleToFollow } from '#client/features/people/suggestions/SuggestedPeople.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'

/** The empty list of 'Following': the text depends on whether the viewer follows anybody. */
export const NothingFollowed = () => {
  const { id } = useRequiredViewer()
  const { data } = useQuery({
    queryKey: ['follows anybody', id],
    queryFn: () => fetchFollows(id, 'following'),
    staleTime: 0,
  })
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
