import { useConversationIds } from '#client/features/messages/data/conversation-lists.ts'
import { ConversationRow, NewestRequest } from '#client/features/messages/ConversationRow.tsx'
import { ConversationListSkeleton } from '#client/features/messages/InboxSkeletons.tsx'
import { useConversationPages } from '#client/features/messages/useConversationPages.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'

/** The viewer's conversations: name, last message, unread count (product section 2, Activity hub). */
export const ActivityMessages = ({ viewerId }: { viewerId: string }) => {
  const pages = useConversationPages()
  const ids = useConversationIds()
  const hasRequest = useConversationIds('requests').length > 0
  if (pages.isPending) return <ConversationListSkeleton />
  if (pages.isError)
    return <ErrorState title="Failed to load conversations" onRetry={() => void pages.refetch()} />
  if (ids.length === 0 && !hasRequest)
    return (
      <EmptyState
        mascot="duke"
        title="No conversations yet"
        action={<ButtonLink to="/search">Find people to message</ButtonLink>}
      />
    )
  return (
    <>
      <NewestRequest viewerId={viewerId} currentId={null} />
      {ids.length > 0 && (
        <ul aria-label="Conversations" className="divide-y divide-hairline">
          {ids.map((id) => (
            <ConversationRow key={id} id={id} viewerId={viewerId} current={false} />
          ))}
        </ul>
      )}
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
