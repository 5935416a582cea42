import { randomUUID } from 'node:crypto'
import { Types } from 'mongoose'
import { SPAM_MESSAGES, type Holdable } from '#contract/moderation.constants.ts'
import type { WaitingView } from '#contract/moderation.ts'
import type { Named } from '#server/features/media/media.uses.ts'
import { forbidden } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { countFingerprint, othersWith } from './shared-fingerprints.ts'
import { queuedUnder, addToQueue, waitingOf } from './review-queue.model.ts'
import { exactFingerprint, siteFingerprint } from './fingerprints.ts'
import { protection } from './protection.service.ts'
import { countWritten, writtenLately } from './recent-writings.ts'
import { judge, judgeUnconfirmed, newness, type Verdict } from './spam-score.ts'

const MINUTE = 60_000
/** Posts and comments of one person that may wait at the same time. */
const MAX_QUEUED = 20

/** A post or comment to be published. */
export interface Attempt<V> {
  kind: Holdable
  text: string
  input: Record<string, unknown> & { clientId?: string | undefined }
  postId?: string
  /** The result of an earlier attempt with the same clientId. */
  earlier: () => Promise<Written<V> | null>
  /**
   * Throws what publishing would throw, so that nothing is queued that cannot be published. Returns the
   * uploads it will show.
   */
  prepare: () => Promise<Named[]>
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

/**
 * Publishes a text unless it looks like spam: then it is queued for an admin, or refused with 403. A retry
 * with the same clientId gets the result of the first attempt, and is neither checked nor counted. What was
 * published or queued is counted after the commit. Admins are not checked.
 */
export async function checkSpam<V>(
  viewer: Viewer,
  attempt: Attempt<V>,
  write: () => Promise<Written<V>>,
): Promise<Written<V> | Queued> {
  if (!(await isChecked(viewer))) return (await earlierOutcome(viewer, attempt)) ?? write()
  // One after the other, so that the second of two parallel texts is checked with the first.
  return oneAtATime(`writing:${viewer.id}`, async () => {
    const done = await earlierOutcome(viewer, attempt)
    return (
      done ??
      withFingerprint(viewer, attempt.text, (fingerprint) =>
        judgeAndWrite(viewer, attempt, fingerprint, write),
      )
    )
  })
}

/** The result of an earlier attempt with the same clientId. Throws 404 when it was withdrawn or rejected. */
async function earlierOutcome<V>(
  viewer: Viewer,
  { earlier, input }: Attempt<V>,
): Promise<Written<V> | Queued | null> {
  const [written, queued] = await Promise.all([earlier(), queuedUnder(viewer.id, input.clientId)])
  return written ?? queued
}

/** Whether the spam protection is on and applies to this person. */
export const isChecked = async (viewer: Viewer): Promise<boolean> =>
  !viewer.isAdmin && (await protection()).enabled

export const accountAgeOf = ({ id }: Viewer): number =>
  Date.now() - new Types.ObjectId(id).getTimestamp().getTime()

/**
 * Parallel texts of new accounts with the same fingerprint run one after the other, so that each is checked
 * with those before it.
 */
export function withFingerprint<T>(
  viewer: Viewer,
  text: string,
  work: (fingerprint: string | null) => Promise<T>,
): Promise<T> {
  const fingerprint = newness(accountAgeOf(viewer)) > 0 ? siteFingerprint(text) : null
  return fingerprint ? oneAtATime(`print:${fingerprint}`, () => work(fingerprint)) : work(null)
}

async function judgeAndWrite<V>(
  viewer: Viewer,
  attempt: Attempt<V>,
  fingerprint: string | null,
  write: () => Promise<Written<V>>,
): Promise<Written<V> | Queued> {
  const own = exactFingerprint(attempt.text)
  const judged = await judgeWriting(viewer, attempt, own, fingerprint)
  if (judged.verdict === 'fine') {
    const written = await write()
    if (written.isNew) await count(viewer, attempt, own, fingerprint)
    return written
  }
  const named = await attempt.prepare()
  const verdict = judged.verdict === 'held' && (await waitingOf(viewer.id)) < MAX_QUEUED ? 'held' : 'refused'
  const waiting = await addToQueue(viewer, { ...attempt, ...judged, named, verdict })
  if (!waiting) throw forbidden(SPAM_MESSAGES.refused)
  await count(viewer, attempt, own, fingerprint)
  return { waiting }
}

async function judgeWriting<V>(
  viewer: Viewer,
  { kind, text }: Attempt<V>,
  own: string,
  fingerprint: string | null,
): Promise<Verdict> {
  const [lately, others] = await Promise.all([
    writtenLately(viewer.id, kind),
    fingerprint ? othersWith(fingerprint, viewer.id) : 0,
  ])
  const repeats = lately.filter((one) => one.print === own).length
  const pace = lately.filter(({ at }) => Date.now() - at < MINUTE).length
  const evidence = { kind, text, repeats, pace, receivers: 0, others, accountAge: accountAgeOf(viewer) }
  return viewer.mustConfirm ? judgeUnconfirmed(evidence) : judge(evidence)
}

async function count<V>(
  viewer: Viewer,
  { kind, input }: Attempt<V>,
  own: string,
  fingerprint: string | null,
): Promise<void> {
  await countWritten(viewer.id, kind, { id: input.clientId ?? randomUUID(), print: own, at: Date.now() })
  if (fingerprint) await countFingerprint(fingerprint, viewer.id, accountAgeOf(viewer))
}
