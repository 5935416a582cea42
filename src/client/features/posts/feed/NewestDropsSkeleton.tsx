import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import './NewestDrops.css'

/** Number of posts shown. All have the same height, so that nothing moves when a new one arrives. */
export const SHOWN = 3

/** While the newest posts of the landing page, or their code, are fetched. */
export const NewestDropsSkeleton = () => (
  <SkeletonGroup label="Loading the newest drops..." className="s-newest">
    {Array.from({ length: SHOWN }, (_, row) => (
      <div key={row} className="s-newest-drop">
        <Skeleton shape="circle" width={40} height={40} />
        <div className="min-w-0 flex-1">
          <Skeleton width="40%" />
          <Skeleton width="90%" />
          <Skeleton width="65%" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)
