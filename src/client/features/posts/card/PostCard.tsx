import { clsx } from 'clsx'
import { MessageCircle, Users } from 'lucide-react'
import { memo, useCallback, useId, useState } from 'react'
import type { ReactionEmoji } from '#contract/posts.ts'
import { useReactions, useShownPost } from '#client/features/posts/data/shown-post.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { markArrived, usePostsOutbox } from '#client/features/posts/data/outbox.store.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Num } from '#client/ui/Num.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { clockTime, longDate } from '#client/ui/locale.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { DialBadge } from './DialBadge.tsx'
import { opensPost } from './open-post.ts'
import { reactToPost } from './post-actions.ts'
import { PostBody } from './PostBody.tsx'
import { PostHead } from './PostHead.tsx'
import { ReactionBar } from '#client/features/writing/emoji/ReactionBar.tsx'
import { ShareMenu } from './ShareMenu.tsx'
import { useCardState } from './card-state.store.ts'
import { whoReacted } from './who-reacted.ts'
import './PostCard.css'

interface PostPlace {
  /** page: on its own page, with the whole text and its comments open. Default list. */
  place?: 'list' | 'page'
  /** Position in the list, from 1, for assistive technology. */
  position?: number
  /** Called when the viewer has removed the post. */
  onGone?: () => void
}

/** A post (product section 2, Post card), updated live. Renders nothing when the post is deleted. */
export const PostCard = memo(({ id, ...place }: PostPlace & { id: string }) => {
  const post = useShownPost(id)
  return post ? <PostArticle post={post} {...place} /> : null
})
PostCard.displayName = 'PostCard'

/** A post from given data. */
export const PostArticle = ({ post, place = 'list', position, onGone }: PostPlace & { post: ShownPost }) => {
  const [{ comments }] = useCardState(post.id)
  const nameId = useId()
  const { author } = post
  const arriving = usePostsOutbox((outbox) => outbox.arriving === post.id)
  return (
    <article
      className={clsx(
        's-post',
        place === 'page' ? 's-post-page' : 's-post-opens',
        arriving && 's-post-arriving',
      )}
      onAnimationEnd={arriving ? markArrived : undefined}
      aria-labelledby={nameId}
      tabIndex={-1}
      {...(place === 'list' && opensPost)}
      {...(position && { 'aria-posinset': position, 'aria-setsize': -1 })}
    >
      <Link to={`/u/${author.handle}`} tabIndex={-1} aria-hidden="true" className="s-post-face">
        <Avatar name={author.displayName} seed={author.handle} src={author.avatarUrl} size={40} />
      </Link>
      <div className="s-post-main">
        <PostHead post={post} nameId={nameId} onGone={onGone} />
        <PostBody post={post} full={place === 'page'} />
        {place === 'page' && !post.sending && <WrittenAt createdAt={post.createdAt} />}
        {post.dial && <DialBadge dial={post.dial} />}
      </div>
      <div className="s-post-actions">
        <PostReactions post={post} />
        <span className="s-post-tools">
          {place === 'list' ? <CommentsToggle post={post} /> : <ReactorsButton post={post} />}
          <ShareMenu post={post} />
        </span>
      </div>
      {place === 'list' && comments && <CardComments postId={post.id} />}
    </article>
  )
}

/** They change before the server answers (product section 2). */
const PostReactions = ({ post }: { post: ShownPost }) => {
  const { reaction, reactionCounts } = useReactions(post)
  const { id } = post
  const onReact = useCallback((emoji: ReactionEmoji) => void reactToPost(id, emoji), [id])
  return <ReactionBar counts={reactionCounts} own={reaction} disabled={post.sending} onReact={onReact} />
}

/** The server does not know the reader's time zone. */
const WrittenAt = ({ createdAt }: Pick<ShownPost, 'createdAt'>) => {
  const zone = useHydrating() ? 'UTC' : undefined
  const at = Date.parse(createdAt)
  return (
    <time dateTime={createdAt} className="s-post-written">
      {longDate(at, zone)}, {clockTime(at, zone)}
    </time>
  )
}

const CommentsToggle = ({ post }: { post: ShownPost }) => {
  const [{ comments }, change] = useCardState(post.id)
  const count = post._count.comments
  return (
    <button
      type="button"
      className="s-post-tool"
      aria-expanded={comments}
      aria-label={count === 0 ? 'Comments' : `Comments, ${count}`}
      disabled={post.sending}
      onPointerEnter={thread.preload}
      onFocus={thread.preload}
      onClick={() => change({ comments: !comments })}
    >
      <MessageCircle />
      {count > 0 && <Num value={count} />}
    </button>
  )
}

const ReactorsButton = ({ post }: { post: ShownPost }) => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Reactors = useLazy(whoReacted, open, close)
  return (
    <>
      <IconButton
        size="sm"
        label="Who reacted"
        icon={<Users />}
        aria-haspopup="dialog"
        onPointerEnter={whoReacted.preload}
        onFocus={whoReacted.preload}
        onClick={() => setOpen(true)}
      />
      {Reactors && <Reactors post={post} open={open} onClose={close} />}
    </>
  )
}

/** Lazy: most cards of a list are never opened, and the list comes first. */
const thread = lazyComponent<{ postId: string; className?: string }>(
  async () => (await import('#client/features/comments/Comments.tsx')).Comments,
)

/** The open thread under a card in a list. */
const CardComments = ({ postId }: { postId: string }) => {
  const [failed, setFailed] = useState(false)
  const Comments = useLazy(thread, !failed, () => setFailed(true), { quiet: true })
  if (Comments) return <Comments postId={postId} className="s-post-comments" />
  return failed ? <Failed onRetry={() => setFailed(false)} /> : <Waiting />
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert" className="s-post-comments py-3 text-sm text-ink-soft">
    Failed to fetch comments.{' '}
    <Button variant="ghost" size="sm" onClick={onRetry}>
      Retry
    </Button>
  </p>
)

const Waiting = () => (
  <SkeletonGroup label="Loading comments..." className="s-post-comments flex gap-3 py-3">
    <Skeleton shape="circle" width={32} height={32} />
    <Skeleton width="60%" />
  </SkeletonGroup>
)
