import { MoreHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MessageView } from '#contract/messages.ts'
import type { EmojiPickerProps } from '#client/features/writing/emoji/EmojiPicker.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Menu } from '#client/ui/Menu.tsx'
import { Popover } from '#client/ui/Popover.tsx'
import { reactToMessage } from './BubbleReactions.tsx'
import { readersSheet } from './groups/lazy-parts.ts'

const picker = lazyComponent<EmojiPickerProps>(
  async () => (await import('#client/features/writing/emoji/EmojiPicker.tsx')).EmojiPicker,
)

const loadEntries = () => import('./bubble-entries.tsx')

export interface BubbleMenuProps {
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
  const [showsReaders, setShowsReaders] = useState(false)
  const Readers = useLazy(readersSheet, showsReaders, () => setShowsReaders(false))
  const Picker = useLazy(picker, isPicking, () => setPicking(false))
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
        load={loadEntries}
        items={({ bubbleEntries }) =>
          bubbleEntries(
            { message, viewerId, own, canReply, onDelete, onReport },
            { pick: () => setPicking(true), showReaders: () => setShowsReaders(true) },
          )
        }
      />
      {Readers && <Readers message={message} open={showsReaders} onOpenChange={setShowsReaders} />}
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
                void reactToMessage(message, viewerId, emoji)
              }}
            />
          </div>
        </Popover>
      )}
    </>
  )
}
