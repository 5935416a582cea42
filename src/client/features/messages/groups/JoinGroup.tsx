import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { counted } from '#contract/plural.ts'
import { fetchInvited, joinGroup } from '#client/features/messages/data/groups.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ThreadSkeleton } from '../InboxSkeletons.tsx'

export interface JoinGroupProps {
  token: string
}

/** What an invitation link opens: the group, and a button that joins it. */
export const JoinGroup = ({ token }: JoinGroupProps) => {
  const navigate = useNavigate()
  const { run, pending } = useWrite()
  const { data, isError } = useQuery({
    queryKey: ['/api/messages/join', token],
    queryFn: ({ signal }) => fetchInvited(token, signal),
    staleTime: 0,
  })
  if (isError)
    return (
      <EmptyState
        mascot="guard"
        title="This invitation does not work any more."
        className="h-full justify-center"
        action={<ButtonLink to="/messages">To your messages</ButtonLink>}
      >
        Please ask the person who sent it for a new one.
      </EmptyState>
    )
  if (!data) return <ThreadSkeleton />
  const open = (id: string) => void navigate(`/messages?conversation=${id}`, { replace: true })
  const join = () =>
    run({
      write: async () => open((await joinGroup(token)).id),
      failed: 'Failed to join the group',
    })
  const { name, pictureUrl, memberCount, conversationId } = data
  return (
    <section className="flex h-full flex-col items-center justify-center gap-3 p-6 text-center">
      <Avatar name={name} seed={name} src={pictureUrl} size={96} />
      <h2 dir="auto" className="font-display text-2xl">
        {name}
      </h2>
      <p className="text-ink-soft">A stall meeting with {counted(memberCount, 'person', 'people')}</p>
      {conversationId ? (
        <Button variant="primary" onClick={() => open(conversationId)}>
          Open it
        </Button>
      ) : (
        <Button variant="primary" pending={pending} pendingLabel="Joining..." onClick={() => void join()}>
          Join
        </Button>
      )}
      <ButtonLink variant="ghost" to="/messages">
        To your messages
      </ButtonLink>
    </section>
  )
}
