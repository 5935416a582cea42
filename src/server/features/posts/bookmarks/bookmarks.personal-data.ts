import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { BookmarkModel, KEPT_BY, type BookmarkDocument } from './bookmarks.model.ts'

/** Deletes what a person keeps for later. */
export const eraseBookmarks: Erase = async ({ id: userId }) => {
  await BookmarkModel.deleteMany({ userId })
}

/** What a person keeps for later, for their export. */
export async function* exportedBookmarks(userId: string): AsyncGenerator<Record<string, unknown>> {
  const kept = BookmarkModel.find({ userId, kept: true }).sort(KEPT_BY).lean<BookmarkDocument[]>()
  for await (const { postId, keptAt } of rowsOf(kept)) yield { postId: postId.toHexString(), keptAt }
}
