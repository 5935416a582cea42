import { Types } from 'mongoose'
import type { Writing } from '#contract/spam.facts.ts'
import type { WaitingView } from '#contract/waiting.ts'
import { bus } from '#server/platform/bus.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { HeldModel, type HeldDocument } from './held.model.ts'
import { presentHeld, presentWaiting } from './held.present.ts'
import type { Verdict } from './spam-score.ts'

interface Kept extends Pick<Verdict, 'score' | 'signs'> {
  kind: Writing
  text: string
  input: Record<string, unknown> & { clientId?: string | undefined }
  postId?: string
  verdict: HeldDocument['verdict']
}

/** What waits under this clientId of a person: a retry of it is no second attempt. */
export async function heldUnder(authorId: string, clientId: string | undefined): Promise<{ held: WaitingView } | null> {
  const held = clientId ? await HeldModel.findOne({ authorId, clientId, verdict: 'held' }).lean<HeldDocument>() : null
  const waiting = held && presentWaiting(held)
  return waiting && { held: waiting }
}

/** How much of a person waits for an admin. */
export const waitingOf = (authorId: string): Promise<number> => HeldModel.countDocuments({ authorId, verdict: 'held' })

/**
 * Notes for admins what was not let through, once a clientId. Answers what its author sees of it; null for what was refused.
 * Of a message no word is kept: nobody but its two people reads those.
 */
export async function keep(viewer: Viewer, { kind, text, input, postId, score, signs, verdict }: Kept): Promise<WaitingView | null> {
  const held: HeldDocument = {
    _id: new Types.ObjectId(),
    authorId: new Types.ObjectId(viewer.id),
    kind,
    input: verdict === 'held' ? input : null,
    postId: postId ?? null,
    text: kind === 'message' ? null : text,
    score,
    signs,
    verdict,
    ...(input.clientId && { clientId: input.clientId }),
    createdAt: new Date(),
    rev: 1,
  }
  // The same words may have been refused a moment ago, and only look doubtful now.
  if (verdict === 'held' && input.clientId) await HeldModel.deleteOne({ authorId: viewer.id, clientId: input.clientId, verdict: 'refused' })
  try {
    await HeldModel.insertMany([held], { lean: true })
  } catch (error) {
    // Another process had the same retry at the same moment.
    if (!isDuplicateKey(error)) throw error
    return (await heldUnder(viewer.id, input.clientId))?.held ?? null
  }
  const waiting = presentWaiting(held)
  bus.emit('held:added', { authorId: viewer.id, held: presentHeld(held, cardOf(viewer)), waiting })
  return waiting
}
