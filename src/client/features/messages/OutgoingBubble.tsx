import { clsx } from 'clsx'
import { Clock, RotateCcw, X } from 'lucide-react'
import { useEffect } from 'react'
import { cancelUpload } from '#client/features/media/data/uploads.actions.ts'
import { previewOf, showSlot, useUploadIn } from '#client/features/media/data/uploads.store.ts'
import { MediaBox } from '#client/features/media/MediaBox.tsx'
import { UploadProgress } from '#client/features/media/UploadProgress.tsx'
import { canDiscard, outgoingSlot } from '#client/features/messages/data/outbox-media.ts'
import { abandonSend, retrySend } from '#client/features/messages/data/outbox.actions.ts'
import type { OutgoingMessage } from '#client/features/messages/data/outbox.store.ts'
import { Shell, Words } from './Bubble.tsx'
import { Quoted, type Quoting } from './Quoted.tsx'
import { isDrawnLarge } from './thread-rows.ts'
import { focusComposer } from './focus-composer.ts'
import { linkedPost } from './post-link.ts'

const NOTES = { sending: 'Sending', waiting: 'Waiting for the connection', failed: 'Not sent' } as const

interface OutgoingBubbleProps extends Quoting {
  entry: OutgoingMessage
  /** Null before the first message. */
  conversationId: string | null
}

/** A message that is not sent yet, with its state. */
export const OutgoingBubble = ({ entry, conversationId, ...quoting }: OutgoingBubbleProps) => {
  const linked = linkedPost(entry.content, location.origin)
  const hasMedia = entry.upload !== undefined || entry.media !== undefined
  return (
    <Shell
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
      {entry.media ? (
        <MediaBox
          mediaUrl={entry.media.view.mediaUrl}
          mediaType={entry.media.view.mediaType}
          media={entry.media.view}
          altText={entry.media.altText}
        />
      ) : (
        entry.upload && <OutgoingFile uploadId={entry.upload.id} />
      )}
      <Words content={entry.content} linked={linked} />
    </Shell>
  )
}

// Discards an unsent message and its upload.
function discard({ clientId, upload }: OutgoingMessage): void {
  abandonSend(clientId)
  if (upload) cancelUpload(upload.id)
}

function decide<T>(act: (what: T) => void, what: T): void {
  act(what)
  // The button is removed.
  focusComposer()
}

/** The file of a message that is being sent, with its progress. */
const OutgoingFile = ({ uploadId }: { uploadId: string }) => {
  const slot = outgoingSlot(uploadId)
  const upload = useUploadIn(slot)
  useEffect(() => showSlot(slot), [slot])
  if (!upload) return null
  const address = previewOf(uploadId)
  return (
    <div className="s-outgoing-file">
      {upload.kind === 'video' ? (
        <video src={address} muted playsInline preload="metadata" />
      ) : (
        <img src={address} alt={upload.name} />
      )}
      {upload.phase !== 'failed' && <UploadProgress upload={upload} />}
    </div>
  )
}
