import { randomUUID } from 'node:crypto'
import { SPAM_MESSAGES } from '#contract/moderation.constants.ts'
import { forbidden, tooMany } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { accountAgeOf, isChecked, withFingerprint } from './check-spam.ts'
import { countFingerprint, othersWith } from './shared-fingerprints.ts'
import { addToQueue } from './review-queue.model.ts'
import { exactFingerprint } from './fingerprints.ts'
import { countWritten, writtenLately, type Entry } from './recent-writings.ts'
import { HOUR, judge } from './spam-score.ts'

const MINUTE = 60_000
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

/**
 * Sends a message, unless a new account sends too many in a minute (429), or it looks like spam and goes to a
 * stranger (403). Messages to people who have answered or follow are not checked. A retry is never refused or
 * counted.
 */
export async function checkMessage<T>(
  viewer: Viewer,
  attempt: MessageAttempt,
  write: () => Promise<T>,
): Promise<T> {
  if (!(await isChecked(viewer))) return write()
  const isNewcomer = accountAgeOf(viewer) < HOUR
  if (!isNewcomer && (await attempt.isWelcome())) return write()
  return oneAtATime(`writing:${viewer.id}`, () =>
    withFingerprint(viewer, attempt.text, async (fingerprint) => {
      const lately = (await writtenLately(viewer.id, 'message')).filter(({ id }) => id !== attempt.clientId)
      if (isNewcomer) await assertPace(lately, attempt)
      const isStranger = !(await attempt.isWelcome())
      if (isStranger) await assertNoSpam(viewer, attempt, lately, fingerprint)
      const sent = await write()
      await count(viewer, attempt, isStranger ? fingerprint : null, isStranger)
      return sent
    }),
  )
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
  fingerprint: string | null,
): Promise<void> {
  const { text, receiverId, clientId } = attempt
  const same = exactFingerprint(text)
  const receivers = new Set(
    lately.filter((one) => one.print === same && one.to !== receiverId).map(({ to }) => to),
  ).size
  const others = fingerprint ? await othersWith(fingerprint, viewer.id) : 0
  const judged = judge({
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

/** Counts a message; the fingerprint of its text only when it went to a stranger. */
async function count(
  viewer: Viewer,
  { receiverId, text, clientId }: MessageAttempt,
  fingerprint: string | null,
  isStranger: boolean,
): Promise<void> {
  const entry = { id: clientId ?? randomUUID(), at: clock.now() }
  await countWritten(
    viewer.id,
    'message',
    isStranger ? { ...entry, print: exactFingerprint(text), to: receiverId } : { ...entry, print: '' },
  )
  if (fingerprint) await countFingerprint(fingerprint, viewer.id, accountAgeOf(viewer))
}
