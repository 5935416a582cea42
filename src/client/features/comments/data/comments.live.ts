import type { PublicCommentView } from '#contract/comments.ts'
import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { confirmComment, forgetCommentsOutbox } from './comments.outbox.ts'
import { buryComment, forgetComments, takePushedComment, threadOf } from './comments.store.ts'
import { readThread, resyncComments } from './comments.sync.ts'

/** A thread is asked at most this often what the viewer may do with comments that were pushed, in ms. */
const ASK_GAP = 3_000

onLive('comment:created', ({ comment, clientId }) => {
  takePushedComment(comment)
  if (clientId) confirmComment(clientId)
  if (mayConcernViewer(comment)) askPermissions(comment.postId)
})
onLive('comment:updated', ({ comment }) => takePushedComment(comment))
onLive('comment:deleted', ({ id, rev, postId }) => buryComment(postId, { id, rev }))

onResync('comments', resyncComments)

onReset(() => {
  forgetComments()
  forgetCommentsOutbox()
})

/** Only these may do more with a pushed comment than read it; what exactly, the server says (LIVE L16). */
function mayConcernViewer({ authorId }: PublicCommentView): boolean {
  const viewer = currentViewer()
  return viewer !== null && (viewer.isAdmin || authorId === viewer.id)
}

const asking = new Set<string>()

function askPermissions(postId: string): void {
  if (asking.has(postId)) return
  asking.add(postId)
  setTimeout(() => {
    asking.delete(postId)
    if (hasUnknown(postId)) void readThread(postId).catch(nextResyncWill)
  }, ASK_GAP)
}

function hasUnknown(postId: string): boolean {
  const thread = threadOf(postId)
  return thread !== undefined && [...thread.records.keys()].some((id) => !thread.can.has(id))
}

function nextResyncWill(): void {}
