import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { useOutgoing } from '#client/features/messages/data/outbox.store.ts'
import { useIsTyping } from '#client/features/messages/data/signals.store.ts'
import { lastSeq, type ThreadWindow } from '#client/features/messages/data/thread-window.ts'
import { loadOlder } from '#client/features/messages/data/threads.actions.ts'
import { ThreadRowView } from './ThreadRowView.tsx'
import { heightOf, messageWords, type ThreadRow, threadRows } from './thread-rows.ts'
import { useMarkRead } from './useThread.ts'
import './Thread.css'

interface ThreadMessagesProps {
  conversation: ConversationView
  person: ActorView
  viewerId: string
  window: ThreadWindow
  readUpTo: number | null
}

/**
 * Pixels from the end that still count as 'reading the newest', and from the top at which older ones are
 * asked for.
 */
const NEAR_END = 80
const NEAR_TOP = 400

/**
 * The messages, newest at the bottom. The list is virtual, and keeps its position when older ones are added.
 */
export const ThreadMessages = ({ conversation, person, viewerId, window, readUpTo }: ThreadMessagesProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const outgoing = useOutgoing(person.id)
  const rows = useMemo(
    () => threadRows({ messages: window.items, outgoing, viewerId, readUpTo }),
    [window.items, outgoing, viewerId, readUpTo],
  )
  // Only new rows are new functions: the virtualizer adds up all heights again when one of them changes.
  const estimateSize = useCallback((index: number) => heightOf(rows[index]!), [rows])
  const getItemKey = useCallback((index: number) => rows[index]!.key, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    overscan: 8,
    paddingEnd: 12,
  })
  const { atEnd, onScroll } = useThreadScroll(conversation.id, rows, virtualizer, scroller)
  useMarkRead(conversation.id, lastSeq(window), atEnd)
  const typing = useIsTyping(conversation.id, person.id)
  const ownLast = window.items.findLast(({ senderId, takenBack }) => senderId === viewerId && !takenBack)
  const readByOther = conversation.readSeq[person.id] ?? 0
  const ownLastState = ownLast && ownLast.seq <= readByOther ? 'Read' : 'Sent'

  return (
    <div className="s-thread-body">
      <div
        ref={scroller}
        className="s-thread-scroll"
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label={`Messages with ${person.displayName}`}
      >
        <ul className="s-thread-filler" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const { key, ...row } = rows[item.index]!
            const isOwnLast = row.kind === 'message' && row.message === ownLast
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                aria-posinset={item.index + 1}
                aria-setsize={rows.length}
                className="s-thread-item"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <ThreadRowView {...row} state={isOwnLast ? ownLastState : undefined} />
              </li>
            )
          })}
        </ul>
      </div>
      <Announcement messages={window.items} person={person} />
      {typing && <TypingDots name={person.displayName} />}
      {!atEnd && (
        <button type="button" className="s-thread-jump" onClick={() => virtualizer.scrollToEnd()}>
          <ArrowDown aria-hidden="true" />
          {conversation.unreadCount > 0 ? `${conversation.unreadCount} new` : 'Jump to newest'}
        </button>
      )}
    </div>
  )
}

/**
 * Speaks each message that arrives while the thread is open. The rows themselves are no live region: scrolling
 * up adds old ones, which a screen reader would speak as new.
 */
const Announcement = ({ messages, person }: { messages: readonly MessageView[]; person: ActorView }) => {
  const [seqAtOpening] = useState(() => messages.at(-1)?.seq ?? 0)
  const newest = messages.findLast(({ senderId }) => senderId === person.id)
  const arrived = newest && newest.seq > seqAtOpening && !newest.deleted ? newest : null
  return (
    <p className="sr-only" aria-live="polite">
      {arrived && `${person.displayName}: ${messageWords(arrived, location.origin)}`}
    </p>
  )
}

type ThreadVirtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

const isAtEnd = (element: HTMLElement) =>
  element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END

/**
 * Keeps the newest message in view when a row or the draft grows. `stays` changes only when the person
 * scrolls.
 */
function useStayAtEnd(
  stays: React.RefObject<boolean>,
  size: number,
  virtualizer: ThreadVirtualizer,
  scroller: React.RefObject<HTMLDivElement | null>,
): void {
  useLayoutEffect(() => {
    if (stays.current) virtualizer.scrollToEnd()
  }, [stays, size, virtualizer])
  useEffect(() => {
    if (!scroller.current) return undefined
    const observer = new ResizeObserver(() => stays.current && virtualizer.scrollToEnd())
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [stays, virtualizer, scroller])
}

/**
 * Opens at the unread line or the newest message, loads older ones near the top, and knows whether the newest
 * is in view.
 */
function useThreadScroll(
  conversationId: string,
  rows: readonly ThreadRow[],
  virtualizer: ThreadVirtualizer,
  scroller: React.RefObject<HTMLDivElement | null>,
) {
  const [atEnd, setAtEnd] = useState(true)
  const loading = useRef(false)
  const placed = useRef(false)
  const stays = useRef(false)
  useLayoutEffect(() => {
    if (placed.current || rows.length === 0) return
    placed.current = true
    const unread = rows.findIndex(({ kind }) => kind === 'unread')
    if (unread > 0) virtualizer.scrollToIndex(unread, { align: 'start' })
    else virtualizer.scrollToEnd()
  }, [rows, virtualizer])
  const look = () => {
    const element = scroller.current
    if (!element) return
    setAtEnd(isAtEnd(element))
    if (element.scrollTop > NEAR_TOP || loading.current) return
    loading.current = true
    // After a failure the next scroll tries again.
    void loadOlder(conversationId)
      .catch(() => undefined)
      .finally(() => void (loading.current = false))
  }
  const size = virtualizer.getTotalSize()
  useStayAtEnd(stays, size, virtualizer, scroller)
  useEffect(look, [rows, size, conversationId, virtualizer, scroller])
  const onScroll = () => {
    stays.current = scroller.current !== null && isAtEnd(scroller.current)
    look()
  }
  return { atEnd, onScroll }
}

/** Three dots while the other person types. Announced once. */
const TypingDots = ({ name }: { name: string }) => (
  <div className="s-typing" role="status">
    <span className="sr-only">{name} is typing</span>
    <span aria-hidden="true" className="s-typing-dots">
      <i />
      <i />
      <i />
    </span>
  </div>
)
