import { Search } from 'lucide-react'
import { useState } from 'react'
import { conversationOf, useConversationIds } from '#client/features/messages/data/conversations.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Input } from '#client/ui/Input.tsx'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { ConversationListSkeleton } from './InboxSkeletons.tsx'
import { ConversationRow, NewestRequest } from './ConversationRow.tsx'
import { useConversationPages } from './useConversationPages.ts'

/** The conversations, newest first, with a filter by name or handle (product section 2). */
export const ConversationList = ({ viewerId, currentId }: { viewerId: string; currentId: string | null }) => {
  const pages = useConversationPages()
  const [term, setTerm] = useState('')
  const hydrating = useHydrating()
  const isMatch = (id: string) => matches(id, viewerId, term)
  const ids = useConversationIds().filter(isMatch)
  const hasRequest = useConversationIds('waiting').some(isMatch)
  if (pages.isPending) return <ConversationListSkeleton />
  if (pages.isError)
    return <ErrorState title="Failed to load conversations" onRetry={() => void pages.refetch()} />
  return (
    <>
      <div className="px-4 py-3">
        <Input
          type="search"
          aria-label="Search conversations"
          placeholder="Search conversations"
          lead={<Search />}
          value={term}
          // What is typed before the page is hydrated would be lost.
          readOnly={hydrating}
          onChange={(event) => setTerm(event.target.value)}
        />
      </div>
      <NewestRequest viewerId={viewerId} currentId={currentId} matches={isMatch} />
      {ids.length === 0 && !hasRequest && <NoConversations filtered={term.trim() !== ''} />}
      <ul>
        {ids.map((id) => (
          <ConversationRow key={id} id={id} viewerId={viewerId} current={id === currentId} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="p-4 text-center">
          <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load older conversations
          </Button>
        </div>
      )}
    </>
  )
}

const NoConversations = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState mascot="guard" title="No conversations yet">
      Nobody by that name has written to you.
    </EmptyState>
  ) : (
    <EmptyState
      mascot="duke"
      title="No messages yet"
      action={<ButtonLink to="/search">Find people to message</ButtonLink>}
    />
  )

function matches(id: string, viewerId: string, term: string): boolean {
  const wanted = term.trim().toLocaleLowerCase().replace(/^@/, '')
  const person = conversationOf(id)?.participants.find((one) => one.id !== viewerId)
  return (
    !wanted ||
    (person ? `${person.displayName}\n${person.handle}`.toLocaleLowerCase().includes(wanted) : false)
  )
}
