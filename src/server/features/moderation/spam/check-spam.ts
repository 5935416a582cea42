import { randomUUID } from 'node:crypto'
import { Types } from 'mongoose'
import { SPAM_MESSAGES, type Holdable } from '#contract/moderation.constants.ts'
import type { WaitingView } from '#contract/moderation.ts'
import type { Named } from '#server/features/media/media-uses.ts'
import { mustBeHeld } from '#server/shared/blocks/blocks.store.ts'
import { forbidden } from '#server/platform/errors.ts'
import { lockAll } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { countFingerprint, othersWith } from './shared-fingerprints.ts'
import { addToQueue, waitingOf } from './review-queue.model.ts'
import { exactFingerprint, siteFingerprint } from './fingerprints.ts'
import { protection } from './protection.service.ts'
import { countWritten, writtenLately } from './recent-writings.ts'
import { judgeWriting, judgeUnconfirmed, newness, QUEUE_AT, type Verdict } from './spam-score.ts'

/** Posts and comments of one person that may wait at the same time. */
const MAX_QUEUED = 20

/** A post or comment to be published. */
export interface Attempt {
  kind: Holdable
  text: string
  /** The same with what else people can read, such as descriptions of pictures. */
  allText?: string
  input: Record<string, unknown> & { clientId?: string | undefined }
  postId?: string
}

/** The result of a write; `isNew` is false when an earlier attempt had written it (LIVE L5). */
export interface Written<V> {
  view: V
  isNew: boolean
}

/** Queued for an admin instead of published. */
export interface Queued {
  waiting: WaitingView
}

/** Whether the spam protection is on and applies to this person. */
export const isChecked = async (viewer: Viewer): Promise<boolean> =>
  !viewer.isAdmin && (await protection()).enabled

export const accountAgeOf = ({ id }: Viewer): number =>
  clock.now() - new Types.ObjectId(id).getTimestamp().getTime()

/** For comparing with other new accounts; null for an older account, and for a common text. */
export const comparedFingerprint = (viewer: Viewer, text: string): string | null =>
  newness(accountAgeOf(viewer)) > 0 ? siteFingerprint(text) : null

/**
 * Waits until what this person has sent before, and what new accounts have sent with the same fingerprint, is
 * written and counted: each of several parallel texts is judged with those before it. Returns how to end the turn.
 */
export async function takeTurn(viewer: Viewer, text: string): Promise<() => void> {
  if (!(await isChecked(viewer))) return () => undefined
  const fingerprint = comparedFingerprint(viewer, text)
  return lockAll([`writing:by:${viewer.id}`, ...(fingerprint ? [`writing:text:${fingerprint}`] : [])])
}

/**
 * Whether a text may be published, is queued for an admin because it looks like spam or has a word that an admin
 * wants to look at, or is refused. Throws 400 for a word or link that is not allowed. Nothing of admins looks like
 * spam.
 */
export async function judgeText(viewer: Viewer, attempt: Attempt): Promise<Verdict> {
  const hasHeldWord = await mustBeHeld(viewer, attempt.allText ?? attempt.text)
  const judged = (await isChecked(viewer)) ? await judgeSpam(viewer, attempt) : NO_SPAM
  return hasHeldWord ? withHeldWord(judged) : judged
}

const NO_SPAM: Verdict = { score: 0, signs: [], verdict: 'fine' }

/** A text with a word that an admin wants to look at waits, whatever else is known of it. */
const withHeldWord = ({ score, signs, verdict }: Verdict): Verdict => ({
  score: score + QUEUE_AT,
  signs: [...signs, { sign: 'word to look at', points: QUEUE_AT }],
  verdict: verdict === 'fine' ? 'held' : verdict,
})

async function judgeSpam(viewer: Viewer, { kind, text }: Attempt): Promise<Verdict> {
  const fingerprint = comparedFingerprint(viewer, text)
  const [lately, others] = await Promise.all([
    writtenLately(viewer.id, kind),
    fingerprint ? othersWith(fingerprint, viewer.id) : 0,
  ])
  const own = exactFingerprint(text)
  const repeats = lately.filter((one) => one.print === own).length
  const pace = lately.filter(({ at }) => clock.now() - at < MINUTE).length
  const evidence = { kind, text, repeats, pace, receivers: 0, others, accountAge: accountAgeOf(viewer) }
  return viewer.mustConfirm ? judgeUnconfirmed(evidence) : judgeWriting(evidence)
}

/**
 * Queues and counts a text that is not fine, with the uploads it shows. Throws 403 for one that is refused, also
 * because too many wait.
 */
export async function queueText(
  viewer: Viewer,
  attempt: Attempt,
  judged: Verdict,
  named: readonly Named[] = [],
): Promise<Queued> {
  const verdict = judged.verdict === 'held' && (await waitingOf(viewer.id)) < MAX_QUEUED ? 'held' : 'refused'
  const waiting = await addToQueue(viewer, { ...attempt, ...judged, named, verdict })
  if (!waiting) throw forbidden(SPAM_MESSAGES.refused)
  await countText(viewer, attempt)
  return { waiting }
}

/** Counts a published or queued text, after the commit. */
export async function countText(viewer: Viewer, { kind, text, input }: Attempt): Promise<void> {
  if (!(await isChecked(viewer))) return
  const entry = { id: input.clientId ?? randomUUID(), print: exactFingerprint(text), at: clock.now() }
  await countWritten(viewer.id, kind, entry)
  const fingerprint = comparedFingerprint(viewer, text)
  if (fingerprint) await countFingerprint(fingerprint, viewer.id, accountAgeOf(viewer))
}
