import {
  Archive,
  ArchiveRestore,
  Ban,
  Bell,
  BellOff,
  Flag,
  Info,
  MessageSquareDot,
  MoreHorizontal,
  Pin,
  PinOff,
  Search,
  Timer,
  TimerOff,
} from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { ConversationView, MuteSpan } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { isMuted } from '#client/features/messages/data/conversations.store.ts'
import {
  archiveConversation,
  markConversationUnread,
  muteConversation,
  pinConversation,
  setDisappearing,
} from '#client/features/messages/data/conversation-settings.actions.ts'
import { runWrite } from '#client/live/use-write.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#client/ui/Menu.tsx'
import { DISAPPEARING_WORDS } from './thread-rows.ts'

const SPANS: readonly [MuteSpan, string][] = [
  ['1h', '1 hour'],
  ['8h', '8 hours'],
  ['always', 'Always'],
]

interface OfThread {
  /** Shows the details of a group. */
  onAbout: () => void
  /** The other person; null in a group, and when they have deleted their account. */
  person: ActorView | null
  onAsk: (what: 'report' | 'block') => void
}

/**
 * What can be done with a conversation: the entries of its menu. `onBack` leaves the thread, if it is the open
 * one. `thread`: what the menu of the open thread has besides.
 */
export const conversationEntries = (
  conversation: ConversationView,
  onBack: () => void,
  thread?: OfThread,
): readonly MenuEntry[] => [
  ...(conversation.group && thread
    ? [{ label: 'About this group', icon: <Info />, onSelect: thread.onAbout }]
    : []),
  { label: 'Search', icon: <Search />, to: `/messages?conversation=${conversation.id}&find=` },
  conversation.pinnedAt
    ? { label: 'Unpin', icon: <PinOff />, onSelect: () => void pin(conversation, false) }
    : { label: 'Pin', icon: <Pin />, onSelect: () => void pin(conversation, true) },
  conversation.archived
    ? { label: 'Unarchive', icon: <ArchiveRestore />, onSelect: () => void archive(conversation, false) }
    : { label: 'Archive', icon: <Archive />, onSelect: () => void archive(conversation, true, onBack) },
  {
    label: 'Mark as unread',
    icon: <MessageSquareDot />,
    onSelect: () => void markUnread(conversation, onBack),
  },
  ...muteEntries(conversation),
  ...(conversation.can.send && conversation.group?.isAdmin !== false
    ? disappearingEntries(conversation)
    : []),
  ...(thread?.person ? personEntries(thread.person, thread.onAsk) : []),
]

const personEntries = ({ handle }: ActorView, onAsk: OfThread['onAsk']): readonly MenuEntry[] => [
  'separator',
  { label: 'Report', icon: <Flag />, onSelect: () => onAsk('report') },
  { label: `Block @${handle}`, icon: <Ban />, onSelect: () => onAsk('block') },
]

const pin = ({ id }: ConversationView, on: boolean): Promise<boolean> =>
  runWrite({
    write: () => pinConversation(id, on),
    failed: on ? 'Failed to pin the conversation' : 'Failed to unpin the conversation',
  })

async function archive(
  { id }: Pick<ConversationView, 'id'>,
  on: boolean,
  onBack?: () => void,
): Promise<void> {
  const undo = { label: 'Undo', onSelect: () => void archive({ id }, false) }
  const archived = await runWrite({
    write: () => archiveConversation(id, on),
    done: () =>
      on ? { title: 'Conversation archived', action: undo } : { title: 'Conversation is back in the list' },
    failed: on ? 'Failed to archive the conversation' : 'Failed to restore the conversation',
  })
  if (archived) onBack?.()
}

function markUnread({ id }: ConversationView, onBack: () => void): Promise<boolean> {
  // A thread on the screen is read.
  onBack()
  return runWrite({
    write: () => markConversationUnread(id),
    failed: 'Failed to mark the conversation as unread',
  })
}

const muteEntries = (conversation: ConversationView): readonly MenuEntry[] =>
  isMuted(conversation)
    ? [{ label: 'Unmute', icon: <Bell />, onSelect: () => void mute(conversation, null) }]
    : [
        {
          label: 'Mute',
          icon: <BellOff />,
          row: SPANS.map(([span, words]) => ({
            label: `Mute: ${words}`,
            icon: words,
            onSelect: () => void mute(conversation, span),
          })),
        },
      ]

const disappearingEntries = ({ id, disappearing }: ConversationView): readonly MenuEntry[] => [
  { heading: 'New messages' },
  ...([null, '24h', '7d'] as const)
    .filter((after) => after !== (disappearing ?? null))
    .map((after) => ({
      label: after ? `Disappear after ${DISAPPEARING_WORDS[after]}` : 'Keep new messages',
      icon: after ? <Timer /> : <TimerOff />,
      onSelect: () =>
        void runWrite({
          write: () => setDisappearing(id, after),
          failed: 'Failed to set when messages disappear',
        }),
    })),
]

const mute = ({ id }: ConversationView, span: MuteSpan | null): Promise<boolean> =>
  runWrite({
    write: () => muteConversation(id, span),
    done: span ? 'Conversation muted' : 'Conversation unmuted',
    failed: span ? 'Failed to mute the conversation' : 'Failed to unmute the conversation',
  })

export interface RowMenuProps {
  conversation: ConversationView
  name: string
  /** Where to go when its thread, which is open, has to be left. */
  back: string | null
}

/** The menu of a row, while the pointer or the focus is there; a finger always sees it. */
export const RowMenu = ({ conversation, name, back }: RowMenuProps) => {
  const navigate = useNavigate()
  const onBack = () => void (back && navigate(back))
  return (
    <div className="absolute end-2 top-2.5 rounded-full opacity-0 group-hover/row:opacity-100 focus-within:bg-wash focus-within:opacity-100 has-[[data-state=open]]:opacity-100 [@media(hover:none)]:top-6 [@media(hover:none)]:opacity-100">
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`Options of the conversation with ${name}`}
            icon={<MoreHorizontal />}
            size="sm"
            tooltip={false}
          />
        }
        items={() => conversationEntries(conversation, onBack)}
      />
    </div>
  )
}
