import { onMediaReady, hideMedia, detachMedia, showMedia } from '#server/features/media/media.uses.ts'
import { onNewCard } from '#server/features/people/users/people.service.ts'
import { bus } from '#server/platform/bus.ts'
import { PAGE } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { CreatePostInput } from '#contract/posts.ts'
import { hiding, type ModeratedKind, type Release, type ShownThing } from '#server/platform/moderated.ts'
import { countPost } from '#server/features/people/users/counters.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { wordsIn } from '#server/platform/words.ts'
import { forgetPages } from './feed/shared-pages.ts'
import { rewriteSnapshots, snapshotOf } from './author-snapshots.ts'
import { postsOf } from './post-lists.ts'
import { PostModel, PostTombstoneModel, type PostDocument, type PostTombstone } from './posts.model.ts'
import { presentPublicPost } from './posts.present.ts'
import { changePost, recordsOf, postLock, visiblePost } from './posts.store.ts'
import { releasePost } from './posts.service.ts'
import { clearLater, replaceWithTombstone } from './post-deletion.ts'

/** Writes a person's new name and picture to their posts, and pushes the newest ones. */
export const keepPostAuthorsFresh = (): (() => void) =>
  onNewCard(async (actor, signal) => {
    await rewriteSnapshots(PostModel, actor, signal)
    await emitNewest(actor.id)
  })

/** Repairs the author's card on their posts, for the recount. */
export const refreshPostAuthor = (actor: ActorView): Promise<void> => rewriteSnapshots(PostModel, actor)

async function emitNewest(authorId: string): Promise<void> {
  forgetPages()
  const rows = await postsOf(authorId).skeleton({ limit: PAGE.posts })
  for (const post of await recordsOf(rows.map(({ id }) => id)))
    bus.emit('post:updated', { post: presentPublicPost(post) })
}

/** Shows a video in its post when it is ready or has failed for good. */
export const keepPostMediaFresh = (): (() => void) =>
  onMediaReady('post', async (tx, id, media) => {
    // A hidden post gets it in `restorePost`.
    if (await PostModel.exists({ _id: id }).session(tx.session))
      await changePost(tx, id.toHexString(), { $set: { media } })
  })

/**
 * Hides a post and keeps its comments and reactions; `restorePost` shows it again, `purgePost` deletes it. The
 * caller holds the post's lock. Null when there is none.
 */
export async function hidePost(tx: Transaction, postId: string): Promise<PostDocument | null> {
  const post = await replaceWithTombstone(tx, postId)
  if (post?.media) await hideMedia(tx, post.media._id, 'post', post._id)
  return post
}

/** Shows a hidden post again, at its old place in the lists. */
export async function restorePost(tx: Transaction, post: PostDocument): Promise<void> {
  const tombstone = await PostTombstoneModel.findByIdAndDelete(post._id, {
    session: tx.session,
  }).lean<PostTombstone>()
  const media = post.media && (await showMedia(tx, post.media._id, 'post', post._id))
  // The author's name and the rules for search words may have changed.
  const author = snapshotOf(await countPost(tx, post.authorId.toHexString()))
  const restored: PostDocument = {
    ...post,
    author,
    media,
    words: wordsIn(post.text),
    rev: (tombstone?.rev ?? post.rev) + 1,
  }
  await PostModel.insertMany([restored], { session: tx.session, lean: true })
  tx.emit('post:updated', { post: presentPublicPost(restored) })
}

/** Deletes a hidden post for good, with its media, comments and reactions. */
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
