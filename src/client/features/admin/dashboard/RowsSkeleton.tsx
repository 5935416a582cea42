import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'

/** Placeholder of a table. Screen readers announce `label`. */
export const RowsSkeleton = ({ label }: { label: string }) => (
  <SkeletonGroup label={label} className="flex flex-col gap-2 pt-4">
    {[0, 1, 2, 3, 4, 5].map((at) => (
      <Skeleton key={at} shape="block" height={44} />
    ))}
  </SkeletonGroup>
)
