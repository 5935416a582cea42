import { Types } from 'mongoose'
import { hashtagsIn, type CreatePostInput, type PostView } from '#contract/posts.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { PostModel, type PostDocument } from './posts.model.ts'
import { presentPost, presentPublicPost } from './posts.present.ts'

/** Publishes a post; `post:created` follows the commit. */
export async function createPost(viewer: Viewer, input: CreatePostInput): Promise<PostView> {
  const post = newPost(viewer, input)
  await transact(async (tx) => {
    await PostModel.insertMany([post], { session: tx.session, lean: true })
    tx.emit('post:created', { post: presentPublicPost(post) })
  })
  return presentPost(post, viewer, null)
}

function newPost(viewer: Viewer, input: CreatePostInput): PostDocument {
  const now = new Date()
  return {
    _id: new Types.ObjectId(),
    authorId: new Types.ObjectId(viewer.id),
    author: { displayName: viewer.displayName, handle: viewer.handle, avatarUrl: viewer.avatarUrl },
    text: input.text,
    hashtags: hashtagsIn(input.text),
    mediaUrl: null,
    mediaType: null,
    altText: null,
    contentWarn: input.contentWarn ?? null,
    nsfw: input.nsfw ?? false,
    reactions: [],
    reactionCounts: {},
    reactionTotal: 0,
    commentCount: 0,
    shareCount: 0,
    ...(input.clientId && { clientId: input.clientId }),
    createdAt: now,
    updatedAt: now,
    editedAt: null,
    rev: 1,
  }
}
