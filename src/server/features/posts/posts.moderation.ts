import { CreatePostInput } from '#contract/posts.ts'
import { hiding, type ModeratedKind, type Release, type ShownThing } from '#server/platform/moderated.ts'
import { presentPublicPost } from './posts.present.ts'
import { releasePost } from './posts.service.ts'
import { postLock, recordsOf, visiblePost } from './posts.store.ts'
import { hideMedia, detachMedia, showMedia } from '#server/features/media/media.uses.ts'
import { countPost, countPostsOff } from '#server/features/people/users/counters.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { wordsIn } from '#server/platform/words.ts'
import { snapshotOf } from './author-snapshots.ts'
import { PostModel, PostTombstoneModel, type PostDocument, type PostTombstone } from './posts.model.ts'
import { clearLater } from './posts.removal.ts'

/**
 * Takes a post out of every list and sight, with all that hangs on it kept: `putPostBack` brings it back as
 * it was, `forgetHiddenPost` ends it. Call under the post's lock. Null when there is none.
 */
export async function hidePost(tx: Transaction, postId: string): Promise<PostDocument | null> {
  const post = await PostModel.findOneAndDelete({ _id: postId }, { session: tx.session }).lean<PostDocument>()
  if (!post) return null
  const { _id, authorId, clientId } = post
  const tombstone: PostTombstone = {
    _id,
    authorId,
    rev: post.rev + 1,
    ...(clientId && { clientId }),
    deletedAt: new Date(),
  }
  await PostTombstoneModel.insertMany([tombstone], { session: tx.session, lean: true })
  await countPostsOff(tx, authorId.toHexString(), 1)
  if (post.media) await hideMedia(tx, post.media._id, 'post', _id)
  tx.emit('post:deleted', { id: postId, rev: tombstone.rev, authorId: authorId.toHexString() })
  return post
}

/** The post stands where it stood. */
export async function restorePost(tx: Transaction, post: PostDocument): Promise<void> {
  const tombstone = await PostTombstoneModel.findByIdAndDelete(post._id, {
    session: tx.session,
  }).lean<PostTombstone>()
  const media = post.media && (await showMedia(tx, post.media._id, 'post', post._id))
  // The author may have another name by now.
  const author = snapshotOf(await countPost(tx, post.authorId.toHexString()))
  // The rules for search words may have changed as well.
  const back: PostDocument = {
    ...post,
    author,
    media,
    words: wordsIn(post.text),
    rev: (tombstone?.rev ?? post.rev) + 1,
  }
  await PostModel.insertMany([back], { session: tx.session, lean: true })
  tx.emit('post:updated', { post: presentPublicPost(back) })
}

/** The post is gone for good: its files go, and what hung on it is cleared away as after every deletion. */
export async function purgePost(tx: Transaction, { _id, media }: PostDocument): Promise<void> {
  if (media) await detachMedia(tx, media._id, 'post', _id)
  await PostTombstoneModel.updateOne({ _id }, { $set: { remains: true } }, { session: tx.session })
  await clearLater(tx, _id.toHexString())
}

export const moderatedPost: ModeratedKind = {
  async find(viewer, id) {
    const { authorId, text, mediaUrl } = await visiblePost(viewer, id)
    return { ownerId: authorId, text, mediaUrl, path: `/p/${id}` }
  },
  async current(id) {
    const [post] = await recordsOf([id])
    return post ? shown(post) : null
  },
  hiding: hiding({ hide: hidePost, restore: restorePost, purge: purgePost, shown }),
  lock: postLock,
}

function shown(post: Parameters<typeof presentPublicPost>[0]): ShownThing {
  const { text, mediaUrl, mediaType, media, altText, contentWarn, nsfw } = presentPublicPost(post)
  return {
    text,
    media: mediaUrl === null ? null : { mediaUrl, mediaType, media, altText, contentWarn, nsfw },
  }
}

export const releaseQueuedPost: Release = async (author, _postId, input) =>
  (await releasePost(author, CreatePostInput.parse(input))).id
