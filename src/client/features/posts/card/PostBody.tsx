import { clsx } from 'clsx'
import { EyeOff, TriangleAlert } from 'lucide-react'
import { LIMITS } from '#contract/limits.ts'
import { firstLines, wholeCharacters, withoutFloods } from '#contract/text.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { LinkCard } from '#client/features/media/LinkCard.tsx'
import { AttachedMedia } from '#client/features/media/MediaBox.tsx'
import { MascotFor } from '#client/ui/Mascot.tsx'
import { RichText, ShowMore } from '#client/ui/RichText.tsx'
import { QuoteSlot } from './QuoteSlot.tsx'
import { isCovered, useCardState } from './card-state.store.ts'
import type { CSSProperties, ReactNode } from 'react'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import type { PollProps } from '#client/features/posts/polls/Poll.tsx'
import './PollSlot.css'

interface PostBodyProps {
  post: ShownPost
  /** Shows the whole text: on the post's own page. */
  full: boolean
}

/** Text and media. A content warning covers the media (without media the text) until it is clicked. */
export const PostBody = ({ post, full }: PostBodyProps) => {
  const [{ revealed }, change] = useCardState(post.id)
  const hasMedia = post.mediaUrl !== null
  const covered = isCovered(post, revealed)
  const reveal = () => change({ revealed: true })
  const cover = <Cover warning={post.contentWarn} tall={hasMedia} onReveal={reveal} />
  const text = <PostText post={post} full={full} />
  if (!hasMedia && covered) return <WithMascot id={post.id}>{cover}</WithMascot>
  return (
    <>
      {post.mediaUrl === null ? (
        <WithMascot id={post.id}>{text}</WithMascot>
      ) : (
        <>
          {text}
          <AttachedMedia {...mediaOf(post)} mediaUrl={post.mediaUrl} cover={covered ? cover : null} />
        </>
      )}
      {post.poll && <PollSlot post={post} poll={post.poll} />}
      {post.quotedId && <QuoteSlot id={post.quotedId} />}
      {post.linkCard && <LinkCard card={post.linkCard} withPicture={!post.nsfw} />}
    </>
  )
}

/** A post without media has a mascot (product section 2), and its text flows around it. */
const WithMascot = ({ id, children }: { id: string; children: ReactNode }) => (
  <div className="s-post-words">
    <MascotFor id={id} size={48} className="s-post-mascot" />
    {children}
  </div>
)

const PostText = ({ post, full }: PostBodyProps) => {
  const [{ expanded }, change] = useCardState(post.id)
  const short = full || expanded ? null : shortText(post.text)
  return (
    <>
      <RichText text={short ?? post.text} className="s-post-text" />
      {short !== null && (
        <ShowMore
          onPress={(button) => {
            focusPost(button)
            change({ expanded: true })
          }}
        />
      )}
    </>
  )
}

const Cover = ({
  warning,
  tall,
  onReveal,
}: {
  warning: string | null
  tall: boolean
  onReveal: () => void
}) => (
  <button
    type="button"
    className={clsx('s-cover', tall && 's-cover-tall')}
    onClick={({ currentTarget }) => {
      focusPost(currentTarget)
      onReveal()
    }}
  >
    {warning === null ? <EyeOff /> : <TriangleAlert />}
    <span className="s-cover-words">
      <span className="s-cover-title" dir="auto">
        {warning ?? 'Sensitive content'}
      </span>
      <span className="s-cover-hint">{warning === null ? 'Show it' : 'Content warning. Show it'}</span>
    </span>
  </button>
)

// The clicked button is removed: focus moves to the post.
const focusPost = (button: HTMLElement): void => button.closest('article')?.focus({ preventScroll: true })

const mediaOf = ({ mediaType, media, altText, morePictures }: ShownPost) => ({
  mediaType,
  media,
  altText,
  morePictures,
})

/** How far before the limit a space is searched, so that no word is cut. UTF-16 units. */
const REACH = 24

/**
 * The start of a long text (product section 9: 280 characters, then 'Show more'; or so many lines); null when the
 * text is short. Ends at a space when one is near, and never inside a character.
 */
export function shortText(written: string): string | null {
  const text = withoutFloods(written)
  const head = firstLines(text, LIMITS.postLines)
  return shortWords(head ?? text) ?? head
}

function shortWords(text: string): string | null {
  if (text.length <= LIMITS.postTruncate) return null
  const head = text.slice(0, LIMITS.postTruncate)
  const blank = head.search(/\s\S*$/)
  const end = blank >= LIMITS.postTruncate - REACH ? blank : wholeCharacters(head)
  return `${text.slice(0, end).trimEnd()}…`
}

const { Late: Poll } = lazyComponent<PollProps>(
  async () => (await import('#client/features/posts/polls/Poll.tsx')).Poll,
)

/** The place of a poll, as high as it will be with or without results, so that nothing moves. */
const PollSlot = ({ post, poll }: PollProps) => (
  <div className="s-poll-slot" style={{ '--options': poll.options.length } as CSSProperties}>
    <Poll key={post.id} post={post} poll={poll} />
  </div>
)
