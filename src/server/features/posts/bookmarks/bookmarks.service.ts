import { Types } from 'mongoose'
import type { BookmarkView } from '#contract/posts.bookmarks.ts'
import type { PostList, PostRow } from '#server/features/posts/post-lists.ts'
import { visiblePost } from '#server/features/posts/posts.store.ts'
import { inOrder, type CursorRange } from '#server/platform/cursor-pages.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { BookmarkModel, KEPT_BY, type BookmarkDocument } from './bookmarks.model.ts'

type Keeper = Pick<Viewer, 'id'>

/** Whether the viewer keeps this post. */
export async function bookmarkOf({ id: userId }: Keeper, postId: string): Promise<BookmarkView> {
  const bookmark = await BookmarkModel.findOne({ userId, postId }).lean<BookmarkDocument>()
  return { id: postId, kept: bookmark?.kept ?? false, rev: bookmark?.rev ?? 0 }
}

/** Keeps a post for later, once; `post:kept` follows the commit. Throws 404 for a post that is not visible. */
export async function bookmarkPost(viewer: Viewer, postId: string): Promise<BookmarkView> {
  const { createdAt } = await visiblePost(viewer, postId)
  return change(viewer, postId, (now) => ({
    $set: { kept: true, postAt: createdAt, keptAt: now },
    $unset: { removedAt: 1 },
  }))
}

/** Lets go of a post, also of one that is no longer visible. */
export async function removeBookmark(viewer: Keeper, postId: string): Promise<BookmarkView> {
  const { kept, ...none } = await bookmarkOf(viewer, postId)
  return kept
    ? change(viewer, postId, (now) => ({ $set: { kept: false, removedAt: now } }))
    : { ...none, kept }
}

function change(
  { id: userId }: Keeper,
  postId: string,
  updateAt: (now: Date) => Record<string, object>,
): Promise<BookmarkView> {
  return oneAtATime(`bookmark:${userId}:${postId}`, () =>
    transact(async (tx) => {
      const now = clock.date()
      const before = await BookmarkModel.findOne({ userId, postId }, { rev: 1 })
        .session(tx.session)
        .lean<Pick<BookmarkDocument, 'rev'>>()
      // By the clock, because an expired record takes its rev with it.
      const rev = Math.max((before?.rev ?? 0) + 1, now.getTime())
      const { $set, ...rest } = updateAt(now)
      const changed = await BookmarkModel.findOneAndUpdate(
        { userId, postId },
        { $set: { ...$set, rev }, ...rest },
        { session: tx.session, upsert: true, returnDocument: 'after' },
      ).lean<BookmarkDocument>()
      const bookmark = { id: postId, kept: changed.kept, rev }
      tx.emit('post:kept', { bookmark, userId })
      return bookmark
    }),
  )
}

/** The posts a person keeps, newest post first. Rows of one index; the author is read with the post. */
export const bookmarkedBy = (userId: string): PostList => ({
  key: `kept:${userId}`,
  skeleton: (range) => loadBookmarkRows(userId, range),
})

async function loadBookmarkRows(userId: string, range: CursorRange): Promise<PostRow[]> {
  const { before, at } = range
  const postAt = at === undefined ? before != null && { $lt: new Date(before) } : new Date(at)
  const rows = (await BookmarkModel.collection
    .find(
      { userId: new Types.ObjectId(userId), kept: true, ...(postAt && { postAt }) },
      {
        projection: { _id: 0, postId: 1, postAt: 1 },
        hint: KEPT_BY,
        ...inOrder(range, { postAt: -1, postId: -1 } as const),
      },
    )
    .toArray()) as unknown as Pick<BookmarkDocument, 'postId' | 'postAt'>[]
  return rows.map((row) => ({ id: row.postId.toHexString(), authorId: '', at: row.postAt.getTime() }))
}

/** Deletes the bookmarks of a deleted post. May run again. */
export const removeBookmarksOf = async (postId: string): Promise<void> =>
  void (await BookmarkModel.deleteMany({ postId }))
