import sharp from 'sharp'
import { lowerPriority } from '#server/platform/low-priority.ts'
import { makePicture, type PictureOrder, type PictureResult } from './make-picture.ts'

/** A worker's answer: the result, or sharp's error. */
export type WorkerAnswer = { result: PictureResult } | { fault: string }

// Requests come first: low priority, and one core at most.
if (process.env['MEDIA_PRIORITY'] === 'low') lowerPriority()
sharp.concurrency(1)
sharp.cache(false)
// Only four of libvips' many formats are enabled (SECURITY, traps).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

process.on('message', (order: PictureOrder) => void work(order))
// The server has stopped.
process.on('disconnect', () => process.exit())

async function work(order: PictureOrder): Promise<void> {
  process.send!(await answer(order))
}

async function answer(order: PictureOrder): Promise<WorkerAnswer> {
  try {
    return { result: await makePicture(order) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
