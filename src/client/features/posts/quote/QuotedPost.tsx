import { EyeOff, TriangleAlert } from 'lucide-react'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { useOnePost } from './useOnePost.ts'
import './QuotedPost.css'

/**
 * A post as another post or a message shows it: a card that leads to it, with what it quotes itself left out.
 * Who may not see the post reads the same as of a deleted one.
 */
export const QuotedPost = ({ id }: { id: string }) => {
  const { post, query } = useOnePost(id)
  if (post) return <QuoteCard post={post} />
  if (query.isPending) return <Loading />
  if (query.isError)
    return (
      <p className="s-quote-none">
        Failed to fetch the drop.{' '}
        <Button variant="ghost" size="sm" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </p>
    )
  return <p className="s-quote-none">This drop went down the drain.</p>
}

const QuoteCard = ({ post }: { post: ShownPost }) => {
  const { id, author, createdAt, text, contentWarn, nsfw, mediaUrl } = post
  const isCovered = contentWarn !== null || (nsfw && mediaUrl !== null)
  // As on the card of the post: a warning covers the media, or the text if there are none.
  const hidesText = contentWarn !== null && mediaUrl === null
  return (
    <Link to={`/p/${id}`} className="s-quote">
      <span className="s-quote-main">
        <span className="s-quote-head">
          <Avatar name={author.displayName} seed={author.handle} src={author.avatarUrl} size={24} />
          <span className="s-quote-who">
            <span dir="auto" className="s-quote-name">
              {author.displayName}
            </span>{' '}
            @{author.handle}
          </span>
          <span className="s-quote-when">
            <RelativeTime at={createdAt} />
          </span>
        </span>
        {hidesText ? (
          <span className="s-quote-text s-quote-warning" dir="auto">
            <TriangleAlert /> {contentWarn}
          </span>
        ) : (
          <span className="s-quote-text" dir="auto">
            {text}
          </span>
        )}
      </span>
      {mediaUrl !== null && <Thumbnail post={post} covered={isCovered} />}
    </Link>
  )
}

const Thumbnail = ({
  post: { media, mediaType, altText, morePictures },
  covered,
}: {
  post: ShownPost
  covered: boolean
}) => {
  const src = covered ? media?.placeholder : (media?.poster ?? media?.variants.card ?? media?.placeholder)
  const name = altText ?? (mediaType === 'video' ? 'Video' : 'Photo')
  return (
    <span className={covered ? 's-quote-media s-quote-covered' : 's-quote-media'}>
      {src && <img src={src} alt={covered ? '' : name} loading="lazy" />}
      {morePictures && !covered && <span className="s-quote-more tabular">+{morePictures.length}</span>}
      {covered && <EyeOff aria-label="Sensitive content" role="img" />}
    </span>
  )
}

const Loading = () => (
  <SkeletonGroup label="Loading the quoted drop..." className="s-quote">
    <span className="s-quote-main">
      <span className="s-quote-head">
        <Skeleton shape="circle" width={24} height={24} />
        <Skeleton width="8rem" />
      </span>
      <Skeleton width="90%" className="mt-2" />
      <Skeleton width="60%" className="mt-1.5" />
    </span>
  </SkeletonGroup>
)
