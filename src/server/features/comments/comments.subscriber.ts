import { followAuthors } from '#server/features/posts/author-snapshots.ts'
import { CommentModel } from './comments.model.ts'

/** A person's new name and picture go onto their comments. */
export const keepCommentAuthorsFresh = (): (() => void) => followAuthors(CommentModel)
