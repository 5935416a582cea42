import { trusted, type Types } from 'mongoose'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
import { CrowdModel, UsualCrowdModel, type CrowdDocument, type UsualCrowdDocument } from './crowds.model.ts'

/** A rate is the number of different strangers in this time. */
export const WINDOW_MS = 10 * 60_000
/** So many are a crowd for anybody, and so many times an author's usual for a popular one. */
const FLOOR = 30
const TIMES_USUAL = 3
/** More are a crowd for anybody. */
export const CEILING = 2_000
/** The newest peak's share of the usual. */
const SHARE = 0.25

type Counts = Pick<CrowdDocument, 'window' | 'count' | 'previous'>

export const windowOf = (at: number): number => Math.floor(at / WINDOW_MS)

/** Strangers within the last window's length: the part of the window before that still lies in it counts. */
export function rateAt({ window, count, previous }: Counts, at: number): number {
  const now = windowOf(at)
  const left = 1 - (at % WINDOW_MS) / WINDOW_MS
  if (window === now) return count + previous * left
  return window === now - 1 ? count * left : 0
}

/** The rate from which on it is a crowd for an author with this usual. */
export const crowdFrom = (usual: number): number => Math.min(CEILING, Math.max(FLOOR, usual * TIMES_USUAL))

const usualOf = async (authorId: string): Promise<number> =>
  (await UsualCrowdModel.findById(authorId).lean<UsualCrowdDocument>())?.usual ?? 0

/** Counts strangers at a post. Returns whether they are a crowd by now of which its author was not told within a day. */
export async function countStrangers(
  post: { _id: Types.ObjectId; authorId: Types.ObjectId },
  strangers: number,
): Promise<boolean> {
  const at = clock.now()
  const window = windowOf(at)
  const isSame = { $eq: ['$window', window] }
  const isNext = { $eq: ['$window', window - 1] }
  const count = { $add: [strangers, { $cond: [isSame, '$count', 0] }] }
  const crowd = await CrowdModel.findOneAndUpdate(
    { _id: post._id },
    [
      {
        $set: {
          authorId: post.authorId,
          window,
          count,
          previous: { $cond: [isSame, '$previous', { $cond: [isNext, '$count', 0] }] },
          peak: { $max: [{ $ifNull: ['$peak', 0] }, count] },
          settlesAt: { $ifNull: ['$settlesAt', new Date(at + DAY)] },
        },
      },
    ],
    { upsert: true, returnDocument: 'after', updatePipeline: true },
  ).lean<CrowdDocument>()
  if (!crowd || (crowd.offeredUntil && crowd.offeredUntil.getTime() > at)) return false
  const rate = rateAt(crowd, at)
  return rate >= FLOOR && rate >= crowdFrom(await usualOf(post.authorId.toHexString()))
}

/** Notes that crowd control is offered for a post; false when it was within the last day. */
export async function recordOffer(tx: Transaction, { _id }: { _id: Types.ObjectId }): Promise<boolean> {
  const now = clock.now()
  const until = new Date(now + DAY)
  const { matchedCount } = await CrowdModel.updateOne(
    {
      _id,
      $or: [
        { offeredUntil: trusted({ $exists: false }) },
        { offeredUntil: trusted({ $lte: new Date(now) }) },
      ],
    },
    { $set: { offeredUntil: until, settlesAt: until } },
    { session: tx.session },
  )
  return matchedCount === 1
}

/**
 * Lets the peaks of the last days join their authors' usual. A crowd counts as no more than twice what makes
 * one, so that a single pile-on does not pass for usual afterwards.
 */
export async function settleCrowds(signal?: AbortSignal): Promise<void> {
  const over = CrowdModel.find({ settlesAt: trusted({ $lte: clock.date() }) })
    .sort({ settlesAt: 1 })
    .lean<CrowdDocument[]>()
  const settle = ({ _id }: CrowdDocument) =>
    transact(async (tx) => {
      const crowd = await CrowdModel.findOneAndDelete({ _id, settlesAt: trusted({ $lte: clock.date() }) })
        .session(tx.session)
        .lean<CrowdDocument>()
      if (crowd) await learn(tx, crowd)
    })
  await sweep(rowsOf(over), settle, signal)
}

async function learn({ session }: Transaction, { authorId, peak }: CrowdDocument): Promise<void> {
  const known = await UsualCrowdModel.findById(authorId).session(session).lean<UsualCrowdDocument>()
  const counted = Math.min(peak, 2 * crowdFrom(known?.usual ?? 0))
  const usual = known ? known.usual + SHARE * (counted - known.usual) : counted
  await UsualCrowdModel.updateOne(
    { _id: authorId },
    { $set: { usual, updatedAt: clock.date() } },
    { upsert: true, session },
  )
}

definePeriodic({
  kind: 'settle-crowds',
  does: 'Judges whether strangers crowd a post, and what is usual for its author.',
  everyMs: WINDOW_MS,
  run: ({ signal }) => settleCrowds(signal),
})
