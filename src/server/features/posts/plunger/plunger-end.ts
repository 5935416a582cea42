import type { Types } from 'mongoose'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { defineJob, type Again, type JobRun } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { PlungerState, PostRecord } from '../posts.model.ts'
import { changePost, postLock, recordsOf } from '../posts.store.ts'
import { isCalm } from './crowds.ts'
import { figuresSince } from './plunger.present.ts'

/** The rate of a crowd is judged so often, and it has gone after so many calm judgements in a row. */
const ROUND_MS = 60_000
const CALM_ROUNDS = 10

type Watch = {
  readonly postId: string
  readonly plungerId: string
  /** The end that it waits for, ms; null: the crowd's. */
  readonly endsAt: number | null
}

const job = defineJob<Watch, { calm: number }>({ kind: 'plunger', concurrency: 4, run: watch })

/**
 * Schedules the end of Plunger Mode, in the transaction that begins, prolongs or brings it back: at its time, or
 * when the crowd has gone.
 */
export const watchPlunger = (
  tx: Transaction,
  postId: Types.ObjectId,
  { id, endsAt }: PlungerState,
): Promise<void> =>
  job.enqueue(
    { postId: postId.toHexString(), plungerId: id.toHexString(), endsAt: endsAt?.getTime() ?? null },
    {
      tx,
      // Each end has a job of its own: one that no longer counts does nothing.
      key: `${id.toHexString()}:${endsAt?.getTime() ?? 'crowd'}`,
      afterMs: endsAt ? Math.max(0, endsAt.getTime() - Date.now()) : ROUND_MS,
    },
  )

async function watch(
  { postId, plungerId, endsAt: awaited }: Watch,
  { progress }: Pick<JobRun<{ calm: number }>, 'progress'>,
): Promise<void | Again> {
  const [post] = await recordsOf([postId])
  // A hidden post is watched again when it is shown.
  if (!post?.plunger || post.plunger.id.toHexString() !== plungerId) return
  const { endsAt } = post.plunger
  if (endsAt) {
    const leftMs = endsAt.getTime() - Date.now()
    if (leftMs <= 0) return endPlunger(postId, plungerId)
    // The store's clock, which jobs run by, may be ahead of this process's.
    return endsAt.getTime() === awaited ? { againAfterMs: leftMs } : undefined
  }
  const calm = (await isCalm(postId, post.authorId.toHexString())) ? (progress?.calm ?? 0) + 1 : 0
  return calm >= CALM_ROUNDS ? endPlunger(postId, plungerId) : { againAfterMs: ROUND_MS, progress: { calm } }
}

/** Ends one Plunger Mode, after the changes of the post that came before. May run again. */
const endPlunger = (postId: string, plungerId: string): Promise<void> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const [post] = await recordsOf([postId], tx)
      // Ended or prolonged meanwhile.
      if (post?.plunger?.id.toHexString() !== plungerId) return
      if (post.plunger.endsAt && post.plunger.endsAt.getTime() > Date.now()) return
      await endIn(tx, post)
    }),
  )

/** Ends Plunger Mode in the transaction that has read the post. The author is told once what came. */
export async function endIn(tx: Transaction, post: PostRecord): Promise<void> {
  if (!post.plunger) return
  const postId = post._id.toHexString()
  const userId = post.authorId.toHexString()
  const { rev } = await changePost(tx, postId, { $unset: { plunger: 1 } })
  tx.emit('plunger:ended', { userId, id: postId, rev })
  const came = figuresSince(post, post.plunger)
  if (came.comments + came.reactions === 0) return
  await notifyFromSite(tx, {
    userId,
    type: 'PLUNGER',
    data: { postId, stage: 'ended', ...came },
    message: `The plunger has done its work. Meanwhile: ${counted(came.comments, 'comment')} and ${counted(came.reactions, 'reaction')}`,
  })
}

const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
