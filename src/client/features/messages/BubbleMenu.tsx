import { Copy, Flag, MoreHorizontal, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MessageView } from '#contract/messages.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import { chooseEdit, endEdit, isEditable } from '#client/features/messages/data/edits.store.ts'
import { ownReaction } from '#client/features/messages/data/message-reactions.store.ts'
import { chooseReply } from '#client/features/messages/data/replies.store.ts'
import type { EmojiPickerProps } from '#client/features/posts/composer/emoji/EmojiPicker.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Menu, type MenuAction, type MenuEntry } from '#client/ui/Menu.tsx'
import { Popover } from '#client/ui/Popover.tsx'
import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'
import { react } from './BubbleReactions.tsx'
import { focusComposer } from './focus-composer.ts'

const picker = lazyComponent<EmojiPickerProps>(
  async () => (await import('#client/features/posts/composer/emoji/EmojiPicker.tsx')).EmojiPicker,
)

const loadClipboard = () => import('#client/ui/clipboard.ts')
type Clipboard = Awaited<ReturnType<typeof loadClipboard>>

interface BubbleMenuProps {
  message: MessageView
  viewerId: string
  own: boolean
  /** The viewer may write to this person. */
  canReply: boolean
  onDelete?: (() => void) | undefined
  onReport?: (() => void) | undefined
}

/** What can be done with a message. Opened by its button, or by a finger that rests on the bubble. */
export const BubbleMenu = ({ message, viewerId, own, canReply, onDelete, onReport }: BubbleMenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  const Picker = useLazy(picker, isPicking, () => {
    setPicking(false)
    toast({ variant: 'destructive', title: 'No emoji', description: SOMETHING_WENT_WRONG })
  })
  const items = ({ copyText }: Clipboard): MenuEntry[] => [
    ...(canReply
      ? [
          { label: 'React', row: reactionsTo(message, viewerId, () => setPicking(true)) },
          { label: 'Reply', icon: <Reply />, onSelect: () => reply(message) },
        ]
      : []),
    ...(canReply && isEditable(message, viewerId)
      ? [{ label: 'Edit message', icon: <Pencil />, onSelect: () => chooseEdit(message) }]
      : []),
    ...(message.content === ''
      ? []
      : [{ label: 'Copy text', icon: <Copy />, onSelect: () => void copyText(message.content, COPY_WORDS) }]),
    ...(onReport ? [{ label: 'Report message', icon: <Flag />, onSelect: onReport }] : []),
    ...(onDelete
      ? [{ label: 'Delete message', icon: <Trash2 />, tone: 'danger' as const, onSelect: onDelete }]
      : []),
  ]
  return (
    <>
      <Menu
        align={own ? 'end' : 'start'}
        trigger={
          <IconButton
            ref={button}
            label="Message options"
            icon={<MoreHorizontal />}
            size="sm"
            className="s-bubble-action"
          />
        }
        load={loadClipboard}
        items={items}
      />
      {Picker && (
        <Popover
          open={isPicking}
          onOpenChange={setPicking}
          title="React with an emoji"
          anchor={button}
          onClosed={() => button.current?.focus({ preventScroll: true })}
        >
          <div className="s-emoji-room">
            <Picker
              onChoose={(emoji) => {
                setPicking(false)
                void react(message, viewerId, emoji)
              }}
            />
          </div>
        </Popover>
      )}
    </>
  )
}

const reactionsTo = (message: MessageView, viewerId: string, pick: () => void): MenuAction[] => [
  ...REACTIONS.map(({ emoji, name }) => ({
    label: `React with ${name}`,
    icon: <span className="s-bubble-emoji">{emoji}</span>,
    checked: ownReaction(message, viewerId) === emoji,
    onSelect: () => void react(message, viewerId, emoji),
  })),
  { label: 'React with another emoji', icon: <SmilePlus />, onSelect: pick },
]

function reply(message: MessageView): void {
  endEdit(message.conversationId)
  chooseReply(message)
  focusComposer()
}

const COPY_WORDS = {
  done: 'Message copied',
  failed: 'Could not copy the message to your clipboard.',
}
