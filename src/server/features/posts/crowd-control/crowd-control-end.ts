import type { Types } from 'mongoose'
import { counted } from '#contract/plural.ts'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { defineJob, type Again } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import type { CrowdControlState, PostRecord } from '../posts.model.ts'
import { changePost, postLock, recordsOf } from '../posts.store.ts'
import { figuresSince } from './crowd-control.present.ts'

type Watch = {
  readonly postId: string
  readonly plungerId: string
  /** The end that it waits for, ms. */
  readonly endsAt: number
}

const job = defineJob<Watch>({
  kind: 'plunger',
  does: 'Ends a Plunger Mode at its time.',
  isObligation: true,
  concurrency: 4,
  run: watch,
})

/**
 * Schedules the end of crowd control at its time, in the transaction that begins, prolongs or brings it back.
 */
export const watchCrowdControl = (
  tx: Transaction,
  postId: Types.ObjectId,
  { id, endsAt }: CrowdControlState,
): Promise<void> =>
  job.enqueue(
    { postId: postId.toHexString(), plungerId: id.toHexString(), endsAt: endsAt.getTime() },
    {
      tx,
      // Each end has a job of its own: one that no longer counts does nothing.
      key: `${id.toHexString()}:${endsAt.getTime()}`,
      afterMs: Math.max(0, endsAt.getTime() - clock.now()),
    },
  )

async function watch({ postId, plungerId, endsAt: awaited }: Watch): Promise<void | Again> {
  const [post] = await recordsOf([postId])
  // A hidden post is watched again when it is shown.
  if (!post?.plunger || post.plunger.id.toHexString() !== plungerId) return
  const { endsAt } = post.plunger
  const leftMs = endsAt.getTime() - clock.now()
  if (leftMs <= 0) return endCrowdControl(postId, plungerId)
  // The store's clock, which jobs run by, may be ahead of this process's.
  return endsAt.getTime() === awaited ? { againAfterMs: leftMs } : undefined
}

/** Ends one crowd control, after the changes of the post that came before. May run again. */
const endCrowdControl = (postId: string, crowdControlId: string): Promise<void> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const [post] = await recordsOf([postId], tx)
      // Ended or prolonged meanwhile.
      if (post?.plunger?.id.toHexString() !== crowdControlId) return
      if (post.plunger.endsAt.getTime() > clock.now()) return
      await endIn(tx, post)
    }),
  )

/** Ends crowd control in the transaction that has read the post. The author is told once what came. */
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
