import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'

/** Two decrees yet to be unrolled. */
export const BlogSkeleton = () => (
  <SkeletonGroup label="Loading royal decrees..." className="rf-decrees">
    {[0, 1].map((at) => (
      <div key={at} className="rf-decree-card">
        <Skeleton shape="block" width="70%" height={28} />
        <Skeleton width="40%" />
        <Skeleton />
        <Skeleton />
        <Skeleton width="60%" />
      </div>
    ))}
  </SkeletonGroup>
)
