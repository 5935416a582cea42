import { onMediaReady } from '#server/features/media/media-uses.ts'
import { onNewCard } from '#server/features/people/users/people.service.ts'
import { bus } from '#server/platform/bus.ts'
import { PAGE } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { postBrief } from '#contract/notifications.briefs.ts'
import { CreatePostInput, type PublicPostView } from '#contract/posts.ts'
import { hiding, type ModeratedKind, type Release, type ShownThing } from '#server/shared/moderated.ts'
import { briefsOfPosts } from '#server/features/notifications/notification-abouts.ts'
import { forgetPages } from './feed/shared-pages.ts'
import { rewriteSnapshots } from './author-snapshots.ts'
import { hidePost, purgePost, restorePost } from './post-hiding.ts'
import { postsOf } from './post-lists.ts'
import { PostModel, type PostRecord } from './posts.model.ts'
import { presentPublicPost } from './posts.present.ts'
import { wholeText } from './publish-post.ts'
import { changePost, recordsOf, postLock, visiblePost } from './posts.store.ts'
import { releasePost } from './posts.service.ts'

/** Writes a person's new name and picture to their posts, and pushes the newest ones. */
export const syncPostAuthors = (): (() => void) =>
  onNewCard(async (actor, signal) => {
    await rewriteSnapshots(PostModel, actor, signal)
    await emitNewest(actor.id)
  })

/** What notifications show of the posts they are about. */
export const describePosts = (): (() => void) =>
  briefsOfPosts(async (ids, tx) =>
    (await recordsOf(ids, tx)).map((post) => postBrief(presentPublicPost(post))),
  )

/** Repairs the author's card on their posts, for the recount. */
export const refreshPostAuthor = (actor: ActorView): Promise<void> => rewriteSnapshots(PostModel, actor)

async function emitNewest(authorId: string): Promise<void> {
  forgetPages()
  const rows = await postsOf(authorId).skeleton({ limit: PAGE.posts })
  for (const post of await recordsOf(rows.map(({ id }) => id)))
    bus.emit('post:updated', { post: presentPublicPost(post) })
}

/** Shows a video in its post when it is ready or has failed permanently. */
export const syncPostMedia = (): (() => void) =>
  onMediaReady('post', async (tx, id, media) => {
    // A hidden post gets it in `restorePost`.
    if (await PostModel.exists({ _id: id }).session(tx.session))
      await changePost(tx, id.toHexString(), { $set: { media } })
  })

export const moderatedPost: ModeratedKind = {
  async find(viewer, id) {
    const { authorId, text, poll, mediaUrl } = await visiblePost(viewer, id)
    return { ownerId: authorId, text: wholeText(text, answersOf(poll)), mediaUrl, path: `/p/${id}` }
  },
  async current(id) {
    const [post] = await recordsOf([id])
    return post ? shown(post) : null
  },
  hiding: hiding({ hide: hidePost, restore: restorePost, purge: purgePost, shown }),
  lock: postLock,
}

const answersOf = (poll: PublicPostView['poll'] | PostRecord['poll']) => poll?.options.map(({ text }) => text)

function shown(post: Parameters<typeof presentPublicPost>[0]): ShownThing {
  const { text, poll, mediaUrl, mediaType, media, altText, morePictures, contentWarn, nsfw } =
    presentPublicPost(post)
  return {
    text: wholeText(text, answersOf(poll)),
    media:
      mediaUrl === null
        ? null
        : { mediaUrl, mediaType, media, altText, contentWarn, nsfw, ...(morePictures && { morePictures }) },
  }
}

export const releaseQueuedPost: Release = async (author, _postId, input) =>
  (await releasePost(author, CreatePostInput.parse(input))).id
