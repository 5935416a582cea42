import { Button } from './Button.tsx'
import { SOMETHING_WENT_WRONG } from './toast.ts'

interface MoreRowsProps {
  hasMore: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
}

/** The end of a list: loads the next page. Renders nothing when there is none. */
export const MoreRows = ({ hasMore, loading, failed, onMore }: MoreRowsProps) =>
  hasMore && (
    <div className="flex flex-col items-center gap-2 py-4">
      {failed && !loading && (
        <p role="alert" className="text-sm text-danger-ink">
          {SOMETHING_WENT_WRONG}
        </p>
      )}
      <Button pending={loading} pendingLabel="Loading more..." onClick={onMore}>
        Load more
      </Button>
    </div>
  )
