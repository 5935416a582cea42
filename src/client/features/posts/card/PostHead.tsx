import { fetchPostVersions } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { Edited } from '#client/features/posts/versions/Edited.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextLink, linkClass } from '#client/ui/TextLink.tsx'
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
    {post.editedAt && <EditedPost post={post} />}
  </>
)

/** While a warning covers the text, it covers the earlier ones too. */
const EditedPost = ({ post }: { post: ShownPost }) =>
  useIsTextCovered(post) ? (
    <span className="s-post-edited">edited</span>
  ) : (
    <Edited of={editedText(post)} className={linkClass('quiet', 's-post-edited touch')} />
  )

const editedText = ({ id, text, editedAt, createdAt }: ShownPost) => ({
  key: ['posts', id] as const,
  text,
  at: editedAt ?? createdAt,
  fetch: (signal: AbortSignal) => fetchPostVersions(id, signal),
})
