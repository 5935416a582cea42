import { useConversationIds } from '#client/features/messages/data/conversation-lists.ts'
import { conversationsOf } from '#client/features/messages/data/messages.lists.ts'
import { useList } from '#client/live/list/use-list.ts'
import { useConversationsStore } from '#client/features/messages/data/conversations.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { CopyNote } from './CopyNote.tsx'
import { ConversationListSkeleton } from './InboxSkeletons.tsx'
import { ConversationRow, NewestRequest, type ConversationRowProps } from './ConversationRow.tsx'
import { NameFilter, useNameFilter } from './NameFilter.tsx'
import type { FoundMessagesProps } from './search/FoundMessages.tsx'

export interface ConversationListProps extends Pick<ConversationRowProps, 'viewerId' | 'Menu'> {
  currentId: string | null
}

const { Late: FoundMessages } = lazyComponent<FoundMessagesProps>(
  async () => (await import('./search/FoundMessages.tsx')).FoundMessages,
)

/**
 * The conversations, newest first, with a filter by name or handle (product section 2); below the people that it
 * finds stand the messages with these words.
 */
export const ConversationList = ({ viewerId, currentId, Menu }: ConversationListProps) => {
  const list = useList(conversationsOf('list'))
  const { term, setTerm, isMatch } = useNameFilter(viewerId)
  const ids = useConversationIds().filter(isMatch)
  const hasRequest = useConversationIds('requests').some(isMatch)
  const hasPeople = ids.length > 0 || hasRequest
  const isSearching = term.trim() !== ''
  const kept = useConversationsStore((state) => state.kept)
  const isHere = useConversationsStore((state) => state.isListed) || kept !== null
  if (list.loading && !isHere) return <ConversationListSkeleton />
  if (list.failed && !isHere)
    return <ErrorState title="Failed to load conversations" onRetry={list.readAgain} />
  return (
    <>
      <NameFilter term={term} onChange={setTerm} />
      <CopyNote keptAt={kept?.at} />
      {isSearching && hasPeople && (
        <h2 className="px-4 pt-2 pb-1 font-text text-sm font-semibold text-ink-soft">People</h2>
      )}
      <NewestRequest viewerId={viewerId} currentId={currentId} matches={isMatch} />
      {!isSearching && !hasPeople && <NoConversations />}
      <ul>
        {ids.map((id) => (
          <ConversationRow key={id} id={id} viewerId={viewerId} current={id === currentId} Menu={Menu} />
        ))}
      </ul>
      {list.next.hasMore && (
        <div className="p-4 text-center">
          <Button pending={list.next.loading} onClick={list.next.onMore}>
            Load older conversations
          </Button>
        </div>
      )}
      {isSearching && <FoundMessages viewerId={viewerId} term={term} noPeople={!hasPeople} />}
    </>
  )
}

const NoConversations = () => (
  <EmptyState
    mascot="duke"
    title="No messages yet"
    action={<ButtonLink to="/search">Find people to message</ButtonLink>}
  />
)
