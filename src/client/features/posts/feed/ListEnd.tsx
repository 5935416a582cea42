import { clsx } from 'clsx'
import { Button } from '#client/ui/Button.tsx'
import { Mascot } from '#client/ui/Mascot.tsx'

interface ListEndProps {
  /** Unknown yet; the end keeps its space. */
  asking?: boolean
  hasMore: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
}

/** Below the last post: more of them, or the end (product section 2, Home feed). */
export const ListEnd = ({ asking = false, hasMore, loading, failed, onMore }: ListEndProps) => {
  if (asking || !hasMore) {
    return (
      <div className={clsx('s-list-end', asking && 'invisible')}>
        <Mascot name="king" size={96} />
        <div>
          <p className="font-display text-lg font-semibold">You've reached the end!</p>
          <p className="text-ink-soft">Time to create some fresh content</p>
        </div>
      </div>
    )
  }
  return (
    <div className="s-list-end">
      {failed && !loading && (
        <p role="alert" className="text-sm text-danger-ink">
          Failed to fetch posts
        </p>
      )}
      <Button pending={loading} pendingLabel="Loading more drops..." onClick={onMore}>
        Load more drops
      </Button>
    </div>
  )
}
