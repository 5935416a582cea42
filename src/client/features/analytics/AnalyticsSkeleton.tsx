import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'

/** Placeholder of four figures and three panels. */
export const AnalyticsSkeleton = () => (
  <SkeletonGroup label="Loading analytics..." className="pt-4">
    <Skeleton width="14rem" height={28} className="mb-4" />
    <div className="grid columns-min-10 gap-3">
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} shape="block" height={112} />
      ))}
    </div>
    <div className="grid columns-min-15 gap-3 pt-3">
      {[1, 2, 3].map((panel) => (
        <Skeleton key={panel} shape="block" height={200} />
      ))}
    </div>
  </SkeletonGroup>
)
