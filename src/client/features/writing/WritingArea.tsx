import { clsx } from 'clsx'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { Textarea } from '#client/ui/Textarea.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { EmojiButtonProps } from '#client/features/writing/emoji/EmojiButton.tsx'
import type { CompletionProps } from './Completion.tsx'
import './WritingArea.css'

const completion = lazyComponent<CompletionProps>(async () => (await import('./Completion.tsx')).Completion)
const { Late: EmojiButton } = lazyComponent<EmojiButtonProps>(
  async () => (await import('#client/features/writing/emoji/EmojiButton.tsx')).EmojiButton,
)

interface WritingAreaProps extends ComponentProps<typeof Textarea> {
  /** With a button for emoji at its end. */
  withEmoji?: boolean
  emojiLabel?: EmojiButtonProps['label']
  /** While true the text spins down the drain, around its own centre. The rest of the area stays. */
  flushing?: boolean
  /** People whom an @ offers first. */
  nearest?: CompletionProps['nearest']
}

/**
 * The text area of posts, comments and messages, also where they are edited: it completes @handles and #tags.
 * The code for that is fetched with the first focus.
 */
export const WritingArea = ({
  withEmoji = false,
  emojiLabel,
  flushing,
  nearest,
  ref,
  className,
  onFocus,
  ...rest
}: WritingAreaProps) => {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement)
  const [isWanted, setWanted] = useState(false)
  // It may have the focus before the page is interactive.
  useEffect(() => setWanted(document.activeElement === area.current), [])
  const Completion = useLazy(completion, isWanted, () => setWanted(false), { quiet: true })
  const text = (
    <>
      <Textarea
        {...rest}
        ref={area}
        className={clsx(withEmoji && 's-writing-area', flushing && 's-writing-flushed', className)}
        onFocus={(event) => {
          setWanted(true)
          onFocus?.(event)
        }}
      />
      {Completion && <Completion area={area} text={String(rest.value)} nearest={nearest} />}
      {flushing && (
        <div
          dir="auto"
          aria-hidden="true"
          className={clsx('s-writing-drain', !rest.bare && 's-writing-framed', className)}
        >
          <span className="anim-flush">{rest.value}</span>
        </div>
      )}
    </>
  )
  return withEmoji || flushing !== undefined ? (
    <div className="s-writing">
      {text}
      {withEmoji && (
        <EmojiButton area={area} disabled={rest.readOnly} label={emojiLabel} className="s-writing-emoji" />
      )}
    </div>
  ) : (
    text
  )
}
