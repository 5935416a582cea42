import { useEffect, useRef } from 'react'
import type { MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { useConversation } from '#client/features/messages/data/conversations.store.ts'
import { messagesFound, useFoundMessages } from '#client/features/messages/data/found.store.ts'
import { messageWords } from '#client/features/messages/thread-rows.ts'
import { ApiError } from '#client/live/http.ts'
import { useList } from '#client/live/list/use-list.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Link } from '#client/ui/Link.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { usePaused } from '#client/ui/use-paused.ts'
import { markedWords } from './marked-words.ts'
import { inSentence } from '#contract/text.ts'
import './FoundMessages.css'

export interface FoundMessagesProps {
  viewerId: string
  /** What is typed. */
  term: string
  /** Only in this conversation; then each row names its sender. */
  conversationId?: string
  /** The list above has nobody by that name. */
  noPeople?: boolean
}

/** Typing is over: a search is for whole words. */
const PAUSE = 250

/** The messages that a search finds, newest first; each leads to its place in the thread. */
export const FoundMessages = ({ viewerId, term, conversationId, noPeople }: FoundMessagesProps) => {
  const place = useRef<HTMLElement>(null)
  useArrowKeys(place)
  const q = usePaused(term.trim(), PAUSE)
  const search = useList(messagesFound(q, conversationId))
  const messages = useFoundMessages(search.ids)
  const authors = new Map(search.rows.map(({ id, author }) => [id, author]))
  const isHere = !search.loading && !search.failed
  const isNothing = isHere && messages.length === 0 && !search.next.hasMore
  return (
    <section ref={place} aria-label="Messages found" aria-busy={search.loading}>
      {!(isNothing && noPeople) && (
        <h2 className="px-4 pt-4 pb-1 font-text text-sm font-semibold text-ink-soft">Messages</h2>
      )}
      {search.loading && <Loading />}
      {search.failed && <SearchFailed error={search.failure} onRetry={search.readAgain} />}
      {isNothing && <Nothing noPeople={noPeople} />}
      <ul>
        {messages.map((message) => (
          <FoundMessage
            key={message.id}
            message={message}
            viewerId={viewerId}
            query={q}
            inThread={conversationId !== undefined}
            author={authors.get(message.id)}
          />
        ))}
      </ul>
      {isHere && <MoreRows {...search.next} />}
      <p className="sr-only" aria-live="polite">
        {isHere && countOf(messages.length, search.next.hasMore)}
      </p>
    </section>
  )
}

const countOf = (count: number, more: boolean): string =>
  `${count}${more ? ' or more' : ''} ${count === 1 && !more ? 'message' : 'messages'} found`

const Nothing = ({ noPeople }: Pick<FoundMessagesProps, 'noPeople'>) =>
  noPeople ? (
    <EmptyState mascot="guard" title="No conversations yet">
      We found no person and no message with these words.
    </EmptyState>
  ) : (
    <p className="px-4 py-3 text-sm text-ink-faint">
      We found no message with these words. Search for whole words.
    </p>
  )

const SearchFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error instanceof ApiError && error.status === 400 ? (
    <p role="alert" className="px-4 py-3 text-sm text-danger-ink">
      {error.sentence}
    </p>
  ) : (
    <ErrorState title="Failed to search messages" onRetry={onRetry} />
  )

const Loading = () => (
  <SkeletonGroup label="Searching messages...">
    {['70%', '50%', '60%'].map((width) => (
      <div key={width} className="flex min-h-20 items-center gap-3 px-4 py-3">
        <Skeleton shape="circle" width={40} height={40} />
        <div className="min-w-0 flex-1">
          <Skeleton width="40%" />
          <Skeleton width={width} />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)

interface FoundMessageProps {
  message: MessageView
  viewerId: string
  query: string
  inThread: boolean
  /** Of a message of a group. */
  author: ActorView | undefined
}

const FoundMessage = ({ message, viewerId, query, inThread, author }: FoundMessageProps) => {
  const conversation = useConversation(message.conversationId)
  const participants = conversation?.participants ?? []
  const isOwn = message.senderId === viewerId
  const other = participants.find((one) => one.id !== viewerId)
  const sender = isOwn ? participants.find((one) => one.id === viewerId) : (author ?? other)
  const person = inThread ? sender : other
  if (!person) return null
  const speaker = isOwn ? 'You' : author && inSentence(author.displayName)
  return (
    <li>
      <Link
        to={`/messages?conversation=${message.conversationId}&at=${message.seq}`}
        className="flex items-start gap-3 px-4 py-3 hover:bg-wash"
      >
        <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={40} />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-1.5">
            <span className="one-line font-semibold">{nameOf(person, inThread && isOwn)}</span>
            <RelativeTime at={message.createdAt} className="ms-auto shrink-0 text-xs text-ink-faint" />
          </p>
          <p dir="auto" className="s-found-words">
            {speaker && !inThread && `${speaker}: `}
            {markedWords(messageWords(message, location.origin), query).map(({ text, isMark }, at) =>
              isMark ? <mark key={at}>{text}</mark> : text,
            )}
          </p>
        </div>
      </Link>
    </li>
  )
}

const nameOf = ({ displayName }: ActorView, isViewer: boolean): string => (isViewer ? 'You' : displayName)

/**
 * While a search is shown, arrow keys move the focus from its box through the links below it, and back; Escape in
 * the list returns to the box. `list`: the part of the page below the box.
 */
function useArrowKeys(list: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = list.current?.closest<HTMLElement>('aside, .s-thread')
    const listen = (event: KeyboardEvent) => moveByKey(event, within!)
    within?.addEventListener('keydown', listen)
    return () => within?.removeEventListener('keydown', listen)
  }, [list])
}

function moveByKey(event: KeyboardEvent, within: HTMLElement): void {
  const box = within.querySelector<HTMLElement>('input[type=search]')
  const stops = [box, ...within.querySelectorAll<HTMLElement>('li a')]
  const at = stops.findIndex((stop) => stop !== null && stop === document.activeElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (at < 0 || (step === undefined && (event.key !== 'Escape' || at === 0))) return
  const next = step === undefined ? box : stops[at + step]
  next?.focus({ focusVisible: true })
  event.preventDefault()
}
