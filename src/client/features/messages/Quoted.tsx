import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { MessageView } from '#contract/messages.ts'
import { endReply, loadQuoted, quotedKey, useReplies } from '#client/features/messages/data/replies.store.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { messageWords } from './thread-rows.ts'
import './Quoted.css'

/** What is needed to show the message that another one answers. */
export interface Quoting {
  /** That message, when the thread holds it. */
  quoted?: MessageView | undefined
  /** Of whoever is in the conversation, or was. */
  nameOf: (userId: string) => string
  viewerId: string
  /** Scrolls to a message of the thread. */
  onJump: (seq: number) => void
}

interface QuotedProps extends Quoting {
  conversationId: string
  seq: number
}

/** The message that a bubble answers, in one line; a press leads to it. */
export const Quoted = ({ conversationId, seq, quoted, nameOf, viewerId, onJump }: QuotedProps) => {
  const fetched = useReplies((state) => state.quoted.get(quotedKey(conversationId, seq)))
  const message = quoted ?? fetched
  const isMissing = message === undefined
  useEffect(() => {
    // Without it, the line still leads to the message.
    if (isMissing) loadQuoted(conversationId, seq).catch(() => undefined)
  }, [isMissing, conversationId, seq])
  return (
    <button type="button" className="s-quoted" onClick={() => onJump(seq)}>
      {message ? (
        <QuotedWords message={message} nameOf={nameOf} viewerId={viewerId} />
      ) : (
        <span className="s-quoted-words">An earlier message</span>
      )}
    </button>
  )
}

const QuotedWords = ({
  message,
  nameOf,
  viewerId,
}: { message: MessageView } & Pick<Quoting, 'nameOf' | 'viewerId'>) => {
  const author = message.senderId === viewerId ? 'You' : nameOf(message.senderId)
  return (
    <>
      <span className="sr-only">In reply to {author}: </span>
      <b className="s-quoted-author" aria-hidden="true">
        {author}
      </b>
      <span className="s-quoted-words">{messageWords(message, location.origin)}</span>
    </>
  )
}

interface ChosenReplyProps {
  conversationId: string
  nameOf: Quoting['nameOf']
  viewerId: string
  /** Called when the choice is ended: its button is removed. */
  onEnd: () => void
}

/** Above the field: which message the next one answers. */
export const ChosenReply = ({ conversationId, nameOf, viewerId, onEnd }: ChosenReplyProps) => {
  const message = useReplies(({ chosen }) => chosen.get(conversationId))
  if (!message) return null
  const end = () => {
    endReply(conversationId)
    onEnd()
  }
  return (
    <div className="s-chosen-reply">
      <p className="s-quoted">
        <QuotedWords message={message} nameOf={nameOf} viewerId={viewerId} />
      </p>
      <IconButton label="Cancel the reply" icon={<X />} size="sm" onClick={end} />
    </div>
  )
}
