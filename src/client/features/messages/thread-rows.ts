import type { MessageView } from '#contract/messages.ts'
import type { OutgoingMessage } from '#client/features/messages/data/outbox.store.ts'
import { linkedPost } from './post-link.ts'

/** One row of the thread; `key` is stable when older messages are added above. */
export type ThreadRow =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'unread'; key: string }
  | {
      kind: 'message'
      key: string
      message: MessageView
      own: boolean
      opensGroup: boolean
      closesGroup: boolean
    }
  | { kind: 'outgoing'; key: string; entry: OutgoingMessage }

interface Thread {
  messages: readonly MessageView[]
  outgoing: readonly OutgoingMessage[]
  viewerId: string
  /** Last seq read when the thread was opened; the unread line follows it. Null: no line. */
  readUpTo: number | null
}

/** Messages of one person within this time form a group (LOOK, Messages). */
const GROUP_GAP_MS = 5 * 60_000

const MEDIA_WORDS = { image: 'Photo', video: 'Video' } as const

/**
 * A message in one line of plain text. `origin`: of this site, where it is known; a link to a post is named
 * then.
 */
export const messageWords = (
  { content, mediaType }: Pick<MessageView, 'content' | 'mediaType'>,
  origin: string | null,
): string => wordsOf(content, origin) || (mediaType ? MEDIA_WORDS[mediaType] : 'Message deleted')

function wordsOf(content: string, origin: string | null): string {
  const linked = origin === null ? null : linkedPost(content, origin)
  return linked && linked.words === '' ? 'A drop' : (linked?.words ?? content)
}

/**
 * Groups messages by sender and time, adds day dividers and the unread line, and appends the unsent messages.
 */
export function threadRows({ messages, outgoing, viewerId, readUpTo }: Thread): ThreadRow[] {
  const firstUnread =
    readUpTo === null
      ? undefined
      : messages.find(({ seq, senderId }) => seq > readUpTo && senderId !== viewerId)
  const rows = messages.flatMap((message, index): ThreadRow[] => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    const row: ThreadRow = {
      kind: 'message',
      key: message.id,
      message,
      own: message.senderId === viewerId,
      opensGroup: message === firstUnread || !before || !belongTogether(before, message),
      closesGroup: after === firstUnread || !after || !belongTogether(message, after),
    }
    const day: ThreadRow[] =
      before && dayOf(before) === dayOf(message)
        ? []
        : [{ kind: 'day', key: `day-${dayOf(message)}`, date: message.createdAt }]
    const unread: ThreadRow[] = message === firstUnread ? [{ kind: 'unread', key: 'unread' }] : []
    return [...day, ...unread, row]
  })
  return [...rows, ...outgoing.map((entry): ThreadRow => ({ kind: 'outgoing', key: entry.clientId, entry }))]
}

const dayOf = ({ createdAt }: MessageView) => new Date(createdAt).toDateString()

const belongTogether = (a: MessageView, b: MessageView) =>
  a.senderId === b.senderId &&
  dayOf(a) === dayOf(b) &&
  Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_GAP_MS
