import { randomUUID } from 'node:crypto'
import { Types } from 'mongoose'
import { SPAM_MESSAGES, type Holdable } from '#contract/moderation.constants.ts'
import type { WaitingView } from '#contract/moderation.ts'
import type { Named } from '#server/features/media/media.uses.ts'
import { mustBeHeld } from '#server/platform/blocks/blocks.store.ts'
import { forbidden } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { countFingerprint, othersWith } from './shared-fingerprints.ts'
import { addToQueue, waitingOf } from './review-queue.model.ts'
import { exactFingerprint, siteFingerprint } from './fingerprints.ts'
import { protection } from './protection.service.ts'
import { countWritten, writtenLately } from './recent-writings.ts'
import { judge, judgeUnconfirmed, newness, QUEUE_AT, type Verdict } from './spam-score.ts'

const MINUTE = 60_000
/** Posts and comments of one person that may wait at the same time. */
const MAX_QUEUED = 20

/** A post or comment to be published. */
export interface Attempt<V> {
  kind: Holdable
  text: string
  /** The same with what else people can read, such as descriptions of pictures. */
  allText?: string
  input: Record<string, unknown> & { clientId?: string | undefined }
  postId?: string
  /**
   * The result of an earlier attempt with the same clientId. Throws 404 when that was deleted, withdrawn or
   * rejected.
   */
  earlier: () => Promise<Written<V> | Queued | null>
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
 * Publishes or queues. `isNew` rejects when there is an earlier attempt: nothing may be stored before it is
 * known, but what is written in a transaction can be given up.
 */
type Write<R> = (isNew: Promise<void>) => Promise<R>

/**
 * Publishes a text unless it looks like spam, or has a word that an admin wants to look at: then it is queued
 * for an admin, or refused with 403; with 400 for a word or link that is not allowed. A retry
 * with the same clientId gets the result of the first attempt, even if the text would be refused now, and is not
 * counted. What was published or queued is counted after the commit. Admins are not checked.
 */
export async function checkSpam<V>(
  viewer: Viewer,
  attempt: Attempt<V>,
  write: Write<Written<V>>,
): Promise<Written<V> | Queued> {
  if (!(await isChecked(viewer)))
    return unlessEarlier(attempt, (isNew) => writeUnlessBlocked(viewer, attempt, () => write(isNew), isNew))
  // One after the other, so that the second of two parallel texts is checked with the first.
  return oneAtATime(`writing:${viewer.id}`, () =>
    unlessEarlier(attempt, async (isNew) => {
      const hasHeldWord = await mustBeHeld(viewer, attempt.allText ?? attempt.text)
      return withFingerprint(viewer, attempt.text, (fingerprint) =>
        judgeAndWrite(viewer, attempt, { fingerprint, hasHeldWord }, () => write(isNew), isNew),
      )
    }),
  )
}

/**
 * Nearly every attempt is the first one, so it does not wait until an earlier one has been looked for: that
 * runs beside the work, whose error counts only when there is none.
 */
async function unlessEarlier<V>(
  { earlier }: Attempt<V>,
  work: Write<Written<V> | Queued>,
): Promise<Written<V> | Queued> {
  const looking = earlier()
  const isNew = looking.then((found) => {
    if (found) throw new AttemptedBefore()
  })
  // The work may fail before it waits for this.
  isNew.catch(() => undefined)
  try {
    return await work(isNew)
  } catch (error) {
    const found = await looking
    if (!found) throw error
    return found
  }
}

/** There is an earlier attempt: the work is given up. */
class AttemptedBefore extends Error {}

/** Whether the spam protection is on and applies to this person. */
export const isChecked = async (viewer: Viewer): Promise<boolean> =>
  !viewer.isAdmin && (await protection()).enabled

export const accountAgeOf = ({ id }: Viewer): number =>
  clock.now() - new Types.ObjectId(id).getTimestamp().getTime()

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

/** Without the spam protection the words of the admins' lists still count. */
async function writeUnlessBlocked<V>(
  viewer: Viewer,
  attempt: Attempt<V>,
  write: () => Promise<Written<V>>,
  isNew: Promise<void>,
): Promise<Written<V> | Queued> {
  if (!(await mustBeHeld(viewer, attempt.allText ?? attempt.text))) return write()
  await isNew
  return queue(viewer, attempt, withHeldWord({ score: 0, signs: [], verdict: 'fine' }))
}

/** A text with a word that an admin wants to look at waits, whatever else is known of it. */
const withHeldWord = ({ score, signs, verdict }: Verdict): Verdict => ({
  score: score + QUEUE_AT,
  signs: [...signs, { sign: 'word to look at', points: QUEUE_AT }],
  verdict: verdict === 'fine' ? 'held' : verdict,
})

async function judgeAndWrite<V>(
  viewer: Viewer,
  attempt: Attempt<V>,
  { fingerprint, hasHeldWord }: { fingerprint: string | null; hasHeldWord: boolean },
  write: () => Promise<Written<V>>,
  isNew: Promise<void>,
): Promise<Written<V> | Queued> {
  const own = exactFingerprint(attempt.text)
  const found = await judgeWriting(viewer, attempt, own, fingerprint)
  const judged = hasHeldWord ? withHeldWord(found) : found
  if (judged.verdict === 'fine') {
    const written = await write()
    if (written.isNew) await count(viewer, attempt, own, fingerprint)
    return written
  }
  await isNew
  const queued = await queue(viewer, attempt, judged)
  await count(viewer, attempt, own, fingerprint)
  return queued
}

/** Throws 403 for a text that is refused, also because too many wait. */
async function queue<V>(viewer: Viewer, attempt: Attempt<V>, judged: Verdict): Promise<Queued> {
  const named = await attempt.prepare()
  const verdict = judged.verdict === 'held' && (await waitingOf(viewer.id)) < MAX_QUEUED ? 'held' : 'refused'
  const { kind, text, input, postId } = attempt
  const writing = { kind, text, input, ...(postId !== undefined && { postId }) }
  const waiting = await addToQueue(viewer, { ...writing, ...judged, named, verdict })
  if (!waiting) throw forbidden(SPAM_MESSAGES.refused)
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
  const pace = lately.filter(({ at }) => clock.now() - at < MINUTE).length
  const evidence = { kind, text, repeats, pace, receivers: 0, others, accountAge: accountAgeOf(viewer) }
  return viewer.mustConfirm ? judgeUnconfirmed(evidence) : judge(evidence)
}

async function count<V>(
  viewer: Viewer,
  { kind, input }: Attempt<V>,
  own: string,
  fingerprint: string | null,
): Promise<void> {
  await countWritten(viewer.id, kind, { id: input.clientId ?? randomUUID(), print: own, at: clock.now() })
  if (fingerprint) await countFingerprint(fingerprint, viewer.id, accountAgeOf(viewer))
}
