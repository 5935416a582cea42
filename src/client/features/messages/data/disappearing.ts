import type { ConversationView, MessageView } from '#contract/messages.ts'
import { putConversations, useConversationsStore } from './conversations.store.ts'
import { endReply, useReplies } from './replies.store.ts'
import { useThreads } from './threads.store.ts'
import { onServerTime, serverNow } from '#client/ui/server-time.ts'

// Messages disappear at their second without a request (LIVE L43): the page empties them as the server does.

/** The record as an answer of the server has it from then on. */
const emptied = ({
  replyTo: _,
  reactions: __,
  editedAt: ___,
  morePictures: ____,
  linkCard: _____,
  ...message
}: MessageView): MessageView => ({
  ...message,
  content: '',
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: true,
  takenBack: true,
})

type Preview = NonNullable<ConversationView['lastMessage']>

const hasExpired = ({ expiresAt }: Pick<MessageView, 'expiresAt'>, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now

/** What still has to be emptied, now or later. */
const isShown = (message: MessageView): boolean => message.expiresAt !== undefined && !message.takenBack
const hasWords = ({ expiresAt, content, mediaType }: Preview): boolean =>
  expiresAt !== undefined && (content !== '' || mediaType !== null)

/** The message, emptied if its time has passed. `now`: epoch ms. */
export const emptiedIfExpired = (message: MessageView, now: number): MessageView =>
  isShown(message) && hasExpired(message, now) ? emptied(message) : message

const isPreviewExpired = ({ lastMessage }: ConversationView, now: number): boolean =>
  lastMessage !== null && hasWords(lastMessage) && hasExpired(lastMessage, now)

/** The conversation, without the words of its last message if their time has passed. */
export const previewIfExpired = (conversation: ConversationView, now: number): ConversationView =>
  isPreviewExpired(conversation, now) ? withoutWords(conversation) : conversation

function emptyExpired(): void {
  const now = serverNow()
  const change = (message: MessageView) => emptiedIfExpired(message, now)
  amendThreads(change)
  amendQuoted(change)
  const previews = conversations().filter((one) => isPreviewExpired(one, now))
  if (previews.length > 0) putConversations(previews.map(withoutWords))
  scheduledFor = Infinity
  schedule()
}

const conversations = (): ConversationView[] => [...useConversationsStore.getState().records.values()]

function amendThreads(change: (message: MessageView) => MessageView): void {
  const { windows } = useThreads.getState()
  const changed = [...windows].flatMap(([id, window]) => {
    const items = window.items.map(change)
    return items.some((item, at) => item !== window.items[at]) ? [[id, { ...window, items }] as const] : []
  })
  if (changed.length > 0) useThreads.setState({ windows: new Map([...windows, ...changed]) })
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

/** When the next of these messages disappears, epoch ms; Infinity when all stay. */
export const nextExpiry = (messages: readonly MessageView[]): number =>
  Math.min(...messages.map((message) => (isShown(message) ? Date.parse(message.expiresAt!) : Infinity)))

/** The next moment at which something disappears, epoch ms; Infinity for none. */
function nextMoment(): number {
  const { chosen, quoted } = useReplies.getState()
  const messages = [
    ...[...useThreads.getState().windows.values()].flatMap(({ items }) => items),
    ...chosen.values(),
    ...quoted.values(),
  ].filter(isShown)
  const previews = conversations().flatMap(({ lastMessage }) =>
    lastMessage && hasWords(lastMessage) ? lastMessage : [],
  )
  return [...messages, ...previews].reduce(
    (next, { expiresAt }) => Math.min(next, Date.parse(expiresAt!)),
    Infinity,
  )
}

let timer: ReturnType<typeof setTimeout> | undefined
let scheduledFor = Infinity

function schedule(): void {
  const next = nextMoment()
  if (next === scheduledFor && next > serverNow()) return
  clearTimeout(timer)
  scheduledFor = next
  if (next < Infinity) timer = setTimeout(emptyExpired, Math.max(0, next - serverNow()))
}

/** From now on what the page holds disappears in time. */
export function followDisappearing(): void {
  for (const store of [useThreads, useConversationsStore, useReplies]) store.subscribe(schedule)
  onServerTime(emptyExpired)
  schedule()
}
