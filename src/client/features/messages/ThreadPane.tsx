import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useConversation } from '#client/features/messages/data/conversations.store.ts'
import { useOutgoing } from '#client/features/messages/data/outbox.store.ts'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { useWatchConversation } from '#client/live/watch.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import type { ActorView } from '#contract/people.ts'
import { CopyNote } from './CopyNote.tsx'
import { MessageComposer } from './MessageComposer.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { ThreadMessages } from './ThreadMessages.tsx'
import type { ThreadSearchProps } from './search/ThreadSearch.tsx'
import { ThreadHead } from './ThreadHead.tsx'
import { ThreadSkeleton } from './InboxSkeletons.tsx'
import type { RequestBarProps } from './requests/RequestBar.tsx'
import { useThread } from './useThread.ts'
import type { ThreadPeople } from './thread-people.ts'
import type { InboxSelection } from './useInboxSelection.ts'
import { inSentence } from '#contract/text.ts'

export interface ThreadPaneProps {
  selection: InboxSelection
  viewerId: string
  onBack: () => void
}

const { Late: RequestBar } = lazyComponent<RequestBarProps>(
  async () => (await import('./requests/RequestBar.tsx')).RequestBar,
)

const { Late: ThreadSearch } = lazyComponent<ThreadSearchProps>(
  async () => (await import('./search/ThreadSearch.tsx')).ThreadSearch,
)

/** The open thread: person, messages, composer. With ?find in the address, the search in it. */
export const ThreadPane = ({ selection, viewerId, onBack }: ThreadPaneProps) => {
  const { conversationId, person, can, request } = selection
  const { people, setMembers } = useThreadPeople(person)
  const isSearched = useSearchParams()[0].has('find') && conversationId !== null
  const head = (
    <ThreadHead person={person} conversationId={conversationId} onBack={onBack} onMembers={setMembers} />
  )
  if (isSearched)
    return (
      <section className="s-thread" aria-label={`Conversation with ${person.displayName}`}>
        {head}
        <ThreadSearch
          key={conversationId}
          conversationId={conversationId}
          viewerId={viewerId}
          name={person.displayName}
        />
      </section>
    )
  return (
    <section className="s-thread" aria-label={`Conversation with ${person.displayName}`}>
      {head}
      {conversationId ? (
        <OpenThread
          key={conversationId}
          conversationId={conversationId}
          person={person}
          viewerId={viewerId}
          people={people}
        />
      ) : (
        <FirstWords person={person} viewerId={viewerId} />
      )}
      {conversationId && request && (
        <RequestBar conversationId={conversationId} person={person} state={request} />
      )}
      {can.send ? (
        <MessageComposer
          // A group has the id of its conversation, which is the key of the thread above.
          key={`composer ${person.id}`}
          viewerId={viewerId}
          person={person}
          conversationId={conversationId}
          people={people}
        />
      ) : (
        <p className="border-t border-hairline p-4 text-center text-sm text-ink-faint">
          {can.why ?? 'You cannot write to this person.'}
        </p>
      )}
    </section>
  )
}

/** Who writes in the thread: the other person, or those of the group once they are here. */
function useThreadPeople({ id, displayName }: ActorView) {
  const [ofGroup, setOfGroup] = useState<ThreadPeople | null>(null)
  const pair = useMemo((): ThreadPeople => ({ id, nameOf: () => inSentence(displayName) }), [id, displayName])
  // The rows are rendered with other people alone, not when somebody reads.
  const setMembers = useCallback(
    (next: ThreadPeople) =>
      setOfGroup((before) => (before?.id === next.id && before.rev === next.rev ? before : next)),
    [],
  )
  return { people: ofGroup?.id === id ? ofGroup : pair, setMembers }
}

/** A person without a conversation yet: the unsent first messages. */
const FirstWords = ({ person, viewerId }: { person: ActorView; viewerId: string }) => {
  const outgoing = useOutgoing(person.id)
  if (outgoing.length === 0) {
    return (
      <div className="flex-1">
        <EmptyState mascot="duke" title={`Say something to ${inSentence(person.displayName)}`}>
          Write the first message. Nobody has broken the seal yet.
        </EmptyState>
      </div>
    )
  }
  return (
    <div
      className="s-thread-scroll"
      tabIndex={0}
      role="region"
      aria-label={`Messages with ${person.displayName}`}
    >
      {outgoing.map((entry) => (
        <OutgoingBubble
          key={entry.clientId}
          entry={entry}
          conversationId={null}
          nameOf={() => inSentence(person.displayName)}
          viewerId={viewerId}
          onJump={() => undefined}
        />
      ))}
    </div>
  )
}

const OpenThread = ({
  conversationId,
  person,
  viewerId,
  people,
}: {
  conversationId: string
  person: ActorView
  viewerId: string
  people: ThreadPeople
}) => {
  const conversation = useConversation(conversationId)
  const { window, readUpTo, failed, retry } = useThread(conversationId, viewerId)
  useWatchConversation(conversationId)
  const isConnected = useConnection(({ status }) => status === 'live')
  if (failed)
    return (
      <ErrorState className="flex-1" title="Failed to load messages" onRetry={retry}>
        {!isConnected &&
          'There is no saved copy in this browser. The messages come when you are online again.'}
      </ErrorState>
    )
  if (!window || !conversation) return <ThreadSkeleton />
  return (
    <>
      <CopyNote keptAt={window.keptAt} className="text-center" />
      <ThreadMessages
        conversation={conversation}
        person={person}
        viewerId={viewerId}
        window={window}
        readUpTo={readUpTo}
        people={people}
      />
    </>
  )
}
