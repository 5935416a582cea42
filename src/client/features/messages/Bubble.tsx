import { clsx } from 'clsx'
import { Clock, Flag, RotateCcw, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { MessageView } from '#contract/messages.ts'
import { cancelUpload } from '#client/features/media/data/uploads.actions.ts'
import { canDiscard, outgoingSlot } from '#client/features/messages/data/outbox-media.ts'
import { abandonSend, retrySend } from '#client/features/messages/data/outbox.actions.ts'
import type { OutgoingMessage } from '#client/features/messages/data/outbox.store.ts'
import { MediaBox } from '#client/features/media/MediaBox.tsx'
import { previewOf, showSlot, useUploadIn } from '#client/features/media/data/uploads.store.ts'
import { UploadProgress } from '#client/features/media/UploadProgress.tsx'
import { QuoteSlot } from '#client/features/posts/card/QuoteSlot.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { RichText } from '#client/ui/RichText.tsx'
import { linkedPost } from './post-link.ts'
import { clockTime } from './times.ts'
import './Bubble.css'

interface ShellProps {
  own: boolean
  opensGroup: boolean
  closesGroup: boolean
  /** Holds a picture, video or card, with a narrow frame. */
  framed: boolean
  children: ReactNode
  /** Under the bubble: time, state. */
  note?: ReactNode
  actions?: ReactNode
}

const Shell = ({ own, opensGroup, closesGroup, framed, children, note, actions }: ShellProps) => (
  <div className={clsx('s-bubble-row', own && 's-bubble-own', opensGroup && 's-bubble-opens')}>
    <div className="s-bubble-line">
      <div
        className={clsx(
          's-bubble',
          opensGroup && 's-bubble-first',
          closesGroup && 's-bubble-last',
          framed && 's-bubble-framed',
        )}
      >
        {children}
      </div>
      {actions}
    </div>
    {note && <div className="s-bubble-note">{note}</div>}
  </div>
)

interface BubbleProps {
  message: MessageView
  own: boolean
  opensGroup: boolean
  closesGroup: boolean
  /** Set on the viewer's last message only: 'Sent' or 'Read'. */
  state?: string
  /** One's own can be deleted, the other person's reported. */
  onDelete?: () => void
  onReport?: () => void
  /** Set while one's own newest message can be taken back. */
  onTakeBack?: () => void
}

/** One message. The last of a group shows its time below, the others beside it on hover, focus and long press. */
export const Bubble = ({
  message,
  own,
  opensGroup,
  closesGroup,
  state,
  onDelete,
  onReport,
  onTakeBack,
}: BubbleProps) => {
  const time = clockTime(message.createdAt)
  const timeBelow = closesGroup || state !== undefined
  const linked = linkedPost(message.content, location.origin)
  return (
    <Shell
      own={own}
      opensGroup={opensGroup}
      closesGroup={closesGroup}
      framed={message.mediaUrl !== null || linked !== null}
      note={
        timeBelow && (
          <>
            <time dateTime={message.createdAt}>{state ? `${time} · ${state}` : time}</time>
            {state && onTakeBack && !message.deleted && <TakeBack onPress={onTakeBack} />}
          </>
        )
      }
      actions={
        <>
          {!message.deleted && (
            <>
              {onDelete && <BubbleAction label="Delete message" icon={<Trash2 />} onClick={onDelete} />}
              {onReport && <BubbleAction label="Report message" icon={<Flag />} onClick={onReport} />}
            </>
          )}
          {!timeBelow && (
            <time dateTime={message.createdAt} className="s-bubble-time">
              {time}
            </time>
          )}
        </>
      }
    >
      {message.deleted ? (
        <p className="s-bubble-erased">Message deleted</p>
      ) : (
        <>
          {message.mediaUrl !== null && (
            <MediaBox
              mediaUrl={message.mediaUrl}
              mediaType={message.mediaType}
              media={message.media}
              altText={message.altText}
            />
          )}
          <Words content={message.content} linked={linked} />
        </>
      )}
    </Shell>
  )
}

const BubbleAction = (props: { label: string; icon: ReactNode; onClick: () => void }) => (
  <IconButton {...props} size="sm" className="s-bubble-action" />
)

/** Is removed when its time is over: the focus moves on. */
const TakeBack = ({ onPress }: { onPress: () => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => void (document.activeElement === current && focusComposer())
  }, [])
  return (
    <button ref={button} type="button" className="s-bubble-retry touch" onClick={onPress}>
      Undo
    </button>
  )
}

/** The text, and the card of a post that it links to. */
const Words = ({ content, linked }: { content: string; linked: ReturnType<typeof linkedPost> }) => {
  const words = linked ? linked.words : content
  return (
    <>
      {words !== '' && <RichText text={words} className="s-bubble-text" />}
      {linked && <QuoteSlot id={linked.postId} />}
    </>
  )
}

const NOTES = { sending: 'Sending', waiting: 'Waiting for the connection', failed: 'Not sent' } as const

/** A message that is not sent yet, with its state. */
export const OutgoingBubble = ({ entry }: { entry: OutgoingMessage }) => {
  const linked = linkedPost(entry.content, location.origin)
  return (
    <Shell
      own
      opensGroup
      closesGroup
      framed={entry.upload !== undefined || entry.media !== undefined || linked !== null}
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

const focusComposer = (): void => document.querySelector<HTMLElement>('.s-thread-composer textarea')?.focus()

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
