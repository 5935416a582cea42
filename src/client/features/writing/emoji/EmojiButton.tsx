import { Smile } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { insertText } from '#client/features/writing/insert-text.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Popover } from '#client/ui/Popover.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { EmojiPickerProps } from './EmojiPicker.tsx'

const picker = lazyComponent<EmojiPickerProps>(async () => (await import('./EmojiPicker.tsx')).EmojiPicker)

export interface EmojiButtonProps {
  /** Where the emoji is written, at the caret. */
  area: RefObject<HTMLTextAreaElement | null>
  disabled?: boolean | undefined
  /** Where two of them can be on one screen. */
  label?: string | undefined
  className?: string
}

/** Opens the emoji. Their code and data are fetched when somebody is about to press it. */
export const EmojiButton = ({
  area,
  disabled = false,
  label = 'Add an emoji',
  className,
}: EmojiButtonProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const Picker = useLazy(picker, isOpen, () => setOpen(false))
  // It is written once the picker has given the focus back.
  const chosen = useRef<string | null>(null)
  const write = () => {
    const field = area.current
    field?.focus()
    if (field && chosen.current !== null)
      insertText(field, field.selectionStart, field.selectionEnd, chosen.current)
    chosen.current = null
  }
  const preload = () => void picker.preload()
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={<Smile />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        pending={isOpen && Picker === null}
        disabled={disabled}
        className={className}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!isOpen)}
      />
      <Popover
        open={isOpen && Picker !== null}
        onOpenChange={setOpen}
        title="Emoji"
        anchor={button}
        onClosed={write}
      >
        <div className="s-emoji-room">
          {Picker && (
            <Picker
              onChoose={(emoji) => {
                chosen.current = emoji
                setOpen(false)
              }}
            />
          )}
        </div>
      </Popover>
    </>
  )
}
