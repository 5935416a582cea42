import type { PublicCommentView } from '#contract/comments.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { confirmComment } from './comment-outbox.ts'
import { joinThreads, threadIds } from './comments.lists.ts'
import { commentOf, markCommentDeleted } from './comments.store.ts'
import { fetchComments } from './comments.api.ts'
import { applyOwnParts, applyPooed, ownCommentPartOf } from './own-parts.store.ts'
import { considerRoast, withoutRoast } from './roast.store.ts'

/**
 * Comments of a thread that are pushed within this time share one request for the viewer's permissions. ms.
 */
const PERMISSIONS_DEBOUNCE_MS = 3_000

export function onCommentCreated({ comment, clientId }: LiveEvent<'comment:created'>): void {
  considerRoast(comment)
  joinThreads(comment)
  if (clientId) confirmComment(clientId)
  if (mayChange(comment)) fetchPermissionsSoon(comment.postId)
}

export function onCommentUpdated({ comment }: LiveEvent<'comment:updated'>): void {
  considerRoast(comment)
  joinThreads(comment)
}

export const onCommentPooed = ({ id, pooed, rev }: LiveEvent<'comment:pooed'>): void =>
  applyPooed(id, pooed, rev)

export function onCommentDeleted({ id, rev, postId }: LiveEvent<'comment:deleted'>): void {
  markCommentDeleted({ id, rev })
  withoutRoast(postId, { id, rev })
}

/**
 * Only the author and admins may change a comment, and one that is shown again may have the viewer's poo. The exact part
 * comes from the server (LIVE L16).
 */
function mayChange({ authorId, poos }: PublicCommentView): boolean {
  const viewer = currentViewer()
  return viewer !== null && (viewer.isAdmin || authorId === viewer.id || poos > 0)
}

const waiting = new Set<string>()

function fetchPermissionsSoon(postId: string): void {
  if (waiting.has(postId)) return
  waiting.add(postId)
  setTimeout(() => {
    waiting.delete(postId)
    // When the request fails, the next resync loads the permissions.
    if (hasUnknownPermissions(postId))
      void fetchComments(postId, 'newest')
        .then(applyOwnParts)
        .catch(() => undefined)
  }, PERMISSIONS_DEBOUNCE_MS)
}

const hasUnknownPermissions = (postId: string): boolean =>
  threadIds(postId).some((id) => commentOf(id) !== undefined && !ownCommentPartOf(id)?.can)
