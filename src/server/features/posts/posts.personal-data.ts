import { PORTION, type Erase } from '#server/platform/erasure.ts'
import { HttpError } from '#server/platform/errors.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { PostModel, PostTombstoneModel, type PostDocument } from './posts.model.ts'
import { clearAfter, removePost } from './posts.removal.ts'

/** Every post goes as if deleted by hand: everybody sees it go. Then what remembers deleted ones. */
export const erasePosts: Erase = async ({ id: authorId }, { signal }) => {
  for (let ids = await someOf(authorId); ids.length > 0; ids = await someOf(authorId)) {
    for (const id of ids) {
      signal.throwIfAborted()
      await removePost(id).catch(goneAlready)
    }
  }
  for await (const { _id, remains } of rowsOf(PostTombstoneModel.find({ authorId }, { remains: 1 }).lean())) {
    signal.throwIfAborted()
    if (remains) await clearAfter(_id.toHexString())
    await PostTombstoneModel.deleteOne({ _id })
  }
}

async function someOf(authorId: string): Promise<string[]> {
  const posts = await PostModel.find({ authorId }, { _id: 1 })
    .limit(PORTION)
    .lean<Pick<PostDocument, '_id'>[]>()
  return posts.map(({ _id }) => _id.toHexString())
}

function goneAlready(error: unknown): void {
  if (!(error instanceof HttpError && error.status === 404)) throw error
}

/** Everything a person has posted, newest first, for their export. */
export async function* exportedPosts(authorId: string): AsyncGenerator<Record<string, unknown>> {
  const posts = rowsOf(
    PostModel.find({ authorId }, { words: 0 }).sort({ createdAt: -1, _id: -1 }).lean<PostDocument[]>(),
  )
  for await (const post of posts) {
    const {
      _id,
      text,
      mediaUrl,
      mediaType,
      altText,
      contentWarn,
      nsfw,
      reactionCounts,
      commentCount,
      shareCount,
      createdAt,
      editedAt,
    } = post
    yield {
      id: _id.toHexString(),
      text,
      mediaUrl,
      mediaType,
      altText,
      contentWarn,
      nsfw,
      reactionCounts,
      commentCount,
      shareCount,
      createdAt,
      editedAt,
    }
  }
}
