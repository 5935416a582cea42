import { Types, trusted } from 'mongoose'
import { bus } from '#server/platform/bus.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { logger } from '#server/platform/logger.ts'
import { clock } from '#server/platform/clock.ts'
import { clearOldWork } from './media-intake.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { sweep } from '#server/platform/sweep.ts'
import { HOUR } from '#server/platform/durations.ts'
import { MediaModel, type MediaDocument } from './media.model.ts'
import { removeUnused } from './media-records.ts'
import { sweepFailedVideos } from './video/failed-videos.ts'

/** How long an upload may stay unused; one that never arrived, an hour. */
const UNUSED_TTL_MS = { ready: 24 * HOUR, arriving: HOUR } as const

definePeriodic({
  kind: 'sweep-media',
  does: 'Deletes unused uploads, and what a stopped process has left.',
  everyMs: 60_000,
  async run({ signal }) {
    await sweep([sweepMedia, sweepFailedVideos], (part) => part(clock.now(), signal), signal)
  },
})

/**
 * Deletes files when nothing uses them any more; the sweep repeats it. Also clears old working folders of
 * this machine.
 */
export function subscribeMediaRemoval(): () => void {
  const clear = () =>
    void clearOldWork().catch((error: unknown) =>
      logger.error({ err: error, job: 'work folders' }, 'old work folders could not be cleared'),
    )
  const timer = setInterval(clear, HOUR).unref()
  clear()
  const stop = bus.onLocal(
    'media:unused',
    async ({ mediaId }) => void (await removeUnused(new Types.ObjectId(mediaId))),
  )
  return () => {
    clearInterval(timer)
    stop()
  }
}

/** Deletes uploads that were unused for too long. */
export async function sweepMedia(now = clock.now(), signal?: AbortSignal): Promise<void> {
  const old = MediaModel.find(
    { unusedSince: trusted({ $lt: new Date(now - UNUSED_TTL_MS.arriving) }) },
    { state: 1, unusedSince: 1 },
  )
    .sort({ unusedSince: 1 })
    .lean<Pick<MediaDocument, '_id' | 'state' | 'unusedSince'>[]>()
  await sweep(rowsOf(old), async (media) => isOver(media, now) && removeUnused(media._id), signal)
}

const isOver = ({ state, unusedSince }: Pick<MediaDocument, 'state' | 'unusedSince'>, now: number): boolean =>
  state === 'uploading' || state === 'gone' || now - (unusedSince?.getTime() ?? now) > UNUSED_TTL_MS.ready
