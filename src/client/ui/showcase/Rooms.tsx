import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { MoreRows } from '../MoreRows.tsx'
import { Skeleton, SkeletonGroup } from '../Skeleton.tsx'
import { ExampleRow } from './Shelf.tsx'

const PostSkeleton = () => (
  <div className="flex gap-3">
    <Skeleton shape="circle" width={40} height={40} />
    <div className="min-w-0 flex-1">
      <Skeleton width="40%" />
      <Skeleton width="95%" />
      <Skeleton width="70%" />
      <Skeleton shape="block" height={160} className="mt-2" />
    </div>
  </div>
)

const MORE = { hasMore: true, loading: false, failed: false, onMore: () => undefined }

/** Parts and states of a whole screen. */
export const Rooms = () => (
  <div className="grid gap-x-8 md:grid-cols-2">
    <ExampleRow label="MoreRows" column>
      <MoreRows {...MORE} />
      <MoreRows {...MORE} loading />
      <MoreRows {...MORE} failed />
    </ExampleRow>
    <ExampleRow label="Loading" column>
      <SkeletonGroup label="Loading your feed..." className="grid gap-6">
        <PostSkeleton />
        <PostSkeleton />
      </SkeletonGroup>
    </ExampleRow>
    <ExampleRow label="Empty" column>
      <Card flush>
        <EmptyState
          title="No messages yet"
          mascot="duke"
          as="p"
          action={<Button variant="primary">Find people to message</Button>}
        />
      </Card>
    </ExampleRow>
    <ExampleRow label="Failed" column>
      <Card flush>
        <ErrorState title="Failed to load notifications" as="p" onRetry={() => undefined}>
          The pipes are blocked. Somebody has been told.
        </ErrorState>
      </Card>
    </ExampleRow>
    <ExampleRow label="Nothing, with long words" column>
      <Card flush>
        <EmptyState title="You've reached the end!" as="p" mascot="jester">
          Time to create some fresh content
        </EmptyState>
      </Card>
    </ExampleRow>
  </div>
)
