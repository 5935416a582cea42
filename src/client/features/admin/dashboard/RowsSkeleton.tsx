import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'

/** A table before its rows are there. `label` is spoken. */
export const RowsSkeleton = ({ label }: { label: string }) => (
  <SkeletonGroup label={label} className="flex flex-col gap-2 pt-4">
    {[0, 1, 2, 3, 4, 5].map((at) => (
      <Skeleton key={at} shape="block" height={52} />
    ))}
  </SkeletonGroup>
)
