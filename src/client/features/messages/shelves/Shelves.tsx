import { Archive, ArrowLeft, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { useConversationIds, type Shelf } from '#client/features/messages/data/conversation-lists.ts'
import { conversationsOf } from '#client/features/messages/data/messages.lists.ts'
import type { ConversationListProps } from '#client/features/messages/ConversationList.tsx'
import { ConversationRow } from '#client/features/messages/ConversationRow.tsx'
import { ConversationListSkeleton } from '#client/features/messages/InboxSkeletons.tsx'
import { NameFilter, useNameFilter } from '#client/features/messages/NameFilter.tsx'
import { shelfPath } from '#client/features/messages/shelf-path.ts'
import { useList } from '#client/live/list/use-list.ts'
import { Link } from '#client/ui/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { CountBadge } from '#client/ui/CountBadge.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { iconButtonClass } from '#client/ui/IconButton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { NewMessageProps } from '../NewMessage.tsx'

const WORDS = {
  requests: {
    title: 'Requests',
    hint: 'People you do not know wait here. They cannot see that you read this or that you are online.',
    empty: 'Nobody is waiting',
    emptyHint: 'Messages from people you do not know arrive here.',
    failed: 'Failed to load requests',
    older: 'Load older requests',
  },
  archived: {
    title: 'Archived',
    hint: 'A new message moves a conversation back to the list. Muted conversations stay here.',
    empty: 'Nothing in the cistern',
    emptyHint: 'Conversations that you archive are kept here.',
    failed: 'Failed to load archived conversations',
    older: 'Load older conversations',
  },
} as const

const newMessage = lazyComponent<NewMessageProps>(async () => (await import('../NewMessage.tsx')).NewMessage)

/** Lead to the shelves that hold something, and to a new message. */
export const ShelfLinks = () => {
  const [isBeginning, setBeginning] = useState(false)
  const NewMessage = useLazy(newMessage, isBeginning, () => setBeginning(false))
  useList(conversationsOf('requests'))
  useList(conversationsOf('archived'))
  const waiting = useConversationIds('requests').length
  const archived = useConversationIds('archived').length
  const isAlone = waiting + archived === 0
  return (
    <div className="flex items-center">
      {waiting > 0 && (
        <ButtonLink to={shelfPath('requests')} size="sm" variant="ghost">
          <span className="flex items-center gap-1.5">
            Requests <CountBadge count={waiting} label="waiting" cap="wide" />
          </span>
        </ButtonLink>
      )}
      {archived > 0 && (
        <Link
          to={shelfPath('archived')}
          aria-label="Archived"
          data-tooltip="Archived"
          data-tooltip-side="bottom"
          className={iconButtonClass({ size: 'sm' })}
        >
          <Archive />
        </Link>
      )}
      {/* Beside both links the column has no room for its words. */}
      <Button
        size="sm"
        variant="ghost"
        icon={<SquarePen />}
        className="-me-2 px-2 whitespace-nowrap"
        aria-label="New message"
        data-tooltip={isAlone ? undefined : 'New message'}
        data-tooltip-side="bottom"
        onClick={() => setBeginning(true)}
      >
        {isAlone && 'New message'}
      </Button>
      {NewMessage && <NewMessage open={isBeginning} onClose={() => setBeginning(false)} />}
    </div>
  )
}

export interface ConversationShelfProps extends ConversationListProps {
  shelf: Shelf
}

/** The conversations of a shelf, newest first: of strangers (LIVE L37), or archived. */
export const ConversationShelf = ({ shelf, viewerId, currentId, Menu }: ConversationShelfProps) => {
  const { loading, failed, readAgain, next } = useList(conversationsOf(shelf))
  const { term, setTerm, isMatch } = useNameFilter(viewerId)
  const all = useConversationIds(shelf)
  const ids = all.filter(isMatch)
  const words = WORDS[shelf]
  return (
    <section aria-labelledby="shelf">
      <div className="flex flex-col items-start gap-1 px-4 py-3">
        <ButtonLink to="/messages" size="sm" variant="ghost" icon={<ArrowLeft />} className="-ms-3">
          All conversations
        </ButtonLink>
        <h2 id="shelf" className="font-display text-lg">
          {words.title}
        </h2>
        <p className="text-sm text-ink-soft">{words.hint}</p>
      </div>
      {shelf === 'archived' && all.length > 0 && <NameFilter term={term} onChange={setTerm} />}
      {loading && <ConversationListSkeleton />}
      {failed && <ErrorState title={words.failed} onRetry={readAgain} />}
      {!loading && !failed && ids.length === 0 && <NothingThere shelf={shelf} filtered={all.length > 0} />}
      <ul>
        {ids.map((id) => (
          <ConversationRow
            key={id}
            id={id}
            viewerId={viewerId}
            current={id === currentId}
            shelf={shelf}
            Menu={Menu}
          />
        ))}
      </ul>
      {next.hasMore && (
        <div className="p-4 text-center">
          <Button pending={next.loading} onClick={next.onMore}>
            {words.older}
          </Button>
        </div>
      )}
    </section>
  )
}

const NothingThere = ({ shelf, filtered }: { shelf: Shelf; filtered: boolean }) => (
  <EmptyState mascot="guard" title={filtered ? 'Nobody by that name' : WORDS[shelf].empty}>
    {filtered ? 'Nobody by that name is archived.' : WORDS[shelf].emptyHint}
  </EmptyState>
)
