import type { BookmarkView } from '#contract/posts.bookmarks.ts'
import type { PostView } from '#contract/posts.ts'
import { refreshPost } from '#client/features/posts/data/open-posts.ts'
import { postList } from '#client/features/posts/data/post-lists.ts'
import { postOf } from '#client/features/posts/data/posts.store.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import { changeHere } from '#client/live/list/list-state.ts'
import { joinList } from '#client/live/list/live-list.ts'
import { drop, restore } from '#client/live/list/pages.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { onResync } from '#client/live/registry.ts'

/** Bookmarks remembered, of posts whose menu was opened (LIVE L17). */
const MAX_BOOKMARKS = 200

const bookmarks = createCollection<BookmarkView>({ limit: MAX_BOOKMARKS })

const pathOf = (postId: string): string => `/api/posts/${encodeURIComponent(postId)}/bookmark`

/** The posts the viewer keeps. Pushes keep the list up to date while it is open. */
export const KEPT = postList(
  'kept',
  (cursor, signal) => api.get<PostView[]>('/api/bookmarks', { cursor }, signal),
  { fresh: 0 },
)

/** Whether the viewer keeps this post; undefined while it is unknown. */
export const useBookmarked = (postId: string): boolean | undefined =>
  bookmarks.use(({ records }) => records.get(postId)?.kept)

export const isBookmarked = (postId: string): boolean | undefined => bookmarks.get(postId)?.kept

/** Throws ApiError. */
export const loadBookmark = async (postId: string): Promise<void> =>
  bookmarks.apply([await api.get<BookmarkView>(pathOf(postId))])

/** Keeps the post, or lets go of it. Throws ApiError. */
export const setBookmarked = async (postId: string, kept: boolean): Promise<void> =>
  apply(await (kept ? api.put<BookmarkView>(pathOf(postId)) : api.delete<BookmarkView>(pathOf(postId))))

export const onPostBookmarked = ({ bookmark }: LiveEvent<'post:kept'>): void => apply(bookmark)

function apply(bookmark: BookmarkView): void {
  const { id } = bookmark
  bookmarks.apply([bookmark])
  // An older push changes nothing.
  if (bookmarks.get(id) !== bookmark) return
  if (!bookmark.kept) return changeHere(KEPT.key, (state) => drop(state, [id]))
  changeHere(KEPT.key, (state) => restore(state, [id]))
  // When it cannot be fetched, the post comes with the next page or resync.
  if (postOf(id)) joinList(KEPT.key, { id })
  else
    void refreshPost(id)
      .then(() => postOf(id) && joinList(KEPT.key, { id }))
      .catch(() => undefined)
}

// What was missed while the socket was down is asked again when a menu opens.
onResync('bookmarks', () => {
  bookmarks.remove([...bookmarks.records().keys()])
  return Promise.resolve()
})
