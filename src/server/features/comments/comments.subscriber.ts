import type { ActorView } from '#contract/people.ts'
import { rewriteSnapshots } from '#server/features/posts/author-snapshots.ts'
import { onPostDeleted } from '#server/features/posts/posts.removal.ts'
import { recordsOf } from '#server/features/posts/posts.store.ts'
import { onNewCard } from '#server/features/people/users/profile-changes.ts'
import { bus } from '#server/platform/bus.ts'
import { readCommentsBy } from './comments.list.ts'
import { CommentModel } from './comments.model.ts'
import { presentPublicComment } from './comments.present.ts'
import { removeCommentsOf } from './comments.service.ts'

/** Comments that are told of a new name: those most likely on somebody's screen. */
const TOLD = 100

/** A person's new name and picture go onto their comments, also where they are on a screen. */
export const keepCommentAuthorsFresh = (): (() => void) =>
  onNewCard(async (actor, signal) => {
    await rewriteSnapshots(CommentModel, actor, signal)
    await emitNewest(actor.id)
  })

/** The comments of a deleted post go. */
export const clearCommentsOfDeletedPosts = (): (() => void) => onPostDeleted(removeCommentsOf)

/** Completes what a stopped process has left of a new name. */
export const refreshCommentAuthor = (actor: ActorView): Promise<void> => rewriteSnapshots(CommentModel, actor)

async function emitNewest(authorId: string): Promise<void> {
  const comments = (await readCommentsBy(authorId, { limit: TOLD })).map(({ comment }) =>
    presentPublicComment(comment),
  )
  const posts = await recordsOf([...new Set(comments.map(({ postId }) => postId))])
  const authors = new Map(posts.map((post) => [post._id.toHexString(), post.authorId.toHexString()]))
  for (const comment of comments) {
    const postAuthorId = authors.get(comment.postId)
    if (postAuthorId) bus.emit('comment:updated', { comment, postAuthorId })
  }
}
