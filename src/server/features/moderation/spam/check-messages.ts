import { randomUUID } from 'node:crypto'
import { SPAM_MESSAGES } from '#contract/moderation.constants.ts'
import { forbidden, tooMany } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR, MINUTE } from '#server/platform/durations.ts'
import { accountAgeOf, comparedFingerprint, isChecked, takeTurn } from './check-spam.ts'
import { countFingerprint, othersWith } from './shared-fingerprints.ts'
import { addToQueue } from './review-queue.model.ts'
import { exactFingerprint } from './fingerprints.ts'
import { countWritten, writtenLately, type Entry } from './recent-writings.ts'
import { judgeWriting } from './spam-score.ts'

/** Messages a minute in the first hour of an account; later the rate limit of all messages suffices. */
const MAX_NEWCOMER_MESSAGES = 24

/** A message to be sent. */
export interface MessageAttempt {
  receiverId: string
  text: string
  clientId: string | undefined
  /** Whether the receiver has written to the sender or follows them. */
  isWelcome: () => Promise<boolean>
  /** Whether an earlier attempt with the same clientId was stored. */
  isWritten: () => Promise<boolean>
}

/** A message that may be sent now. */
interface Judged {
  /** Counts it, once it is stored. */
  count(): Promise<void>
  /** Ends the turn, also of a message that could not be sent: the person's next one is judged then. */
  end(): void
}

const NOT_CHECKED: Judged = { count: () => Promise.resolve(), end: () => undefined }

/**
 * Judges a message before it is sent. Throws 429 when a new account sends too many in a minute, and 403 when it
 * looks like spam and goes to a stranger. Messages to people who have answered or follow are not checked. A retry
 * is never refused.
 */
export async function judgeMessage(viewer: Viewer, attempt: MessageAttempt): Promise<Judged> {
  if (!(await isChecked(viewer))) return NOT_CHECKED
  const isNewcomer = accountAgeOf(viewer) < HOUR
  const isStranger = !(await attempt.isWelcome())
  if (!isNewcomer && !isStranger) return NOT_CHECKED
  const end = await takeTurn(viewer, attempt.text)
  try {
    const lately = (await writtenLately(viewer.id, 'message')).filter(({ id }) => id !== attempt.clientId)
    if (isNewcomer) await assertPace(lately, attempt)
    if (isStranger) await assertNoSpam(viewer, attempt, lately)
    return { end, count: () => countMessage(viewer, attempt, isStranger) }
  } catch (error) {
    end()
    throw error
  }
}

async function assertPace(lately: readonly Entry[], { isWritten }: MessageAttempt): Promise<void> {
  const first = lately.filter(({ at }) => clock.now() - at < MINUTE).at(-MAX_NEWCOMER_MESSAGES)
  if (first && !(await isWritten()))
    throw tooMany(Math.max(1, Math.ceil((first.at + MINUTE - clock.now()) / 1000)))
}

async function assertNoSpam(
  viewer: Viewer,
  attempt: MessageAttempt,
  lately: readonly Entry[],
): Promise<void> {
  const { text, receiverId, clientId } = attempt
  const same = exactFingerprint(text)
  const receivers = new Set(
    lately.filter((one) => one.print === same && one.to !== receiverId).map(({ to }) => to),
  ).size
  const fingerprint = comparedFingerprint(viewer, text)
  const others = fingerprint ? await othersWith(fingerprint, viewer.id) : 0
  const judged = judgeWriting({
    kind: 'message',
    text,
    repeats: 0,
    pace: 0,
    receivers,
    others,
    accountAge: accountAgeOf(viewer),
  })
  if (judged.verdict === 'fine' || (await attempt.isWritten())) return
  await addToQueue(viewer, { kind: 'message', text, input: { clientId }, ...judged, verdict: 'refused' })
  throw forbidden(SPAM_MESSAGES.refused)
}

/** Counts a message; what it says only when it went to a stranger. */
async function countMessage(
  viewer: Viewer,
  { receiverId, text, clientId }: MessageAttempt,
  isStranger: boolean,
): Promise<void> {
  const entry = { id: clientId ?? randomUUID(), at: clock.now() }
  if (!isStranger) return countWritten(viewer.id, 'message', { ...entry, print: '' })
  await countWritten(viewer.id, 'message', { ...entry, print: exactFingerprint(text), to: receiverId })
  const fingerprint = comparedFingerprint(viewer, text)
  if (fingerprint) await countFingerprint(fingerprint, viewer.id, accountAgeOf(viewer))
}
