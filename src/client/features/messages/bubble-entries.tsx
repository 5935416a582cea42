import { CheckCheck, Copy, Flag, Link2Off, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import type { MessageView } from '#contract/messages.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import { chooseEdit, endEdit, isEditable } from '#client/features/messages/data/edits.store.ts'
import { readBy, readersOf } from '#client/features/messages/data/groups.store.ts'
import { hidePreview } from '#client/features/messages/data/messages.actions.ts'
import { ownReaction } from '#client/features/messages/data/message-reactions.store.ts'
import { chooseReply } from '#client/features/messages/data/replies.store.ts'
import { runWrite } from '#client/live/use-write.ts'
import { copyText } from '#client/ui/clipboard.ts'
import type { MenuAction, MenuEntry } from '#client/ui/Menu.tsx'
import type { BubbleMenuProps } from './BubbleMenu.tsx'
import { reactToMessage } from './BubbleReactions.tsx'
import { focusComposer } from './focus-composer.ts'

interface Dialogs {
  /** Opens all emoji. */
  pick: () => void
  /** Opens the list of who has read it. */
  showReaders: () => void
}

/** What can be done with a message: the entries of its menu. */
export const bubbleEntries = (
  { message, viewerId, own, canReply, onDelete, onReport }: BubbleMenuProps,
  { pick, showReaders }: Dialogs,
): readonly MenuEntry[] => [
  ...(canReply
    ? [
        { label: 'React', row: reactionsTo(message, viewerId, pick) },
        { label: 'Reply', icon: <Reply />, onSelect: () => reply(message) },
      ]
    : []),
  ...(canReply && isEditable(message, viewerId)
    ? [{ label: 'Edit message', icon: <Pencil />, onSelect: () => chooseEdit(message) }]
    : []),
  ...(message.content === ''
    ? []
    : [{ label: 'Copy text', icon: <Copy />, onSelect: () => void copyWords(message) }]),
  ...(own ? readersEntry(message, showReaders) : []),
  ...(own && message.linkCard
    ? [{ label: 'Hide preview', icon: <Link2Off />, onSelect: () => void hide(message) }]
    : []),
  ...(onReport ? [{ label: 'Report message', icon: <Flag />, onSelect: onReport }] : []),
  ...(onDelete
    ? [{ label: 'Delete message', icon: <Trash2 />, tone: 'danger' as const, onSelect: onDelete }]
    : []),
]

/** In a group, while the viewer may know who has read. */
function readersEntry(message: MessageView, onSelect: () => void): MenuAction[] {
  const readers = readersOf(message)
  return readers ? [{ label: readBy(readers), icon: <CheckCheck />, onSelect }] : []
}

const reactionsTo = (message: MessageView, viewerId: string, pick: () => void): MenuAction[] => [
  ...REACTIONS.map(({ emoji, name }) => ({
    label: `React with ${name}`,
    icon: <span className="s-bubble-emoji">{emoji}</span>,
    checked: ownReaction(message, viewerId) === emoji,
    onSelect: () => void reactToMessage(message, viewerId, emoji),
  })),
  { label: 'React with another emoji', icon: <SmilePlus />, onSelect: pick },
]

function reply(message: MessageView): void {
  endEdit(message.conversationId)
  chooseReply(message)
  focusComposer()
}

const hide = (message: MessageView): Promise<boolean> =>
  runWrite({ write: () => hidePreview(message), failed: 'Failed to hide the preview' })

const copyWords = ({ content }: MessageView): Promise<void> =>
  copyText(content, { done: 'Message copied', failed: 'Could not copy the message to your clipboard.' })
