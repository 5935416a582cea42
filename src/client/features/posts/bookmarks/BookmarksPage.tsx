import { useEffect } from 'react'
import { TITLES } from '#contract/site.page-titles.ts'
import { KEPT } from '#client/features/posts/data/bookmarks/bookmarks.store.ts'
import { PostList } from '#client/features/posts/feed/PostList.tsx'
import { useLists } from '#client/live/list/list-state.ts'
import { showWaiting } from '#client/live/list/live-list.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

/** /bookmarks: what the viewer keeps for later; nobody else sees it. */
export const BookmarksPage = () => {
  usePageTitle(TITLES['/bookmarks'])
  useNothingWaiting()
  return (
    <>
      <div className="s-feed-head">
        <h1 className="s-feed-title" tabIndex={-1}>
          Kept for later
        </h1>
      </div>
      <PostList
        source={KEPT}
        label="Posts you keep"
        loading="Loading what you keep..."
        empty={
          <EmptyState
            mascot="jester"
            title="Nothing kept yet"
            action={<ButtonLink to="/">Find something worth it</ButtonLink>}
          >
            Open the menu of a drop and choose 'Keep for later'. Only you see this list.
          </EmptyState>
        }
      />
    </>
  )
}

/** What was kept elsewhere while this page was offline is shown at once. */
function useNothingWaiting(): void {
  const waiting = useLists(({ lists }) => lists.get(KEPT.key)?.waiting)
  useEffect(() => {
    if (waiting && waiting.length > 0) void showWaiting(KEPT.key)
  }, [waiting])
}
