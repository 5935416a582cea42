import { useConversationIds } from '#client/features/messages/data/conversation-lists.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ConversationListSkeleton } from './InboxSkeletons.tsx'
import { ConversationRow, NewestRequest, type ConversationRowProps } from './ConversationRow.tsx'
import { NameFilter, useNameFilter } from './NameFilter.tsx'
import { useConversationPages } from './useConversationPages.ts'

export interface ConversationListProps extends Pick<ConversationRowProps, 'viewerId' | 'Menu'> {
  currentId: string | null
}

/** The conversations, newest first, with a filter by name or handle (product section 2). */
export const ConversationList = ({ viewerId, currentId, Menu }: ConversationListProps) => {
  const pages = useConversationPages()
  const { term, setTerm, isMatch } = useNameFilter(viewerId)
  const ids = useConversationIds().filter(isMatch)
  const hasRequest = useConversationIds('requests').some(isMatch)
  if (pages.isPending) return <ConversationListSkeleton />
  if (pages.isError)
    return <ErrorState title="Failed to load conversations" onRetry={() => void pages.refetch()} />
  return (
    <>
      <NameFilter term={term} onChange={setTerm} />
      <NewestRequest viewerId={viewerId} currentId={currentId} matches={isMatch} />
      {ids.length === 0 && !hasRequest && <NoConversations filtered={term.trim() !== ''} />}
      <ul>
        {ids.map((id) => (
          <ConversationRow key={id} id={id} viewerId={viewerId} current={id === currentId} Menu={Menu} />
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
