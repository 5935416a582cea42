import type { GroupNotice } from '#contract/messages.groups.ts'
import type { Disappearing, MessageView } from '#contract/messages.ts'
import type { OutgoingMessage } from '#client/features/messages/data/outbox.store.ts'
import { linkedPost } from './post-link.ts'

/** One row of the thread; `key` is stable when older messages are added above. */
export type ThreadRow =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'unread'; key: string }
  | { kind: 'notice'; key: string; notice: Notice; own: boolean; senderId: string }
  | {
      kind: 'message'
      key: string
      message: MessageView
      own: boolean
      /** The message that it answers, when it is loaded. */
      quoted?: MessageView | undefined
      opensGroup: boolean
      closesGroup: boolean
    }
  | { kind: 'outgoing'; key: string; entry: OutgoingMessage; quoted?: MessageView | undefined }

/** What somebody has set for the conversation. */
export type Notice = NonNullable<MessageView['notice']>
type SettingNotice = Exclude<Notice, GroupNotice>

type WithoutKey<Row> = Row extends ThreadRow ? Omit<Row, 'key'> : never
/** What a row shows. */
export type RowContent = WithoutKey<ThreadRow>

interface Thread {
  messages: readonly MessageView[]
  outgoing: readonly OutgoingMessage[]
  viewerId: string
  /** Last seq read when the thread was opened; the unread line follows it. Null: no line. */
  readUpTo: number | null
  /** There are no messages before the loaded ones. */
  reachedStart: boolean
}

/** Messages of one person within this time form a group (LOOK, Messages). */
const GROUP_GAP_MS = 5 * 60_000

const MEDIA_WORDS = { image: 'Photo', video: 'Video', audio: 'Voice message' } as const

/**
 * A message in one line of plain text. `origin`: of this site, where it is known; a link to a post is named
 * then.
 */
export const messageWords = (
  {
    content,
    mediaType,
    expiresAt,
    hidden,
  }: Pick<MessageView, 'content' | 'mediaType' | 'expiresAt' | 'hidden'>,
  origin: string | null,
): string =>
  (hidden && HIDDEN_WORDS) ||
  wordsOf(content, origin) ||
  (mediaType ? MEDIA_WORDS[mediaType] : expiresAt ? 'Message disappeared' : 'Message deleted')

/** In the place of words that a block hides in a group. */
export const HIDDEN_WORDS = 'Behind a block'

/** The line about messages that disappear. */
export const noticeWords = ({ disappearing }: SettingNotice, who: string): string =>
  disappearing
    ? `${who} set new messages to disappear after ${DISAPPEARING_WORDS[disappearing]}`
    : `${who} let new messages stay`

export const DISAPPEARING_WORDS: Record<Disappearing, string> = { '24h': '24 hours', '7d': '7 days' }

function wordsOf(content: string, origin: string | null): string {
  const linked = origin === null ? null : linkedPost(content, origin)
  return linked && linked.words === '' ? 'A drop' : (linked?.words ?? content)
}

/**
 * Groups messages by sender and time, adds day dividers and the unread line, and appends the unsent messages.
 * A divider stands only where it stays when older messages are loaded: the list keeps its place by its first row.
 */
export function threadRows({
  messages: all,
  outgoing,
  viewerId,
  readUpTo,
  reachedStart,
}: Thread): ThreadRow[] {
  const messages = all.filter(({ takenBack }) => !takenBack)
  const firstUnread =
    readUpTo === null
      ? undefined
      : messages.find(({ seq, senderId, notice }) => seq > readUpTo && senderId !== viewerId && !notice)
  // The loaded messages have no hole, so the seq tells the place.
  const quotedBy = ({ replyTo }: { replyTo?: number | undefined }) =>
    replyTo === undefined ? {} : { quoted: all[replyTo - (all[0]?.seq ?? 0)] }
  const rows = messages.flatMap((message, index): ThreadRow[] => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    const own = message.senderId === viewerId
    const row: ThreadRow = message.notice
      ? { kind: 'notice', key: message.id, notice: message.notice, own, senderId: message.senderId }
      : {
          kind: 'message',
          key: message.id,
          message,
          own,
          ...quotedBy(message),
          opensGroup: message === firstUnread || !before || !belongTogether(before, message),
          closesGroup: after === firstUnread || !after || !belongTogether(message, after),
        }
    const opensDay = before ? dayOf(before) !== dayOf(message) : reachedStart
    const day: ThreadRow[] = opensDay
      ? [{ kind: 'day', key: `day-${message.id}`, date: message.createdAt }]
      : []
    const unread: ThreadRow[] =
      message === firstUnread && (before || reachedStart) ? [{ kind: 'unread', key: 'unread' }] : []
    return [...day, ...unread, row]
  })
  const unsent = outgoing.map((entry): ThreadRow => {
    return { kind: 'outgoing', key: entry.clientId, entry, ...quotedBy(entry) }
  })
  return [...rows, ...unsent]
}

