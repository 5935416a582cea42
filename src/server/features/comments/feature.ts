import type { Feature } from '#server/shared/feature.ts'
import { CommentModel, CommentTombstoneModel } from './comments.model.ts'
import {
  moderatedComment,
  releaseQueuedComment,
  clearCommentsOfDeletedPosts,
  countCommentsOfShownPosts,
  describeComments,
  syncCommentAuthors,
} from './comments.handlers.ts'
import { eraseComments, erasePoos, exportedComments, exportedPoos } from './comments.personal-data.ts'
import { PooModel } from './poos/poos.model.ts'
import { commentRoutes, replyRoutes } from './comments.routes.ts'

export const comments: Feature = {
  name: 'comments',
  routes: [...replyRoutes, ...commentRoutes],
  collections: [CommentModel, CommentTombstoneModel, PooModel],
  listeners: [syncCommentAuthors, clearCommentsOfDeletedPosts, countCommentsOfShownPosts, describeComments],
  erases: [eraseComments, erasePoos],
  exports: {
    comments: { title: 'Comments', rows: exportedComments },
    commentPoos: { title: 'Poos on comments', rows: exportedPoos },
  },
  moderates: { comment: moderatedComment },
  releases: { comment: releaseQueuedComment },
}
