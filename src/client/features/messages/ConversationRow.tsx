import { clsx } from 'clsx'
import { BellOff, Clock } from 'lucide-react'
import { memo, useSyncExternalStore, type ComponentType } from 'react'
import type { ConversationView } from '#contract/messages.ts'
import { counted, plural } from '#contract/plural.ts'
import { useConversationIds, type Shelf } from '#client/features/messages/data/conversation-lists.ts'
import { isMuted, useConversation } from '#client/features/messages/data/conversations.store.ts'
import { useOutgoing, type OutgoingMessage } from '#client/features/messages/data/outbox.store.ts'
import { useStoredDraft } from '#client/features/messages/data/drafts.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { CountBadge } from '#client/ui/CountBadge.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { renderedAt } from '#client/ui/rendered-at.ts'
import { subscribeTicker } from '#client/ui/ticker.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'
import type { RowMenuProps } from './conversation-menu.tsx'
import { messageWords } from './thread-rows.ts'
import { shelfPath } from './shelf-path.ts'
import { inSentence } from '#contract/text.ts'

export interface ConversationRowProps {
  id: string
  viewerId: string
  current: boolean
  /** The list stays this shelf when the conversation is opened. */
  shelf?: Shelf | null
  /** Its menu, where there is one. */
  Menu?: ComponentType<RowMenuProps> | null
}

// The menu takes its place under the pointer.
const TIME = 'ms-auto shrink-0 text-xs text-ink-faint'

/** One conversation of the list: person, last message, unread count. */
export const ConversationRow = memo(({ id, viewerId, current, shelf = null, Menu }: ConversationRowProps) => {
  const conversation = useConversation(id)
  // The server does not know by which address it was asked.
  const hydrating = useHydrating()
  const person = conversation?.participants.find((one) => one.id !== viewerId)
  const draft = useStoredDraft(viewerId, person?.id ?? '')
  const waiting = useOutgoing(person?.id ?? null).findLast(({ confirmed }) => !confirmed)
  if (!conversation || !person) return null
  const { lastMessage, unreadCount } = conversation
  return (
    <li className="group/row relative">
      <Link
        to={shelfPath(shelf, id)}
        aria-current={current ? 'true' : undefined}
        className={clsx(
          'flex min-h-20 items-center gap-3 px-4 py-3 group-hover/row:bg-wash',
          current && 'bg-royal-wash',
          // A finger always sees the menu, beside the rest.
          Menu !== undefined && '[@media(hover:none)]:pe-11',
        )}
      >
        <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={48} />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-1.5">
            <span className="one-line font-semibold">{person.displayName}</span>
            <span className="one-line max-w-max flex-1 text-sm text-ink-faint">
              {conversation.group
                ? counted(conversation.group.memberCount, 'person', 'people')
                : `@${person.handle}`}
            </span>
            {lastMessage && (
              <RelativeTime
                at={lastMessage.createdAt}
                className={clsx(TIME, Menu && 'group-hover/row:invisible')}
              />
            )}
          </p>
          <p className="flex items-center gap-2">
            <span
              dir="auto"
              className={clsx(
                'one-line flex-1 text-sm',
                unreadCount > 0 ? 'font-semibold text-ink' : 'text-ink-soft',
              )}
            >
              {draft && !current ? (
                <>
                  <span className="font-semibold text-royal">Draft: </span>
                  {draft}
                </>
              ) : waiting ? (
                <WaitingWords entry={waiting} />
              ) : (
                <>{lastWords(lastMessage, viewerId, hydrating ? null : location.origin)}</>
              )}
            </span>
            {conversation.pinnedAt && <span className="shrink-0 text-xs text-ink-faint">Pinned</span>}
            <MuteMark conversation={conversation} />
            <CountBadge count={unreadCount} label={plural(unreadCount, 'unread message')} tone="live" />
          </p>
        </div>
      </Link>
      {Menu && !conversation.request && (
        <Menu
          conversation={conversation}
          name={person.displayName}
          back={current ? shelfPath(shelf) : null}
        />
      )}
    </li>
  )
})

/** The newest message that the server does not have yet. */
const WaitingWords = ({ entry: { content, files, state } }: { entry: OutgoingMessage }) => (
  <>
    {state === 'failed' ? (
      <span className="font-semibold text-danger-ink">Not sent: </span>
    ) : (
      <>
        <Clock aria-hidden className="inline size-4 align-text-bottom" />
        <span className="sr-only">Waiting to be sent:</span>{' '}
      </>
    )}
    You: {content || (files?.[0]?.voice ? 'Voice message' : 'Media')}
  </>
)

function lastWords(last: ConversationView['lastMessage'], viewerId: string, origin: string | null): string {
  if (!last) return 'Message deleted'
  const who = last.senderId === viewerId ? 'You' : last.senderName && inSentence(last.senderName)
  if (last.event) return 'News of the stall meeting'
  return `${who && !last.hidden ? `${who}: ` : ''}${messageWords(last, origin)}`
}

/** Disappears by itself when the mute ends. */
export const MuteMark = ({ conversation }: { conversation: ConversationView }) => {
  const muted = useSyncExternalStore(
    subscribeTicker,
    () => isMuted(conversation),
    () => isMuted(conversation, renderedAt()),
  )
  if (!muted) return null
  return (
    <span className="shrink-0 text-ink-faint">
      <BellOff className="size-4" aria-hidden />
      <span className="sr-only">Muted</span>
    </span>
  )
}

interface NewestRequestProps {
  viewerId: string
  currentId: string | null
  /** Which conversations the list shows; all by default. */
  matches?: (id: string) => boolean
}

/** The newest request, above the list of conversations. Renders nothing when nobody waits. */
export const NewestRequest = ({ viewerId, currentId, matches = () => true }: NewestRequestProps) => {
  const [newest] = useConversationIds('requests').filter(matches)
  if (!newest) return null
  return (
    <ul aria-label="Newest request" className="border-b border-hairline bg-wash">
      <ConversationRow id={newest} viewerId={viewerId} current={newest === currentId} shelf="requests" />
    </ul>
  )
}
