import type { ActorView } from '#contract/users.ts'
import { followAuthors, rewriteSnapshots } from '#server/features/posts/author-snapshots.ts'
import { CommentModel } from './comments.model.ts'

/** A person's new name and picture go onto their comments. */
export const keepCommentAuthorsFresh = (): (() => void) => followAuthors(CommentModel)

/** Completes what a stopped process has left of a new name. */
export const refreshCommentAuthor = (actor: ActorView): Promise<void> => rewriteSnapshots(CommentModel.collection, actor)
