import type { ConversationView, MessageView } from '#contract/messages.ts'
import { putConversations, useConversationsStore } from './conversations.store.ts'
import { endReply, useReplies } from './replies.store.ts'
import { hasDisappeared } from './thread-window.ts'
import { amendThreads, useThreads } from './threads.store.ts'

// Messages disappear at their second without a request (LIVE L43): the page empties them as the server does.

/** The record as an answer of the server has it from then on. A new one, so that its thread leaves it out. */
const emptied = ({ replyTo: _, reactions: __, editedAt: ___, ...message }: MessageView): MessageView => ({
  ...message,
  content: '',
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: true,
})

/** Up to when all that disappears has been left out, epoch ms. */
let doneUntil = 0

type Expiring = Pick<MessageView, 'content' | 'mediaType' | 'expiresAt'>

const isDue = (record: Expiring, now: number): boolean =>
  hasDisappeared(record, now) &&
  (Date.parse(record.expiresAt!) > doneUntil || record.content !== '' || record.mediaType !== null)

function leaveOutExpired(): void {
  const now = Date.now()
  const change = (message: MessageView) => (isDue(message, now) ? emptied(message) : message)
  amendThreads(change)
  amendQuoted(change)
  const previews = [...useConversationsStore.getState().records.values()].filter(
    ({ lastMessage }) => lastMessage && isDue(lastMessage, now),
  )
  if (previews.length > 0) putConversations(previews.map(withoutWords))
  doneUntil = now
  scheduledFor = Infinity
  schedule()
}

/** Whoever was about to answer one that disappears no longer is. */
function amendQuoted(change: (message: MessageView) => MessageView): void {
  const { chosen, quoted } = useReplies.getState()
  const changed = [...quoted].map(([key, message]) => [key, change(message)] as const)
  if (changed.some(([key, message]) => message !== quoted.get(key)))
    useReplies.setState({ quoted: new Map(changed) })
  for (const [conversationId, message] of chosen) if (change(message) !== message) endReply(conversationId)
}

const withoutWords = (conversation: ConversationView): ConversationView => ({
  ...conversation,
  lastMessage: { ...conversation.lastMessage!, content: '', mediaType: null },
})

/** The next moment at which something disappears, epoch ms; Infinity for none. */
function nextMoment(): number {
  const { chosen, quoted } = useReplies.getState()
  let next = Infinity
  const look = (record: Expiring | null) => {
    if (!record?.expiresAt) return
    const at = Date.parse(record.expiresAt)
    if (at > doneUntil || isDue(record, doneUntil)) next = Math.min(next, at)
  }
  for (const { items } of useThreads.getState().windows.values()) items.forEach(look)
  for (const { lastMessage } of useConversationsStore.getState().records.values()) look(lastMessage)
  for (const message of [...chosen.values(), ...quoted.values()]) look(message)
  return next
}

let timer: ReturnType<typeof setTimeout> | undefined
let scheduledFor = Infinity

function schedule(): void {
  const next = nextMoment()
  if (next === scheduledFor && next > Date.now()) return
  clearTimeout(timer)
  scheduledFor = next
  if (next < Infinity) timer = setTimeout(leaveOutExpired, Math.max(0, next - Date.now()))
}

/** From now on what the page holds disappears in time. */
export function followDisappearing(): void {
  for (const store of [useThreads, useConversationsStore, useReplies]) store.subscribe(schedule)
  schedule()
}
