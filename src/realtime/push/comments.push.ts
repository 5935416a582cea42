import { bus } from '#server/platform/bus.ts'
import { readersOfComment } from '../audience.ts'
import type { Push } from './push.ts'

export const pushComments: Push = ({ delivery }) => [
  bus.onAnywhere('comment:created', ({ comment, clientId, postAuthorId }) =>
    delivery.to(readersOfComment(comment, postAuthorId), 'comment:created', { comment, clientId }),
  ),
  bus.onAnywhere('comment:updated', ({ comment, postAuthorId }) => delivery.to(readersOfComment(comment, postAuthorId), 'comment:updated', { comment })),
  bus.onAnywhere('comment:deleted', ({ postAuthorId, ...comment }) =>
    delivery.to(readersOfComment(comment, postAuthorId), 'comment:deleted', { id: comment.id, rev: comment.rev, postId: comment.postId }),
  ),
]
