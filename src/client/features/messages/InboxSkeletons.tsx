import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'

const ROWS = [60, 75, 45, 80, 55, 70]

/** Placeholder of the conversation list. */
export const ConversationListSkeleton = () => (
  <SkeletonGroup label="Loading conversations...">
    <div className="px-4 py-3">
      <Skeleton shape="block" height={44} />
    </div>
    {ROWS.map((width) => (
      <div key={width} className="flex min-h-20 items-center gap-3 px-4 py-3">
        <Skeleton shape="circle" width={48} height={48} />
        <div className="min-w-0 flex-1">
          <Skeleton width="50%" />
          <Skeleton width={`${width}%`} />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)

const BUBBLES = [
  { width: '55%', own: false },
  { width: '35%', own: false },
  { width: '48%', own: true },
  { width: '62%', own: false },
  { width: '30%', own: true },
]

/** Placeholder of a thread. */
export const ThreadSkeleton = () => (
  <SkeletonGroup label="Loading messages..." className="flex flex-1 flex-col justify-end gap-3 p-4">
    {BUBBLES.map(({ width, own }) => (
      <Skeleton key={width} shape="block" width={width} height={40} className={own ? 'self-end' : ''} />
    ))}
  </SkeletonGroup>
)
