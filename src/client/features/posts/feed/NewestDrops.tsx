import type { PageOf } from '#contract/site.first-page.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { plural } from '#contract/plural.ts'
import { useShownPost } from '#client/features/posts/data/shown-post.ts'
import { seedPostList } from '#client/features/posts/data/post-lists.ts'
import { useWatchPosts } from '#client/live/watch.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Num } from '#client/ui/Num.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { FOR_YOU } from '#client/features/posts/data/post-sources.ts'
import { NewestDropsSkeleton, SHOWN } from './NewestDropsSkeleton.tsx'
import { useNothingWaits, usePostList } from './usePostList.ts'

/**
 * The newest posts as they arrive, for the landing page (DECISIONS row 3). Renders nothing when there are
 * none.
 */
export const NewestDrops = () => {
  const list = usePostList(FOR_YOU)
  const { ids, loading } = list
  const shown = ids.slice(0, SHOWN)
  useWatchPosts(shown)
  // This list is only an example.
  useNothingWaits(list)
  if (loading) return <NewestDropsSkeleton />
  if (shown.length === 0) return null
  return (
    <ol className="s-newest" aria-label="Newest drops">
      {shown.map((id) => (
        <LiveDrop key={id} id={id} />
      ))}
    </ol>
  )
}

export const seedNewest = ({ posts }: PageOf<'landing'>, askedAt: number): void =>
  seedPostList(FOR_YOU, posts, askedAt)

const LiveDrop = ({ id }: { id: string }) => {
  const post = useShownPost(id)
  return post ? <Drop post={post} /> : null
}

const Drop = ({ post }: { post: PublicPostView }) => {
  const { author, contentWarn, id, text } = post
  return (
    <li className="s-newest-drop anim-rise">
      <Avatar name={author.displayName} seed={author.handle} src={author.avatarUrl} size={40} />
      <div className="min-w-0">
        <p className="s-newest-head">
          <TextLink tone="quiet" to={`/u/${author.handle}`} className="font-semibold one-line" dir="auto">
            {author.displayName}
          </TextLink>
          <span className="flex-none text-ink-faint">
            <RelativeTime at={post.createdAt} />
          </span>
        </p>
        <Link to={`/p/${id}`} className="s-newest-text" dir="auto">
          {contentWarn ?? text}
        </Link>
        <p className="s-newest-foot">
          <Count value={post._count.reactions} one="reaction" many="reactions" />
          <Count value={post._count.comments} one="comment" many="comments" />
        </p>
      </div>
    </li>
  )
}

const Count = ({ value, one, many }: { value: number; one: string; many: string }) =>
  value > 0 && (
    <span>
      <Num value={value} /> {plural(value, one, many)}
    </span>
  )
