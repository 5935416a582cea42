import { Types, trusted } from 'mongoose'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { groupCommits, isUnavailable } from '#server/platform/group-commit.ts'
import { logger } from '#server/platform/logger.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { sweep, sweepTogether } from '#server/platform/sweep.ts'
import { clock } from '#server/platform/clock.ts'
import { counterLock, mayWriteCounter, markWriting } from './notification-counters.ts'
import { textsOf } from './notification-abouts.ts'
import { wantedBy, writeNotices, type Notice } from './notices-write.ts'
import { PendingNoticeModel, type PendingNoticeDocument } from './notifications.model.ts'
import { byPerson } from './withdrawal.ts'

/**
 * Notifies a person inside the transaction that caused it: both happen or neither. A person is not notified
 * of their own actions, nor of actions of people they muted or that are blocked either way, nor of kinds they
 * have switched off; a `dedupeKey` that was used before is not used again. Emits `notification:created` and
 * `notification:count` after the commit.
 */
export const notify = (tx: Transaction, notice: Notice): Promise<void> => notifyAll(tx, [notice])

/** The same for many at once: one write of rows and one of the counter for each receiver. */
export async function notifyAll(tx: Transaction, notices: readonly Notice[]): Promise<void> {
  for (const [userId, own] of Map.groupBy(notices, (notice) => notice.userId))
    await notifyPerson(tx, userId, own)
}

/**
 * All transactions that notify a person write that person's counter, and of those that run at the same time
 * one alone can commit. So the first one writes the notifications itself. The others leave them as pending,
 * and they are written together after the commit, before the callers are answered.
 */
async function notifyPerson(tx: Transaction, userId: string, notices: readonly Notice[]): Promise<void> {
  const wanted = await wantedBy(userId, notices)
  if (wanted.length === 0) return
  // A notice with a subject belongs to what the transaction has read of the subject.
  const mustBeNow = wanted.some(({ subject }) => subject !== undefined)
  if (mustBeNow || mayWriteCounter(tx, userId)) return writeNotices(tx, userId, wanted)
  const pending = wanted.map(newPending)
  await PendingNoticeModel.insertMany(pending, { session: tx.session, lean: true })
  tx.afterCommit(() => writePending(userId, pending))
}

const newPending = (notice: Notice): PendingNoticeDocument => ({
  _id: clock.id(),
  userId: new Types.ObjectId(notice.userId),
  notice,
  createdAt: clock.date(),
})

const submitPending = groupCommits<readonly PendingNoticeDocument[], null>({
  lockOf: counterLock,
  async commit(tx, userId, entries) {
    markWriting(tx, userId)
    const ids = entries.flat().map(({ _id }) => _id)
    const one = { _id: trusted({ $in: ids }) }
    // Another process may have written some of them.
    const found = await PendingNoticeModel.find(one).session(tx.session).lean<PendingNoticeDocument[]>()
    if (found.length > 0) {
      await PendingNoticeModel.deleteMany(one, { session: tx.session })
      // A post or comment may have been deleted since.
      const notices = found.map(({ notice }) => notice)
      const texts = await textsOf(notices, tx)
      await writeNotices(
        tx,
        userId,
        notices.filter(({ data }) => texts.missing(data) === undefined),
        texts,
      )
    }
    return entries.map(() => ({ result: null }))
  },
})

async function writePending(userId: string, pending: readonly PendingNoticeDocument[]): Promise<void> {
  try {
    await submitPending(userId, pending)
  } catch (error) {
    // The job writes them later. Too much load and an outage of the store are logged where they are noticed.
    if (!isUnavailable(error)) logger.warn({ err: error }, 'notifications wait for the next run of their job')
  }
}

/** The job leaves newer ones to the call that made them, ms. */
const MIN_AGE_MS = 20_000
const PORTION = 500

/** Writes the notifications that a stopped process left as pending. */
export async function writeLeftNotices(minAgeMs = MIN_AGE_MS, signal?: AbortSignal): Promise<void> {
  const before = new Date(clock.now() - minAgeMs)
  const left = PendingNoticeModel.find({ createdAt: trusted({ $lt: before }) })
    .sort({ createdAt: 1 })
    .lean<PendingNoticeDocument[]>()
  await sweep(
    byPerson(rowsOf(left), PORTION),
    ([userId, own]) => sweepTogether(own, PORTION, (some) => submitPending(userId, some)),
    signal,
  )
}

definePeriodic({
  kind: 'left-notices',
  does: 'Writes pending notifications whose process stopped before it wrote them.',
  everyMs: 30_000,
  run: ({ signal }) => writeLeftNotices(MIN_AGE_MS, signal),
})
