import { Types } from 'mongoose'
import { SPAM_SENTENCES, type Writing } from '#contract/spam.facts.ts'
import { bus } from '#server/platform/bus.ts'
import { forbidden, isDuplicateKey } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { HeldModel, type HeldDocument } from './held.model.ts'
import { presentHeld } from './held.present.ts'
import { protection } from './protection.service.ts'
import { noteWriting } from './recent-writings.ts'
import { judge, type Verdict } from './spam-score.ts'

/** What somebody is about to write. */
interface Attempt {
  kind: Writing
  text: string
  input: Record<string, unknown> & { clientId?: string | undefined }
  postId?: string
}

/**
 * The spam protection, while it is on: lets pass what people do, and throws 403 for what looks like spam, which admins then
 * find in their list. Admins are not looked at, and neither is what an admin has released.
 */
export async function guardWriting(viewer: Viewer, attempt: Attempt): Promise<void> {
  if (viewer.isAdmin || !(await protection()).enabled) return
  const accountAge = Date.now() - new Types.ObjectId(viewer.id).getTimestamp().getTime()
  const judged = judge({ kind: attempt.kind, text: attempt.text, ...(await noteWriting(viewer.id, attempt.text)), accountAge })
  if (judged.verdict === 'fine') return
  // A retry of what is held is no second attempt.
  if (attempt.input.clientId && (await HeldModel.exists({ authorId: viewer.id, clientId: attempt.input.clientId }))) throw forbidden(SPAM_SENTENCES.held)
  // Nobody but its two people reads a message: it cannot be held for a third.
  const verdict = attempt.kind === 'message' ? 'refused' : judged.verdict
  await keep(viewer, attempt, { ...judged, verdict })
  throw forbidden(SPAM_SENTENCES[verdict])
}

async function keep(viewer: Viewer, { kind, text, input, postId }: Attempt, { score, signs, verdict }: Verdict & { verdict: HeldDocument['verdict'] }): Promise<void> {
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
    ...(verdict === 'held' && input.clientId && { clientId: input.clientId }),
    createdAt: new Date(),
    rev: 1,
  }
  try {
    await HeldModel.insertMany([held], { lean: true })
    bus.emit('held:added', { held: presentHeld(held, { id: viewer.id, handle: viewer.handle, displayName: viewer.displayName, avatarUrl: viewer.avatarUrl }) })
  } catch (error) {
    // A retry of what is held already.
    if (!isDuplicateKey(error)) throw error
  }
}
