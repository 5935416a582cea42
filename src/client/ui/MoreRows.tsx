import { Button } from './Button.tsx'
import { SOMETHING_WENT_WRONG } from './toast.ts'

interface MoreRowsProps {
  /** A list with a cursor, as an infinite query of TanStack. */
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** The end of a list: loads the next page. Renders nothing when there is none. */
export const MoreRows = ({ query }: MoreRowsProps) =>
  query.hasNextPage && (
    <div className="flex flex-col items-center gap-2 py-4">
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p role="alert" className="text-sm text-danger-ink">
          {SOMETHING_WENT_WRONG}
        </p>
      )}
      <Button
        pending={query.isFetchingNextPage}
        pendingLabel="Loading more..."
        onClick={() => void query.fetchNextPage()}
      >
        Load more
      </Button>
    </div>
  )
