import { SkeletonGroup } from '#client/ui/Skeleton.tsx'

/** Placeholder of a table. Screen readers announce `label`. */
export const RowsSkeleton = ({ label }: { label: string }) => (
  <SkeletonGroup label={label} className="flex flex-col gap-2 pt-4" blocks={[44, 44, 44, 44, 44, 44]} />
)
