import { rowsOf } from '#server/platform/mongo/rows.ts'
import { PostModel, type PostDocument } from './posts.model.ts'

/** Everything a person has posted, newest first, for their export. */
export async function* exportedPosts(authorId: string): AsyncGenerator<Record<string, unknown>> {
  const posts = rowsOf(PostModel.find({ authorId }, { words: 0 }).sort({ createdAt: -1, _id: -1 }).lean<PostDocument[]>())
  for await (const post of posts) {
    const { _id, text, mediaUrl, mediaType, altText, contentWarn, nsfw, reactionCounts, commentCount, shareCount, createdAt, editedAt } = post
    yield { id: _id.toHexString(), text, mediaUrl, mediaType, altText, contentWarn, nsfw, reactionCounts, commentCount, shareCount, createdAt, editedAt }
  }
}
