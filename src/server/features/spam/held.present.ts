import type { HeldWritingView } from '#contract/house.ts'
import type { ActorView } from '#contract/users.ts'
import type { HeldDocument } from './held.model.ts'

/** Something that was not let through, for admins. */
export const presentHeld = ({ _id, kind, text, score, signs, verdict, createdAt, rev }: HeldDocument, author: ActorView | null): HeldWritingView => ({
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
