import { clsx } from 'clsx'
import { Clock, RotateCcw, X } from 'lucide-react'
import { cancelUpload } from '#client/features/media/data/uploads.actions.ts'
import { canDiscard } from '#client/features/messages/data/outbox-media.ts'
import { abandonSend, retrySend } from '#client/features/messages/data/outbox.actions.ts'
import type { OutgoingMessage } from '#client/features/messages/data/outbox.store.ts'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { BubbleShell, Words } from './Bubble.tsx'
import { Quoted, type Quoting } from './Quoted.tsx'
import { isDrawnLarge } from './thread-rows.ts'
import type { OutgoingFilesProps } from './OutgoingFiles.tsx'
import { focusComposer } from './focus-composer.ts'
import { linkedPost } from './post-link.ts'

const NOTES = { sending: 'Sending', waiting: 'Waiting for the connection', failed: 'Not sent' } as const

const { Late: OutgoingFiles } = lazyComponent<OutgoingFilesProps>(
  async () => (await import('./OutgoingFiles.tsx')).OutgoingFiles,
)

interface OutgoingBubbleProps extends Quoting {
  entry: OutgoingMessage
  /** Null before the first message. */
  conversationId: string | null
}

/** A message that is not sent yet, with its state. */
export const OutgoingBubble = ({ entry, conversationId, ...quoting }: OutgoingBubbleProps) => {
  const linked = linkedPost(entry.content, location.origin)
  const hasMedia = entry.files !== undefined
  return (
    <BubbleShell
      own
      opensGroup
      closesGroup
      framed={hasMedia || linked !== null}
      isLarge={isDrawnLarge(entry, hasMedia)}
      note={
        <span
          className={clsx('s-bubble-state', entry.state === 'failed' && 's-bubble-failed')}
          role={entry.state === 'failed' ? 'alert' : undefined}
        >
          {entry.state === 'waiting' && <Clock aria-hidden="true" />}
          {entry.sentence ?? NOTES[entry.state]}
          {entry.state === 'failed' && (
            <button
              type="button"
              className="s-bubble-retry touch"
              onClick={() => decide(retrySend, entry.clientId)}
            >
              <RotateCcw aria-hidden="true" /> Retry
            </button>
          )}
          {canDiscard(entry) && (
            <button type="button" className="s-bubble-retry touch" onClick={() => decide(discard, entry)}>
              <X aria-hidden="true" /> {entry.state === 'failed' ? 'Discard' : 'Cancel'}
            </button>
          )}
        </span>
      }
    >
      {entry.replyTo !== undefined && conversationId && (
        <Quoted conversationId={conversationId} seq={entry.replyTo} {...quoting} />
      )}
      {entry.files && <OutgoingFiles files={entry.files} />}
      <Words content={entry.content} linked={linked} />
    </BubbleShell>
  )
}

// Discards an unsent message and its uploads.
function discard({ clientId, files = [] }: OutgoingMessage): void {
  abandonSend(clientId)
  for (const { id } of files) cancelUpload(id)
}

function decide<T>(act: (what: T) => void, what: T): void {
  act(what)
  // The button is removed.
  focusComposer()
}
