import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import type { MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import type { LinkCardProps } from '#client/features/media/LinkCard.tsx'
import { AttachedMedia } from '#client/features/media/MediaBox.tsx'
import type { VoiceMessageProps } from '#client/features/media/voice/VoiceMessage.tsx'
import { QuoteSlot } from '#client/features/posts/card/QuoteSlot.tsx'
import { messageVersions } from '#client/features/messages/data/messages.actions.ts'
import { Edited } from '#client/features/posts/versions/Edited.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { RichText } from '#client/ui/RichText.tsx'
import { clockTime } from '#client/ui/locale.ts'
import { BubbleMenu } from './BubbleMenu.tsx'
import { BubbleReactions } from './BubbleReactions.tsx'
import { focusComposer } from './focus-composer.ts'
import { linkedPost } from './post-link.ts'
import { authorMark } from './groups/lazy-parts.ts'
import { Quoted, type Quoting } from './Quoted.tsx'
import { HIDDEN_WORDS, isDrawnLarge } from './thread-rows.ts'
import { useLongPress } from './useLongPress.ts'
import './Bubble.css'

interface ShellProps {
  own: boolean
  opensGroup: boolean
  closesGroup: boolean
  /** Holds a picture, video or card, with a narrow frame. */
  framed: boolean
  /** One to three emoji, drawn large and without a bubble. */
  isLarge?: boolean
  children: ReactNode
  /** In a group: who wrote it, above the first of their bubbles. */
  author?: ReactNode
  /** Under the bubble. */
  reactions?: ReactNode
  /** Under them: time, state. */
  note?: ReactNode
  actions?: ReactNode
}

/** A bubble with its note, and what stands beside it. */
export const BubbleShell = ({
  own,
  opensGroup,
  closesGroup,
  framed,
  isLarge,
  children,
  author,
  reactions,
  note,
  actions,
}: ShellProps) => (
  <div className={clsx('s-bubble-row', own && 's-bubble-own', opensGroup && 's-bubble-opens')}>
    {author}
    <div className="s-bubble-line">
      <div
        {...useLongPress(openMenu)}
        className={clsx(
          's-bubble',
          opensGroup && 's-bubble-first',
          closesGroup && 's-bubble-last',
          framed && 's-bubble-framed',
          isLarge && 's-bubble-large',
        )}
      >
        {children}
      </div>
      {actions}
    </div>
    {reactions}
    {note && <div className="s-bubble-note">{note}</div>}
  </div>
)

// The menu's button stands beside the bubble.
const openMenu = (bubble: HTMLElement): void =>
  bubble.parentElement?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()

interface BubbleProps extends Quoting {
  message: MessageView
  own: boolean
  opensGroup: boolean
  closesGroup: boolean
  /** Set on the viewer's last message only: 'Sent' or 'Read'. */
  state?: string
  canReply: boolean
  /** In a request, the card of a post that the stranger links to is not shown. */
  veiled: boolean
  /** In a group, of others: who wrote it. */
  author?: ActorView | undefined
  /** In a group: who has read the viewer's last message. */
  readers?: ReactNode
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
  canReply,
  veiled,
  author,
  readers,
  onDelete,
  onReport,
  onTakeBack,
  ...quoting
}: BubbleProps) => {
  const time = clockTime(Date.parse(message.createdAt))
  const timeBelow = closesGroup || state !== undefined || message.editedAt !== undefined
  const linked = veiled ? null : linkedPost(message.content, location.origin)
  const { mediaUrl, linkCard } = message
  const hasCard = linkCard !== undefined && linked === null
  const { viewerId, nameOf } = quoting
  const Author = useLazy(authorMark, author !== undefined)
  const isThere = !message.deleted && !message.hidden
  return (
    <BubbleShell
      own={own}
      opensGroup={opensGroup}
      closesGroup={closesGroup}
      framed={mediaUrl !== null || linked !== null || hasCard}
      isLarge={isDrawnLarge(message, message.mediaType !== null)}
      author={author && opensGroup && Author && <Author person={author} />}
      reactions={isThere && <BubbleReactions {...{ message, viewerId, nameOf }} canReact={canReply} />}
      note={
        timeBelow && (
          <Note
            {...{ message, time, state, readers }}
            onTakeBack={message.deleted ? undefined : onTakeBack}
          />
        )
      }
      actions={
        <>
          {isThere && <BubbleMenu {...{ message, viewerId, own, canReply, onDelete, onReport }} />}
          {!timeBelow && (
            <time dateTime={message.createdAt} className="s-bubble-time">
              {time}
            </time>
          )}
        </>
      }
    >
      {!isThere ? (
        <p className="s-bubble-erased">{message.hidden ? HIDDEN_WORDS : 'Message deleted'}</p>
      ) : (
        <>
          {message.replyTo !== undefined && (
            <Quoted conversationId={message.conversationId} seq={message.replyTo} {...quoting} />
          )}
          {mediaUrl === null ? (
            message.mediaType && <p className="s-bubble-erased">{VEILED[message.mediaType]}</p>
          ) : (
            <Files {...message} mediaUrl={mediaUrl} />
          )}
          <Words content={message.content} linked={linked} />
          {hasCard && <Card card={linkCard} withPicture />}
        </>
      )}
    </BubbleShell>
  )
}

interface NoteProps extends Pick<BubbleProps, 'message' | 'readers'> {
  time: string
  state: string | undefined
  onTakeBack: (() => void) | undefined
}

/** Under a bubble: when it was written, and what became of it. */
const Note = ({ message, time, state, readers, onTakeBack }: NoteProps) => (
  <>
    <time dateTime={message.createdAt}>{state ? `${time} · ${state}` : time}</time>
    {readers}
    {message.editedAt && <Edited of={editedText(message)} className="s-bubble-edited touch" />}
    {state && onTakeBack && <TakeBack onPress={onTakeBack} />}
  </>
)

const editedText = (message: MessageView) => ({
  key: ['messages', message.id] as const,
  text: message.content,
  at: message.editedAt ?? message.createdAt,
  fetch: (signal: AbortSignal) => messageVersions(message, signal),
})

/** In place of the files of a stranger (LIVE L45). */
const VEILED = {
  image: 'A photo, shown once you accept',
  video: 'A video, shown once you accept',
  audio: 'A voice message, played once you accept',
} as const

const { Late: VoiceMessage } = lazyComponent<VoiceMessageProps>(
  async () => (await import('#client/features/media/voice/VoiceMessage.tsx')).VoiceMessage,
)

/** A voice message, a video or pictures. */
const Files = (shown: MessageView & { mediaUrl: string }) => {
  const { media, mediaType } = shown
  if (mediaType !== 'audio') return <AttachedMedia {...shown} />
  return <div className="s-bubble-voice">{media && <VoiceMessage media={media} />}</div>
}

const { Late: LinkCard } = lazyComponent<LinkCardProps>(
  async () => (await import('#client/features/media/LinkCard.tsx')).LinkCard,
)

/** Keeps its room until its code is loaded. */
const Card = (props: LinkCardProps) => (
  <div className="s-bubble-card">
    <LinkCard {...props} />
  </div>
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
export const Words = ({ content, linked }: { content: string; linked: ReturnType<typeof linkedPost> }) => {
  const words = linked ? linked.words : content
  return (
    <>
      {words !== '' && <RichText text={words} className="s-bubble-text" />}
      {linked && <QuoteSlot id={linked.postId} />}
    </>
  )
}
