import type { HeldWritingView, WaitingView } from '#contract/moderation.ts'
import type { ActorView } from '#contract/people.ts'
import { cardLink } from '#contract/web-addresses.ts'
import type { QueuedDocument } from './review-queue.model.ts'

/** An entry as admins see it. */
export const presentQueued = (
  { _id, kind, text, input, score, signs, verdict, createdAt, rev }: QueuedDocument,
  author: ActorView | null,
): HeldWritingView => ({
  id: _id.toHexString(),
  kind,
  author,
  text,
  link: kind === 'post' && input ? cardLink({ ...input, text: text ?? '' }) : null,
  score,
  signs,
  verdict,
  createdAt: createdAt.toISOString(),
  rev,
})

/** An entry as its author sees it; null when it does not wait. */
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
