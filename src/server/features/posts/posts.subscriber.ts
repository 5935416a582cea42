import { forgetPages } from './feed/shared-pages.ts'
import { onMediaReady } from '#server/features/media/media.uses.ts'
import { onNewCard } from '#server/features/people/users/profile-changes.ts'
import { bus } from '#server/platform/bus.ts'
import { PAGE } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { rewriteSnapshots } from './author-snapshots.ts'
import { postsOf } from './post-lists.ts'
import { PostModel } from './posts.model.ts'
import { presentPublicPost } from './posts.present.ts'
import { changePost, recordsOf } from './posts.store.ts'

/** A person's new name and picture go onto their posts; those most likely on somebody's screen are told. */
export const keepPostAuthorsFresh = (): (() => void) =>
  onNewCard(async (actor, signal) => {
    await rewriteSnapshots(PostModel, actor, signal)
    await emitNewest(actor.id)
  })

/** Completes what a stopped process has left of a new name. */
export const refreshPostAuthor = (actor: ActorView): Promise<void> => rewriteSnapshots(PostModel, actor)

async function emitNewest(authorId: string): Promise<void> {
  forgetPages()
  const rows = await postsOf(authorId).rows({ limit: PAGE.posts })
  for (const post of await recordsOf(rows.map(({ id }) => id)))
    bus.emit('post:updated', { post: presentPublicPost(post) })
}

/** A post's video is ready, or will never be. */
export const keepPostMediaFresh = (): (() => void) =>
  onMediaReady('post', async (tx, id, media) => {
    // One that is hidden takes it when it comes back.
    if (await PostModel.exists({ _id: id }).session(tx.session))
      await changePost(tx, id.toHexString(), { $set: { media } })
  })
