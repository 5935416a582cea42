import { setPriority } from 'node:os'
import sharp from 'sharp'
import { makePicture, type PictureOrder, type PictureResult } from './make-picture.ts'

/** What a worker answers: the result, or what sharp said. */
export type WorkerAnswer = { result: PictureResult } | { fault: string }

// People who read come first (PERFORMANCE, Design 7): this process takes what they leave, and one core at
// most.
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)
// Libraries for a hundred formats are a hundred doors; four are in use (SECURITY, traps).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

process.on('message', (order: PictureOrder) => void work(order))
// The server has gone.
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
