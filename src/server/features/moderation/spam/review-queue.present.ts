import type { HeldWritingView, WaitingView } from '#contract/moderation.ts'
import type { ActorView } from '#contract/people.ts'
import type { QueuedDocument } from './review-queue.model.ts'

/** Something that was not let through, for admins. */
export const presentQueued = (
  { _id, kind, text, score, signs, verdict, createdAt, rev }: QueuedDocument,
  author: ActorView | null,
): HeldWritingView => ({
  id: _id.toHexString(),
  kind,
  author,
  text,
  score,
  signs,
  verdict,
  createdAt: createdAt.toISOString(),
  rev,
})

/** The same for its author; null for what does not wait for an admin. */
export const presentWaiting = ({
  _id,
  kind,
  postId,
  text,
  verdict,
  createdAt,
  rev,
}: QueuedDocument): WaitingView | null =>
  verdict === 'held' && kind !== 'message'
    ? { id: _id.toHexString(), kind, postId, text: text ?? '', createdAt: createdAt.toISOString(), rev }
    : null
