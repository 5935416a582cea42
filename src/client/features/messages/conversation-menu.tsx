import { Bell, BellOff } from 'lucide-react'
import type { ConversationView, MuteSpan } from '#contract/messages.ts'
import { isMuted } from '#client/features/messages/data/conversations.store.ts'
import { muteConversation } from '#client/features/messages/data/messages.actions.ts'
import { runWrite } from '#client/live/use-write.ts'
import type { MenuEntry } from '#client/ui/Menu.tsx'

const SPANS: readonly [MuteSpan, string][] = [
  ['1h', 'Mute for 1 hour'],
  ['8h', 'Mute for 8 hours'],
  ['always', 'Mute until you unmute it'],
]

/** What can be done with a conversation: the entries of its menu. */
export const conversationEntries = (conversation: ConversationView): readonly MenuEntry[] =>
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
