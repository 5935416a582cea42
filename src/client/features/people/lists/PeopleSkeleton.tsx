import { clsx } from 'clsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'

const ROWS = [45, 60, 35, 50, 40]

/** Placeholder rows of a list of people. */
export const PeopleSkeleton = ({
  label,
  rows = ROWS.length,
  compact = false,
}: {
  label: string
  rows?: number
  compact?: boolean
}) => (
  <SkeletonGroup label={label}>
    {ROWS.slice(0, rows).map((width) => (
      <div
        key={width}
        className={clsx('flex items-center px-4 sm:px-5', compact ? 'h-17.25 gap-2.5' : 'gap-3 py-3')}
      >
        <Skeleton shape="circle" width={compact ? 40 : 48} height={compact ? 40 : 48} />
        <div className="min-w-0 flex-1">
          <Skeleton width={`${width}%`} />
          <Skeleton width="25%" className="mt-2" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)
