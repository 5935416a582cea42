import { z } from 'zod'
import { Id, Rev, Timestamp } from './primitives.ts'
import { HOLDABLE } from './spam.facts.ts'

/**
 * A post or comment of one's own that waits for an admin to let it through. Nobody else but admins sees it.
 */
export const WaitingView = z
  .object({
    id: Id,
    kind: z.enum(HOLDABLE),
    /** The post that a comment is on; null for a post. */
    postId: Id.nullable(),
    text: z.string(),
    createdAt: Timestamp,
    rev: Rev,
  })
  .meta({ id: 'Waiting' })
export type WaitingView = z.infer<typeof WaitingView>

/** 202 of POST /api/posts and POST /api/posts/{id}/comments: kept for an admin, not published yet. */
export const HeldReceipt = z.object({ held: WaitingView, message: z.string() }).meta({ id: 'HeldReceipt' })
export type HeldReceipt = z.infer<typeof HeldReceipt>
