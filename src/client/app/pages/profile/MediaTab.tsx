import { EyeOff, Image, Images, Play } from 'lucide-react'
import { memo, useMemo } from 'react'
import { counted } from '#contract/plural.ts'
import { useShownPost } from '#client/features/posts/data/shown-post.ts'
import { ListEnd } from '#client/features/posts/feed/ListEnd.tsx'
import { ListFailure } from '#client/features/posts/feed/ListStates.tsx'
import { mediaBy } from '#client/features/posts/data/post-sources.ts'
import { useOnScreen } from '#client/features/posts/feed/useOnScreen.ts'
import { useNothingWaits, usePostList } from '#client/features/posts/feed/usePostList.ts'
import { useWatchPosts } from '#client/live/watch.ts'
import { Link } from '#client/ui/Link.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import type { ProfileTabProps } from './tabs.ts'
import './MediaTab.css'

/**
 * Somebody's posts with a picture or a video as a grid; each leads to its post (product section 2, Profile).
 */
export const MediaTab = ({ handle }: ProfileTabProps) => {
  const source = useMemo(() => mediaBy(handle), [handle])
  const view = useOnScreen()
  const list = usePostList(source, view.now)
  const { ids, loading, failed, busy, isProbablyEnd, readAgain, next } = list
  useWatchPosts(view.ids)
  useNothingWaits(list)
  if (loading) return <GridSkeleton />
  if (failed) return <ListFailure onRetry={readAgain} />
  if (ids.length === 0) {
    return (
      <EmptyState mascot="duke" title="No media posts">
        Words only. The gallery walls are bare.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={`Media by @${handle}`} className="s-media-grid">
        {ids.map((id) => (
          <li key={id} ref={view.look} data-post={id}>
            <Tile id={id} />
          </li>
        ))}
      </ul>
      {!(isProbablyEnd && busy) && <ListEnd {...next} />}
    </>
  )
}

const Tile = memo(({ id }: { id: string }) => {
  const post = useShownPost(id)
  if (!post?.mediaUrl) return null
  const isVideo = post.mediaType === 'video'
  const still = isVideo ? post.media?.poster : (post.media?.variants.card ?? post.mediaUrl)
  const isCovered = post.nsfw || post.contentWarn !== null
  const words = post.altText ?? post.text
  const count = 1 + (post.morePictures?.length ?? 0)
  const kind = isVideo ? 'Video' : count > 1 ? counted(count, 'photo') : 'Photo'
  return (
    <Link
      to={`/p/${post.id}`}
      className="s-media-tile"
      aria-label={`${kind}: ${isCovered ? (post.contentWarn ?? 'Sensitive content') : words}`}
    >
      {post.media?.placeholder && <img src={post.media.placeholder} alt="" className="s-media-tile-blur" />}
      {!isCovered && still && <img src={still} alt="" loading="lazy" decoding="async" />}
      {isCovered && <EyeOff />}
      <span aria-hidden="true" className="s-media-mark">
        {isVideo ? <Play /> : count > 1 ? <Images /> : <Image />}
      </span>
    </Link>
  )
})
Tile.displayName = 'MediaTile'

const GridSkeleton = () => (
  <SkeletonGroup label="Loading media...">
    <div className="s-media-grid">
      {[0, 1, 2, 3, 4, 5].map((tile) => (
        <Skeleton key={tile} shape="block" className="aspect-square" width="100%" height="100%" />
      ))}
    </div>
  </SkeletonGroup>
)
