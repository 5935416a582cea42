import { ArrowUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { cappedCount } from '#client/ui/page-title.ts'
import type { ActorView } from '#contract/people.ts'
import { plural } from '#contract/plural.ts'
import { useOutgoing, type OutgoingMessage } from '#client/features/messages/data/outbox.store.ts'
import { useTypists } from '#client/features/messages/data/signals.store.ts'
import { firstSeq, lastSeq, type ThreadWindow } from '#client/features/messages/data/thread-window.ts'
import { useLazy } from '#client/ui/lazy-component.ts'
import { readersOfLast } from './groups/lazy-parts.ts'
import { NoticeWords, ThreadRowView } from './ThreadRowView.tsx'
import { messageWords, threadRows } from './thread-rows.ts'
import type { ThreadPeople } from './thread-people.ts'
import { useMarkThreadRead } from './useThread.ts'
import { useNewest, useThreadScroll, useThreadVirtualizer } from './useThreadScroll.ts'
import './Thread.css'

interface ThreadMessagesProps {
  conversation: ConversationView
  person: ActorView
  viewerId: string
  window: ThreadWindow
  readUpTo: number | null
  people: ThreadPeople
}

// They stand behind the newest message.
const NONE: readonly OutgoingMessage[] = []

/**
 * The messages, newest at the bottom. The list is virtual, and keeps its position when older ones are added.
 */
export const ThreadMessages = (props: ThreadMessagesProps) => {
  const { conversation, person, viewerId, window, readUpTo, people } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { hasNewer = false, reachedStart } = window
  const unsent = useOutgoing(person.id)
  const outgoing = hasNewer ? NONE : unsent
  const rows = useMemo(
    () => threadRows({ messages: window.items, outgoing, viewerId, readUpTo, reachedStart }),
    [window.items, outgoing, viewerId, readUpTo, reachedStart],
  )
  const virtualizer = useThreadVirtualizer(rows, scroller, hasNewer)
  const hasOlder = !reachedStart && window.keptAt === undefined
  // The first unread message is one of those before the loaded ones, or the first of them.
  const opensAtTop =
    readUpTo !== null && firstSeq(window) > readUpTo + 1 && window.items[0]?.senderId !== viewerId
  const place = { virtualizer, scroller, hasOlder, hasNewer, opensAtTop }
  const { atEnd, onScroll, found, jumpTo } = useThreadScroll(conversation.id, rows, place)
  const toNewest = useNewest(conversation.id, hasNewer, unsent.length, virtualizer)
  useMarkThreadRead(conversation.id, lastSeq(window), atEnd)
  const typing = useTypists(conversation.id)
  const { nameOf, authorOf, members, isKnown = () => !conversation.group } = people
  const ownLast = useOwnLast(conversation, person, viewerId, window, members)

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
            const isOwnLast = row.kind === 'message' && row.message === ownLast.message
            const isFound = row.kind === 'message' && row.message.seq === found
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                aria-posinset={item.index + 1}
                aria-setsize={rows.length}
                className="s-thread-item"
                data-found={isFound || undefined}
                tabIndex={isFound ? -1 : undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <ThreadRowView
                  {...row}
                  {...(isOwnLast && ownLast.shown)}
                  conversationId={conversation.id}
                  canReply={conversation.can.send}
                  veiled={conversation.request !== undefined}
                  nameOf={nameOf}
                  authorOf={authorOf}
                  viewerId={viewerId}
                  onJump={jumpTo}
                />
              </li>
            )
          })}
        </ul>
      </div>
      <Announcement messages={window.items} viewerId={viewerId} nameOf={nameOf} isKnown={isKnown} />
      {typing.length > 0 && <TypingDots names={typing.map(nameOf)} />}
      {!atEnd && <JumpToNewest unread={conversation.unreadCount} onJump={toNewest} />}
    </div>
  )
}

/** The viewer's newest message, and what stands under it: whether it was read, in a group by how many. */
function useOwnLast(
  { readSeq }: ConversationView,
  person: ActorView,
  viewerId: string,
  { items, hasNewer }: ThreadWindow,
  members: ThreadPeople['members'],
) {
  const Readers = useLazy(readersOfLast, members !== undefined)
  const message = hasNewer
    ? undefined
    : items.findLast(({ senderId, takenBack, notice }) => senderId === viewerId && !takenBack && !notice)
  const state = message && message.seq <= (readSeq[person.id] ?? 0) ? 'Read' : 'Sent'
  const readers = message && members && Readers && <Readers message={message} />
  return { message, shown: { state, ...(readers && { readers }) } }
}

const JumpToNewest = ({ unread, onJump }: { unread: number; onJump: () => void }) => (
  <button type="button" className="s-thread-jump" onClick={onJump}>
    <ArrowUp aria-hidden="true" className="rotate-180" />
    {unread > 0 ? `${cappedCount(unread)} new` : 'Jump to newest'}
  </button>
)

/**
 * Speaks each message that arrives while the thread is open. The rows themselves are no live region: scrolling
 * up adds old ones, which a screen reader would speak as new.
 */
const Announcement = ({
  messages,
  viewerId,
  nameOf,
  isKnown,
}: {
  messages: readonly MessageView[]
  viewerId: string
  nameOf: ThreadPeople['nameOf']
  /** Whether the page has the name of somebody. */
  isKnown: (userId: string) => boolean
}) => {
  const [seqAtOpening] = useState(() => messages.at(-1)?.seq ?? 0)
  const newest = messages.findLast(({ senderId }) => senderId !== viewerId)
  const isNew = newest && newest.seq > seqAtOpening && !newest.deleted && !newest.hidden
  const arrived = isNew && namedIn(newest).every(isKnown) ? newest : null
  const who = arrived && nameOf(arrived.senderId)
  return (
    <p className="sr-only" aria-live="polite">
      {arrived && !arrived.notice && `${who}: ${messageWords(arrived, location.origin)}`}
      {who && arrived.notice && <NoticeWords notice={arrived.notice} {...{ who, nameOf, viewerId }} />}
    </p>
  )
}

/** Whose names are spoken. */
const namedIn = ({ senderId, notice }: MessageView): readonly string[] => [
  senderId,
  ...(notice && 'event' in notice ? (notice.who ?? []) : []),
]

/** Three dots while somebody types. Announced once. */
const TypingDots = ({ names }: { names: readonly string[] }) => (
  <div className="s-typing" role="status">
    <span className="sr-only">
      {names.join(', ')} {plural(names.length, 'is', 'are')} typing
    </span>
    <span aria-hidden="true" className="s-typing-dots">
      <i />
      <i />
      <i />
    </span>
  </div>
)
