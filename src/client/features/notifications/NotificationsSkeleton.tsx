import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'

const ROWS = [70, 55, 80, 60, 75]

/** Placeholder of the notifications. */
export const NotificationsSkeleton = () => (
  <SkeletonGroup label="Loading notifications...">
    <div className="border-b border-hairline px-4 py-3 sm:px-5">
      <Skeleton width="9rem" height={32} />
      <Skeleton shape="block" width="100%" height={64} className="mt-3 max-sm:hidden" />
    </div>
    {ROWS.map((width) => (
      <div key={width} className="flex gap-3 px-4 py-4 sm:px-5">
        <Skeleton shape="circle" width={40} height={40} />
        <div className="min-w-0 flex-1">
          <Skeleton width={`${width}%`} />
          <Skeleton width="30%" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)
