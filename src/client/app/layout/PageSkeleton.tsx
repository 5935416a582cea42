import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { useHouseName } from '#client/ui/house-name.ts'

/** Shown while a page's code is loading: a heading and a few rows, the shape most pages have. */
export const PageSkeleton = () => (
  <SkeletonGroup label={`Loading ${useHouseName()}…`} className="flex flex-col gap-6 p-4">
    <Skeleton width="40%" height="2rem" />
    {[72, 88, 60].map((width) => (
      <div key={width} className="flex gap-3">
        <Skeleton shape="circle" width={40} height={40} />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton width="35%" />
          <Skeleton width={`${width}%`} />
          <Skeleton width="90%" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)
