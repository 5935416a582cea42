import { memo, useId } from 'react'
import { useShownPost } from '#client/features/posts/data/shown-post.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { useComment } from '#client/features/comments/data/comments.store.ts'
import { cutText } from '#contract/text.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { RichText } from '#client/ui/RichText.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'

interface ReplyRowProps {
  /** The comment's. */
  id: string
  postId: string
  /** Place in the list, from 1. */
  position: number
}

/** A comment and below it its post. Renders nothing when one of them was deleted. */
export const ReplyRow = memo(({ id, postId, position }: ReplyRowProps) => {
  const comment = useComment(id)
  const post = useShownPost(postId)
  const nameId = useId()
  if (!comment || !post) return null
  const { author } = comment
  return (
    <article
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={-1}
      className="flex gap-3 border-b border-hairline px-4 py-4 sm:px-5"
    >
      <Avatar
        name={author.displayName}
        seed={author.handle}
        src={author.avatarUrl}
        size={40}
        className="shrink-0"
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-1.5">
          <span id={nameId} dir="auto" className="one-line font-semibold">
            {author.displayName}
          </span>
          <span className="one-line shrink-[2] text-sm text-ink-faint">@{author.handle}</span>
          <RelativeTime at={comment.createdAt} className="ms-auto shrink-0 text-sm text-ink-faint" />
        </p>
        <p className="one-line text-sm text-ink-soft">
          Replying to{' '}
          <TextLink to={`/u/${post.author.handle}`} tone="inline">
            @{post.author.handle}
          </TextLink>
        </p>
        <RichText text={comment.text} className="mt-1 text-read" />
        <Answered post={post} />
      </div>
    </article>
  )
})
ReplyRow.displayName = 'ReplyRow'

const QUOTED = 140

const Answered = ({ post }: { post: ShownPost }) => (
  <Link
    to={`/p/${post.id}`}
    className="mt-3 block rounded-md border border-hairline p-3 text-sm hover:bg-wash"
  >
    <span dir="auto" className="one-line block font-semibold">
      {post.author.displayName}
    </span>
    <span dir="auto" className="written block text-ink-soft">
      {post.contentWarn ?? (post.nsfw ? 'Sensitive content' : cutText(post.text, QUOTED))}
    </span>
  </Link>
)
