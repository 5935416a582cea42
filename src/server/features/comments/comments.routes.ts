import { z } from 'zod'
import {
  CommentPermissionView,
  CommentsQuery,
  CommentView,
  CreateCommentInput,
  EditCommentInput,
  ReplyView,
} from '#contract/comments.ts'
import { PageQuery } from '#contract/posts.ts'
import { Id } from '#contract/primitives.ts'
import { holdsLink } from '#contract/web-addresses.ts'
import { HeldReceipt } from '#contract/moderation.ts'
import { writtenAnswer } from '#server/features/moderation/spam/written-answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { commentPermission } from './comment-permission.ts'
import { listReplies, loadComment } from './comment-lists.ts'
import { listComments, roastOf } from './comments-of-post.ts'
import { setPoo } from './poos/poos.service.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { createComment } from './publish-comment.ts'
import { deleteComment, editComment } from './comments.service.ts'
import { HandleParams } from '#server/features/people/users/users-params.ts'

const commentRate = rateLimit('comments', 30, 60)

const route = routesOf({ tag: 'comments' })
const OfPost = z.object({ postId: Id })
const OneComment = z.object({ commentId: Id })

const ofPoo = routesOf({
  tag: 'comments',
  access: 'user',
  // Toggled as fast as a reaction to a post.
  limit: rateLimit('poos', 120, 60),
  params: OneComment,
  answers: { 200: CommentView },
})

export const commentRoutes = [
  route.get('/posts/:postId/comments', {
    summary: 'Comments on a post, newest first; `sort`: oldest first, or most poos first',
    access: 'visitor',
    limit: 'read',
    params: OfPost,
    query: CommentsQuery,
    answers: { 200: z.array(CommentView) },
    handle: ({ viewer, params, query }) => listComments(viewer, params.postId, query),
  }),
  route.get('/posts/:postId/roast', {
    summary: 'The roast of the day: the comment of the last 24 hours with most poos; null without one',
    access: 'visitor',
    limit: 'read',
    params: OfPost,
    answers: { 200: CommentView.nullable() },
    handle: ({ viewer, params }) => roastOf(viewer, params.postId),
  }),
  route.post('/posts/:postId/comments', {
    summary:
      'Comment on a post; 200 when this clientId was sent before, 202 when the comment waits for an admin',
    access: 'user',
    limit: commentRate,
    params: OfPost,
    body: CreateCommentInput,
    afterConfirmation: ({ text }) => holdsLink(text),
    answers: { 201: CommentView, 200: CommentView, 202: HeldReceipt },
    handle: async ({ viewer, params, body }) =>
      writtenAnswer(await createComment(viewer, params.postId, body)),
  }),
  route.get('/posts/:postId/comment-permission', {
    summary: 'Whether the roast dial and Plunger Mode of a post let you comment on it',
    access: 'user',
    limit: 'read',
    params: OfPost,
    answers: { 200: CommentPermissionView },
    handle: ({ viewer, params }) => commentPermission(viewer, params.postId),
  }),
  route.get('/comments/:commentId', {
    summary: 'One comment, for a link to it',
    access: 'visitor',
    limit: 'read',
    params: OneComment,
    answers: { 200: CommentView },
    handle: ({ viewer, params }) => loadComment(viewer, params.commentId),
  }),
  route.patch('/comments/:commentId', {
    summary: 'Edit your own comment',
    access: 'user',
    limit: 'write',
    params: OneComment,
    body: EditCommentInput,
    afterConfirmation: ({ text }) => holdsLink(text),
    answers: { 200: CommentView },
    handle: ({ viewer, params, body }) => editComment(viewer, params.commentId, body.text),
  }),
  route.delete('/comments/:commentId', {
    summary: 'Delete a comment',
    access: 'user',
    limit: 'write',
    params: OneComment,
    answers: { 204: null },
    handle: ({ viewer, params }) => deleteComment(viewer, params.commentId),
  }),
  ofPoo.put('/comments/:commentId/poo', {
    summary: 'Give a comment your poo',
    handle: ({ viewer, params }) => setPoo(viewer, params.commentId, true),
  }),
  ofPoo.delete('/comments/:commentId/poo', {
    summary: 'Take your poo back from a comment',
    handle: ({ viewer, params }) => setPoo(viewer, params.commentId, false),
  }),
]

export const replyRoutes = [
  route.get('/users/:handle/replies', {
    summary: "A person's comments, each with its post, and their posts that mention somebody, newest first",
    access: 'visitor',
    tag: 'posts',
    limit: 'read',
    params: HandleParams,
    query: PageQuery,
    answers: { 200: z.array(ReplyView) },
    handle: ({ viewer, params, query }) => listReplies(viewer, params.handle, query.cursor),
  }),
]
