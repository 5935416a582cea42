import { Skeleton } from '#client/ui/Skeleton.tsx'
import './PostCard.css'

/** Placeholder of a post with the same layout. `lines`: lines of text. */
export const PostCardSkeleton = ({ lines = 2 }: { lines?: number }) => (
  <div className="s-post" aria-hidden="true">
    <span className="s-post-face">
      <Skeleton shape="circle" width={40} height={40} />
    </span>
    <div className="s-post-main">
      <div className="s-post-head">
        <Skeleton width="7rem" />
        <Skeleton width="5rem" />
      </div>
      <div className="s-post-text">
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} width={line === lines - 1 ? '62%' : '100%'} />
        ))}
      </div>
    </div>
    <div className="s-post-actions">
      <Skeleton shape="block" width="14rem" height={20} />
    </div>
  </div>
)
