import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import type { PostVersionsProps } from '#client/features/posts/versions/PostVersions.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextLink, linkClass } from '#client/ui/TextLink.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { useIsTextCovered } from './card-state.store.ts'
import { PostMenu } from './PostMenu.tsx'

interface PostHeadProps {
  post: ShownPost
  nameId: string
  onGone?: (() => void) | undefined
}

/**
 * Author and time on one line. When it is too narrow the handle is cut first, then the name, never the time.
 */
export const PostHead = ({ post, nameId, onGone }: PostHeadProps) => (
  <header className="s-post-head">
    <span className="s-post-who">
      <TextLink tone="quiet" to={`/u/${post.author.handle}`} id={nameId} className="s-post-name" dir="auto">
        {post.author.displayName}
      </TextLink>
      <Link to={`/u/${post.author.handle}`} tabIndex={-1} className="s-post-handle">
        @{post.author.handle}
      </Link>
    </span>
    <span className="s-post-when">
      {post.sending ? <span role="status">Flushing...</span> : <When post={post} />}
    </span>
    {post.nsfw && <Badge tone="danger">NSFW</Badge>}
    <span className="s-post-menu">
      <PostMenu post={post} onGone={onGone} />
    </span>
  </header>
)

const When = ({ post }: { post: ShownPost }) => (
  <>
    <TextLink tone="quiet" to={`/p/${post.id}`}>
      <RelativeTime at={post.createdAt} />
    </TextLink>
    {post.editedAt && <Edited post={post} />}
  </>
)

const versions = lazyComponent<PostVersionsProps>(
  async () => (await import('#client/features/posts/versions/PostVersions.tsx')).PostVersions,
)

/** Opens what the post said before, except while a warning covers its text. */
const Edited = ({ post }: { post: ShownPost }) => {
  const isCovered = useIsTextCovered(post)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Versions = useLazy(versions, open, close)
  if (isCovered) return <span className="s-post-edited">edited</span>
  return (
    <>
      <button
        type="button"
        className={linkClass('quiet', 's-post-edited touch')}
        aria-haspopup="dialog"
        aria-label="edited, show the edit history"
        onPointerEnter={versions.preload}
        onFocus={versions.preload}
        onClick={() => setOpen(true)}
      >
        edited
      </button>
      {Versions && <Versions post={post} open={open} onClose={close} />}
    </>
  )
}
