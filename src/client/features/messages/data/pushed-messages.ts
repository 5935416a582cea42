import { LIMITS } from '#contract/limits.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onReset } from '#client/live/registry.ts'
import { serverNow } from '#client/ui/server-time.ts'

// A message is one push for all its people, without the row of each (LIVE L52). The page adds it to its row, and does so
// again when an older row arrives from elsewhere: the row keeps the `rev` that the server gave it.

/** What a message changes in the row. */
export interface Spoken {
  message: MessageView
  senderName?: string | undefined
}

/** Conversations, and their messages, that are kept (LIVE L17). A row that is older is fetched again. */
const MAX = { conversations: 200, messages: 50 } as const

const spoken = new Map<string, Spoken[]>()
onReset(() => spoken.clear())

/** Keeps a pushed message for the rows that do not know it yet. */
export function rememberSpoken(message: MessageView, senderName: string | undefined): void {
  const known = spoken.get(message.conversationId) ?? []
  spoken.delete(message.conversationId)
  const more = [...known, { message, senderName }].toSorted((a, b) => a.message.seq - b.message.seq)
  spoken.set(message.conversationId, more.slice(-MAX.messages))
  if (spoken.size > MAX.conversations) spoken.delete(spoken.keys().next().value!)
}

/** The row of a conversation with the messages that follow it without a gap. */
export function withSpoken(row: ConversationView): ConversationView {
  return (spoken.get(row.id) ?? []).reduce(
    (current, one) =>
      one.message.seq === current.lastSeq + 1 ? withMessage(current, one, currentViewer()?.id) : current,
    row,
  )
}

/** The row with a message that follows its last one; `viewerId`: whose row it is. As the server counts it. */
export function withMessage(
  row: ConversationView,
  { message, senderName }: Spoken,
  viewerId: string | undefined,
): ConversationView {
  const { seq, senderId, content, mediaType, createdAt, expiresAt, notice, hidden, takenBack } = message
  if (takenBack || (notice && 'disappearing' in notice)) return { ...row, lastSeq: seq }
  const isRead = viewerId !== undefined && seq <= (row.readSeq[viewerId] ?? 0)
  const isUnread = !isRead && senderId !== viewerId && !notice && !hidden && row.request !== 'declined'
  const unread = row.markedUnread ? 0 : row.unreadCount
  const isMuted = row.muted && (row.muted.until === null || Date.parse(row.muted.until) > serverNow())
  const next = {
    ...row,
    lastSeq: seq,
    ...(isUnread && { unreadCount: Math.min(unread + 1, LIMITS.unreadMessages) }),
    lastMessage: {
      content,
      mediaType,
      createdAt,
      senderId,
      seq,
      ...(senderName && { senderName }),
      ...(notice && { event: notice.event }),
      ...(expiresAt && { expiresAt }),
      ...(hidden && { hidden }),
    },
  }
  if (isUnread) delete next.markedUnread
  if (!isMuted && !notice) delete next.archived
  return next
}
