import type { AdminPostView } from '#contract/admin.ts'
import { fetchAdminPosts, postRows, usePushedPosts } from '#client/features/admin/data/posts-rows.ts'
import { useRows } from '#client/live/use-rows.ts'
import { useSearchText } from '#client/features/blog/useSearchText.ts'
import { useWatchPosts, useWatchTopic } from '#client/live/watch.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { PostsTable } from './PostsTable.tsx'
import { RowSearch } from './RowSearch.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'

const writtenAt = ({ createdAt }: AdminPostView) => createdAt

/** Everybody's posts (product section 2, Posts tab). New ones come by the feed's own push. */
export const AdminPostsTab = () => {
  const { typed, setTyped, q } = useSearchText()
  const { list, loading, empty, failed, readAgain, next } = useRows(postRows, {
    key: ['posts', q],
    fetch: (cursor, signal) => fetchAdminPosts(q, cursor, signal),
    cursorOf: writtenAt,
    placeOf: writtenAt,
    isSearch: q.trim() !== '',
  })
  usePushedPosts()
  useWatchTopic('feed')
  useWatchPosts(list.map(({ id }) => id))
  return (
    <div className="pt-4">
      <RowSearch label="Search posts" value={typed} onChange={({ target }) => setTyped(target.value)} />
      {loading && <RowsSkeleton label="Loading posts..." />}
      {failed && <ErrorState title="Failed to fetch posts" onRetry={readAgain} />}
      {empty && <EmptyState mascot="jester" title="No posts found" />}
      {list.length > 0 && <PostsTable posts={list} />}
      <MoreRows {...next} />
    </div>
  )
}
