import { SendHorizontal } from 'lucide-react'
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'
import type { ActorView } from '#contract/users.ts'
import { sendMessage, type SendOutcome } from '#client/entities/messages/outbox.queue.ts'
import { tellTyping } from '#client/entities/messages/typing.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { toast } from '#client/ui/toast.ts'
import { useDraft } from './useDraft.ts'

interface MessageComposerProps {
  viewerId: string
  person: ActorView
  conversationId: string | null
}

/** Writes to one person. Enter sends, Shift+Enter breaks the line; blank text is not sent (product section 5). */
export const MessageComposer = ({ viewerId, person, conversationId }: MessageComposerProps) => {
  const [text, setText] = useDraft(viewerId, person.id)
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => void (shown.current = false)
  }, [])

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isVisible(text)) return
    setText('')
    void sendMessage(person.id, text.trim()).then((outcome) => tell(outcome, shown.current))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
  }

  return (
    <form className="rf-thread-composer" onSubmit={send}>
      <Textarea
        aria-label={`Message to ${person.displayName}`}
        placeholder="Write a message"
        className="flex-1"
        rows={1}
        maxRows={6}
        maxLength={LIMITS.message}
        dir="auto"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value)
          if (conversationId && event.target.value) tellTyping(conversationId)
        }}
      />
      <IconButton type="submit" variant="primary" label="Send message" icon={<SendHorizontal />} disabled={!isVisible(text)} />
    </form>
  )
}

// The open thread shows the bubble; a toast is for who has walked away meanwhile.
function tell(outcome: SendOutcome, threadShown: boolean): void {
  if (!outcome.ok) {
    toast({ variant: 'destructive', title: 'Failed to send message', description: outcome.sentence || 'Something went wrong. Please try again.' })
  } else if (!threadShown) toast({ title: 'Message sent', description: 'Your message has been delivered.' })
}
