import type { Feature } from '#server/platform/feature.ts'
import { CommentModel, CommentTombstoneModel } from './comments.model.ts'
import {
  moderatedComment,
  releaseQueuedComment,
  clearCommentsOfDeletedPosts,
  describeComments,
  keepCommentAuthorsFresh,
} from './comments.handlers.ts'
import { eraseComments, exportedComments } from './comments.personal-data.ts'
import { commentRoutes, replyRoutes } from './comments.routes.ts'

export const comments: Feature = {
  name: 'comments',
  routes: [...replyRoutes, ...commentRoutes],
  collections: [CommentModel, CommentTombstoneModel],
  listeners: [keepCommentAuthorsFresh, clearCommentsOfDeletedPosts, describeComments],
  erases: [eraseComments],
  exports: { comments: { title: 'Comments', rows: exportedComments } },
  moderates: { comment: moderatedComment },
  releases: { comment: releaseQueuedComment },
}
