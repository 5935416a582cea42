import { Copy, Flag, MoreHorizontal, Reply, Trash2 } from 'lucide-react'
import type { MessageView } from '#contract/messages.ts'
import { chooseReply } from '#client/features/messages/data/replies.store.ts'
import { copyText } from '#client/ui/clipboard.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#client/ui/Menu.tsx'
import { focusComposer } from './focus-composer.ts'

interface BubbleMenuProps {
  message: MessageView
  own: boolean
  /** The viewer may write to this person. */
  canReply: boolean
  onDelete?: (() => void) | undefined
  onReport?: (() => void) | undefined
}

/** What can be done with a message. Opened by its button, or by a finger that rests on the bubble. */
export const BubbleMenu = ({ message, own, canReply, onDelete, onReport }: BubbleMenuProps) => {
  const items = (): MenuEntry[] => [
    ...(canReply ? [{ label: 'Reply', icon: <Reply />, onSelect: () => reply(message) }] : []),
    ...(message.content === ''
      ? []
      : [{ label: 'Copy text', icon: <Copy />, onSelect: () => void copyWords(message) }]),
    ...(onReport ? [{ label: 'Report message', icon: <Flag />, onSelect: onReport }] : []),
    ...(onDelete
      ? [{ label: 'Delete message', icon: <Trash2 />, tone: 'danger' as const, onSelect: onDelete }]
      : []),
  ]
  return (
    <Menu
      align={own ? 'end' : 'start'}
      trigger={
        <IconButton label="Message options" icon={<MoreHorizontal />} size="sm" className="s-bubble-action" />
      }
      items={items}
    />
  )
}

function reply(message: MessageView): void {
  chooseReply(message)
  focusComposer()
}

const copyWords = ({ content }: MessageView): Promise<void> =>
  copyText(content, { done: 'Message copied', failed: 'Could not copy the message to your clipboard.' })
