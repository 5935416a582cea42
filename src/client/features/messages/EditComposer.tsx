import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { MessageView } from '#contract/messages.ts'
import { isVisible } from '#contract/text.ts'
import { endEdit } from '#client/features/messages/data/edits.store.ts'
import { editMessage } from '#client/features/messages/data/messages.actions.ts'
import { useThreads } from '#client/features/messages/data/threads.store.ts'
import { WritingArea } from '#client/features/writing/WritingArea.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { focusComposer } from './focus-composer.ts'
import { messageWords } from './thread-rows.ts'
import { isComposing, isSendEnter } from '#client/ui/composing.ts'
import { submitted } from '#client/ui/submitted.ts'

export interface EditComposerProps {
  message: MessageView
}

/** In place of the field while a message is edited. Enter saves as it sends in the field, Escape ends it. */
export const EditComposer = ({ message }: EditComposerProps) => {
  const { conversationId } = message
  const [text, setText] = useState(message.content)
  const { pending, run } = useWrite()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const field = area.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const end = () => endEdit(conversationId)
  useEndWithMessage(message, end)
  const canSave = isVisible(text) || message.mediaUrl !== null
  const save = async () => {
    if (!canSave) return
    const content = text.trim()
    const failed = 'Failed to edit the message'
    if (content === message.content || (await run({ write: () => editMessage(message, content), failed })))
      end()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.defaultPrevented) return
    if (event.key === 'Escape') {
      event.preventDefault()
      end()
    } else if (isSendEnter(event.nativeEvent)) {
      event.preventDefault()
      void save()
    }
  }
  return (
    <form className="s-thread-composer s-thread-edit" onSubmit={submitted(save)}>
      <div className="s-chosen-reply">
        <p className="s-quoted">
          <b className="s-quoted-author">Edit message</b>
          <span className="s-quoted-words">{messageWords(message, location.origin)}</span>
        </p>
        <IconButton label="Cancel the edit" icon={<X />} size="sm" onClick={end} />
      </div>
      <WritingArea
        withEmoji
        emojiLabel="Add an emoji to the edited message"
        ref={area}
        aria-label="Edit message"
        rows={1}
        maxRows={6}
        maxLength={LIMITS.message}
        dir="auto"
        value={text}
        readOnly={pending}
        onKeyDown={onKeyDown}
        onChange={(event) => setText(event.target.value)}
      />
      <IconButton
        type="submit"
        variant="primary"
        label="Save changes"
        icon={<Check />}
        pending={pending}
        disabled={!canSave}
      />
    </form>
  )
}

/** Ends the edit of a message that is deleted meanwhile; the focus goes to the field. */
function useEndWithMessage({ conversationId, id }: MessageView, end: () => void): void {
  const isDeleted = useThreads(({ windows }) =>
    windows.get(conversationId)?.items.some((one) => one.id === id && one.deleted),
  )
  useEffect(() => {
    if (isDeleted) end()
  })
  // After the field is shown again.
  useEffect(() => () => void requestAnimationFrame(focusComposer), [])
}
