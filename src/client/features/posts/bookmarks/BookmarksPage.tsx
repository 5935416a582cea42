import { TITLES } from '#contract/site.page-titles.ts'
import { KEPT } from '#client/features/posts/data/bookmarks/bookmarks.store.ts'
import { PostList } from '#client/features/posts/feed/PostList.tsx'
import { useNothingWaits, usePostList } from '#client/features/posts/feed/usePostList.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

/** /bookmarks: what the viewer keeps for later; nobody else sees it. */
export const BookmarksPage = () => {
  usePageTitle(TITLES['/bookmarks'])
  // What was kept elsewhere is shown at once.
  useNothingWaits(usePostList(KEPT))
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
