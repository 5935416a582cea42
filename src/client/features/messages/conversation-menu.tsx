import { Bell, BellOff, MessageSquareDot } from 'lucide-react'
import type { ConversationView, MuteSpan } from '#contract/messages.ts'
import { isMuted } from '#client/features/messages/data/conversations.store.ts'
import { markConversationUnread, muteConversation } from '#client/features/messages/data/messages.actions.ts'
import { runWrite } from '#client/live/use-write.ts'
import type { MenuEntry } from '#client/ui/Menu.tsx'

const SPANS: readonly [MuteSpan, string][] = [
  ['1h', 'Mute for 1 hour'],
  ['8h', 'Mute for 8 hours'],
  ['always', 'Mute until you unmute it'],
]

/** What can be done with a conversation: the entries of its menu. `onBack` leaves the thread. */
export const conversationEntries = (
  conversation: ConversationView,
  onBack: () => void,
): readonly MenuEntry[] => [
  {
    label: 'Mark as unread',
    icon: <MessageSquareDot />,
    onSelect: () => void markUnread(conversation, onBack),
  },
  ...muteEntries(conversation),
]

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
    : SPANS.map(([span, label]) => ({
        label,
        icon: <BellOff />,
        onSelect: () => void mute(conversation, span),
      }))

const mute = ({ id }: ConversationView, span: MuteSpan | null): Promise<boolean> =>
  runWrite({
    write: () => muteConversation(id, span),
    done: span ? 'Conversation muted' : 'Conversation unmuted',
    failed: span ? 'Failed to mute the conversation' : 'Failed to unmute the conversation',
  })
