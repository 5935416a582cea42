import { Button } from '#client/ui/Button.tsx'

interface MoreRowsProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown }
}

/** Below a table: the next twenty rows. Nothing at the end. */
export const MoreRows = ({ query }: MoreRowsProps) =>
  query.hasNextPage && (
    <div className="flex flex-col items-center gap-2 py-4">
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p role="alert" className="text-sm text-danger-ink">
          Something went wrong. Please try again.
        </p>
      )}
      <Button pending={query.isFetchingNextPage} pendingLabel="Loading more..." onClick={() => void query.fetchNextPage()}>
        Load more
      </Button>
    </div>
  )
