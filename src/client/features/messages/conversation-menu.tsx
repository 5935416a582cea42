import { Archive, ArchiveRestore, Bell, BellOff, MessageSquareDot, Pin, PinOff } from 'lucide-react'
import type { ConversationView, MuteSpan } from '#contract/messages.ts'
import { isMuted } from '#client/features/messages/data/conversations.store.ts'
import {
  archiveConversation,
  markConversationUnread,
  muteConversation,
  pinConversation,
} from '#client/features/messages/data/messages.actions.ts'
import { runWrite } from '#client/live/use-write.ts'
import type { MenuEntry } from '#client/ui/Menu.tsx'

const SPANS: readonly [MuteSpan, string][] = [
  ['1h', 'Mute for 1 hour'],
  ['8h', 'Mute for 8 hours'],
  ['always', 'Mute until you unmute it'],
]

/**
 * What can be done with a conversation: the entries of its menu. `onBack` leaves the thread, if it is the open
 * one.
 */
export const conversationEntries = (
  conversation: ConversationView,
  onBack: () => void,
): readonly MenuEntry[] => [
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
    failed: on ? 'Failed to archive the conversation' : 'Failed to take the conversation out of the archive',
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
