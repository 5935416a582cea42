import { z } from 'zod'
import { COMMENT_ORDERS } from './comments.constants.ts'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { ActorView } from './people.ts'
import { CreatedAtCursor, PostView } from './posts.ts'
import { Id, personText, Rev, Timestamp } from './primitives.ts'

/** GET /api/posts/{id}/comments, newest first. `viewer.can` is decided by the server. */
export const PublicCommentView = z.object({
  id: Id,
  postId: Id,
  authorId: Id,
  text: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  author: ActorView,
  /**
   * The comment that it answers: always one on the post itself, as replies are one level deep. Null for those. It
   * may be deleted, or hidden from the viewer.
   */
  parent: z.object({ id: Id, createdAt: Timestamp }).nullable(),
  /** How many people gave it their poo: the one reaction that comments have. */
  poos: z.int().nonnegative(),
  rev: Rev,
})
export type PublicCommentView = z.infer<typeof PublicCommentView>

export const CommentView = PublicCommentView.extend({
  viewer: z.object({ can: z.object({ edit: z.boolean(), delete: z.boolean() }), pooed: z.boolean() }),
}).meta({ id: 'Comment' })
export type CommentView = z.infer<typeof CommentView>

/**
 * GET /api/users/{handle}/replies, newest first (DECISIONS row 8): a comment with its post, or, without a
 * comment, a post of theirs that mentions somebody. The next page's cursor is the last `createdAt`.
 */
export const ReplyView = z
  .object({ id: Id, createdAt: Timestamp, comment: CommentView.nullable(), post: PostView })
  .meta({ id: 'Reply' })
export type ReplyView = z.infer<typeof ReplyView>

/** Where the list by poos continues: the figure and the id of the last comment, as they were in the page. */
const PoosCursor = z.string().regex(/^\d{1,9}-[0-9a-f]{24}$/, MESSAGES.badCursor)

/**
 * GET /api/posts/{id}/comments: newest first, or in another order. The cursor continues after a page's last
 * comment (`commentCursor`).
 */
export const CommentsQuery = z
  .object({ sort: z.enum(COMMENT_ORDERS).optional(), cursor: z.string(MESSAGES.badCursor).optional() })
  .refine(
    ({ sort, cursor }) =>
      cursor === undefined || (sort === 'most' ? PoosCursor : CreatedAtCursor).safeParse(cursor).success,
    { error: MESSAGES.badCursor, path: ['cursor'] },
  )
export type CommentsQuery = z.infer<typeof CommentsQuery>

/** POST /api/posts/{id}/comments. The text is trimmed (product section 5). */
export const CreateCommentInput = z
  .object({
    text: personText({
      max: LIMITS.comment,
      tooLong: MESSAGES.commentTooLong,
      empty: MESSAGES.emptyComment,
    }).trim(),
    clientId: z.uuid().optional(),
    /** The comment or reply that is answered. The answer joins the same comment on the post. */
    parentId: Id.optional(),
  })
  .meta({ id: 'CreateCommentInput' })
export type CreateCommentInput = z.infer<typeof CreateCommentInput>

/** GET /api/posts/{id}/comment-permission: whether the roast dial lets the viewer comment (DECISIONS row 480). */
export const CommentPermissionView = z.object({ allowed: z.boolean() }).meta({ id: 'CommentPermission' })
export type CommentPermissionView = z.infer<typeof CommentPermissionView>

/** PATCH /api/comments/{id} (DECISIONS row 38). */
export const EditCommentInput = CreateCommentInput.pick({ text: true }).meta({ id: 'EditCommentInput' })
