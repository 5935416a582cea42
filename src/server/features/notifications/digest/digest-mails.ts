import { trusted } from 'mongoose'
import { confirmedAddressOf } from '#server/features/people/users/identities.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { config } from '#server/platform/config.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import { lastSeen } from '#server/features/people/users/accounts.service.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { clock } from '#server/platform/clock.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { NotificationCounterModel, NotificationModel } from '../notifications.model.ts'
import { endDigestToken, nextLook } from './digest-settings.service.ts'
import { DigestModel, DUE_DIGESTS, type DigestDocument } from './digest.model.ts'

/** Who has used no session for so long is away. */
const AWAY_MS = 3 * 24 * 60 * MINUTE
/** Notifications that a mail names one by one. */
const NAMED = 5
const PORTION = 100

/** The indexed read of those who are due; exported for its explain test. */
export const dueDigests = (now: Date) =>
  DigestModel.find({ nextAt: trusted({ $lte: now }) })
    .sort(DUE_DIGESTS)
    .lean<DigestDocument[]>()

const digests = definePeriodic({
  kind: 'digests',
  does: 'Queues the mails of unread notifications for those who are due.',
  everyMs: 10 * MINUTE,
  async run({ signal }) {
    await sweep(rowsOf(dueDigests(clock.date()), PORTION), look, signal)
  },
})

/** Looks for people who are due, for tests and after a change of the clock. */
export const lookForDigests = (): Promise<void> => digests.runSoon()

/** Queues a mail if there is something to tell, and sets the time of the next look, in one transaction. */
async function look(digest: DigestDocument): Promise<void> {
  const { _id, every, nextAt, queuedSeq } = digest
  const isWanted = every !== 'away' || isAwaySince(digest, await lastSeen(_id.toHexString()))
  await transact(async (tx) => {
    const seq = isWanted ? await newestUnread(tx, digest) : null
    const { matchedCount } = await DigestModel.updateOne(
      { _id, nextAt, queuedSeq },
      { $set: { nextAt: nextLook(every), ...(seq !== null && { queuedSeq: seq, queuedAt: clock.date() }) } },
      { session: tx.session },
    )
    // The person has changed it meanwhile.
    if (matchedCount === 0 || seq === null) return
    await mailDigest({ userId: _id.toHexString(), from: String(queuedSeq), to: String(seq) }, tx)
  })
}

/** One mail in each absence. */
const isAwaySince = ({ queuedAt }: DigestDocument, seenAt: Date | null): boolean =>
  seenAt !== null && seenAt.getTime() < clock.now() - AWAY_MS && (queuedAt ?? new Date(0)) <= seenAt

/** The seq of the newest notification, when one after the last mail is unread. */
async function newestUnread(tx: Transaction, { _id, queuedSeq }: DigestDocument): Promise<number | null> {
  const counter = await NotificationCounterModel.findById(_id).session(tx.session).lean()
  if (!counter || counter.unread === 0 || counter.seq <= queuedSeq) return null
  const unread = { userId: _id, read: false, seq: trusted({ $gt: queuedSeq }) }
  return (await NotificationModel.exists(unread).session(tx.session)) ? counter.seq : null
}

/** seqs as text: a mail's job holds words alone. */
type About = Readonly<{ userId: string; from: string; to: string }>

const mailDigest = mailTemplate<About>(
  'digest',
  async (about) => {
    const [viewer, account] = await Promise.all([loadViewer(about.userId), confirmedAddressOf(about.userId)])
    const news = account?.isConfirmed && !viewer?.banned ? await unreadOf(about) : null
    // Read, banned, erased or switched off since it was queued.
    if (!account || !news || news.count === 0 || !(await claim(about))) return null
    return digestMail(account.email, about, news)
  },
  {
    async failed({ userId, from, to }) {
      // The mail server did not take it, so the next attempt is not a second mail.
      await DigestModel.updateOne(
        { _id: userId, mailedSeq: Number(to) },
        { $set: { mailedSeq: Number(from) } },
      )
      return false
    },
  },
)

interface News {
  count: number
  newest: readonly string[]
}

async function unreadOf({ userId, from, to }: About): Promise<News> {
  const filter = { userId, read: false, seq: trusted({ $gt: Number(from), $lte: Number(to) }) }
  const [count, newest] = await Promise.all([
    NotificationModel.countDocuments(filter),
    NotificationModel.find(filter, { message: 1 }).sort({ seq: -1 }).limit(NAMED).lean(),
  ])
  return { count, newest: newest.map(({ message }) => message) }
}

/**
 * Notes that the mail is sent from here on; false when it was noted before, or the mails were switched off. After
 * a kill nobody knows whether the mail server has taken it: it is not sent again.
 */
async function claim({ userId, to }: About): Promise<boolean> {
  const { modifiedCount } = await DigestModel.updateOne(
    { _id: userId, mailedSeq: trusted({ $lt: Number(to) }) },
    { $set: { mailedSeq: Number(to) } },
  )
  return modifiedCount === 1
}

function digestMail(email: string, { userId, to }: About, { count, newest }: News): Mail {
  const end = endDigestToken(userId)
  const more = count - newest.length
  return {
    to: email,
    subject: count === 1 ? newest[0]! : `${count} things happened at ${houseName()}`,
    title: 'The herald has news for you',
    words: [...newest, ...(more > 0 ? [`And ${more} more.`] : [])],
    button: { label: 'Hear the herald', url: `${config.PUBLIC_URL}/notifications` },
    afterwards: ['You get this mail because you asked for your unread notifications by mail.'],
    unsubscribe: {
      page: `${config.PUBLIC_URL}/digest-mail?end=${end}`,
      call: `${config.PUBLIC_URL}/api/notifications/digest/end/${end}`,
    },
    messageId: `<digest.${userId}.${to}@${new URL(config.PUBLIC_URL).hostname}>`,
  }
}
