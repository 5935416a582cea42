import { useConversationIds } from '#client/features/messages/data/conversation-lists.ts'
import { ConversationRow, NewestRequest } from '#client/features/messages/ConversationRow.tsx'
import { ConversationListSkeleton } from '#client/features/messages/InboxSkeletons.tsx'
import { conversationsOf } from '#client/features/messages/data/messages.lists.ts'
import { useList } from '#client/live/list/use-list.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'

/** The viewer's conversations: name, last message, unread count (product section 2, Activity hub). */
export const ActivityMessages = ({ viewerId }: { viewerId: string }) => {
  const list = useList(conversationsOf('list'))
  const ids = useConversationIds()
  const hasRequest = useConversationIds('requests').length > 0
  if (list.loading) return <ConversationListSkeleton />
  if (list.failed) return <ErrorState title="Failed to load conversations" onRetry={list.readAgain} />
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
      {list.next.hasMore && (
        <div className="p-4 text-center">
          <Button pending={list.next.loading} onClick={list.next.onMore}>
            Load older conversations
          </Button>
        </div>
      )}
    </>
  )
}