const dayOf = ({ createdAt }: MessageView) => new Date(createdAt).toDateString()

const belongTogether = (a: MessageView, b: MessageView) =>
  !a.notice &&
  !b.notice &&
  a.senderId === b.senderId &&
  dayOf(a) === dayOf(b) &&
  Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_GAP_MS

const EMOJI =
  /^(?:\p{RI}{2}|\p{Extended_Pictographic}[\p{EMod}\uFE0F]?(?:\u200D\p{Extended_Pictographic}[\p{EMod}\uFE0F]?)*\s*){1,3}$/u

/** One to three emoji and nothing else: they are drawn large. */
export const isLargeEmoji = (content: string): boolean => EMOJI.test(content.trim())

/** Whether a message, sent or not, is emoji alone: without a file and without a message that it answers. */
export const isDrawnLarge = (
  { content, replyTo }: { content: string; replyTo?: number | undefined },
  hasMedia: boolean,
): boolean => !hasMedia && replyTo === undefined && isLargeEmoji(content)

/** Heights of the parts of a row in px, as Thread.css and Bubble.css make them. */
const HEIGHT = {
  divider: 36,
  bubble: 16,
  line: 24,
  gap: 2,
  openingGap: 12,
  note: 20,
  media: 220,
  voice: 64,
  card: 116,
  quote: 52,
  large: 32,
  reactions: 32,
} as const
/** Characters on a line of a bubble, on a phone. */
const LINE_LENGTH = 36

/**
 * How high a row will be. Right for most text: a row that is as high as expected is laid out once, any other
 * twice, and with it all that stand above or below.
 */
export function heightOf(row: ThreadRow): number {
  if (row.kind !== 'message' && row.kind !== 'outgoing') return HEIGHT.divider
  const said = row.kind === 'message' ? row.message : row.entry
  const isErased = row.kind === 'message' && (row.message.deleted || row.message.hidden === true)
  const hasMedia = row.kind === 'message' ? row.message.mediaUrl !== null : row.entry.files !== undefined
  const opens = row.kind === 'outgoing' || row.opensGroup
  const hasNote = row.kind === 'outgoing' || row.closesGroup || row.message.editedAt !== undefined
  return (
    (opens ? HEIGHT.openingGap : HEIGHT.gap) +
    (isVoice(row) ? HEIGHT.voice : hasMedia ? HEIGHT.media : HEIGHT.bubble) +
    (said.replyTo === undefined ? 0 : HEIGHT.quote) +
    (isErased ? 1 : linesOf(said.content)) * HEIGHT.line +
    (row.kind === 'message' && row.message.linkCard ? HEIGHT.card : 0) +
    (isDrawnLarge(said, hasMedia) ? HEIGHT.large : 0) +
    (row.kind === 'message' && row.message.reactions ? HEIGHT.reactions : 0) +
    (hasNote ? HEIGHT.note : 0)
  )
}

const isVoice = (row: Extract<ThreadRow, { kind: 'message' | 'outgoing' }>): boolean =>
  row.kind === 'message' ? row.message.mediaType === 'audio' : row.entry.files?.[0]?.voice !== undefined

const linesOf = (content: string): number =>
  content === ''
    ? 0
    : content
        .split('\n')
        .reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0)
