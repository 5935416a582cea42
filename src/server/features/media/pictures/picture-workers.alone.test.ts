import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plain } from '#tests/support/media.ts'
import { POSTER } from './picture-plans.ts'
import { closePictureWorkers, pictureOf } from './picture-workers.ts'

vi.hoisted(() => (process.env['MEDIA_WORKERS'] = '2'))

const PLAN = { variants: [POSTER], moving: false }

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-queue-'))))
afterAll(async () => {
  closePictureWorkers()
  await rm(folder, { recursive: true })
})

/** A picture whose reading lasts until `done`. */
async function heldPicture(name: string) {
  const held = path.join(folder, name)
  await promisify(execFile)('mkfifo', [held])
  const otherEnd = await open(held, 'r+')
  const done = async () => {
    await rm(held)
    await otherEnd.close()
  }
  return { path: held, done }
}

test.runIf(process.platform === 'linux')('every thread of a worker has a low priority', async () => {
  const held = await heldPicture('slow')
  const made = pictureOf('ann', { input: held.path, folder, plan: PLAN }).catch(() => undefined)
  const low = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
  try {
    await vi.waitFor(async () => {
      const threads = await threadsOf((await readFile(CHILDREN, 'utf8')).trim().split(' ')[0]!)
      expect(threads.map(({ name }) => name)).toContain('libuv-worker')
      expect(threads.filter(({ priority }) => priority < low)).toEqual([])
    }, WAITING)
  } finally {
    await held.done()
    await made
  }
})

const CHILDREN = `/proc/self/task/${process.pid}/children`
const WAITING = { timeout: 20_000 }

async function threadsOf(pid: string) {
  const ids = await readdir(`/proc/${pid}/task`)
  return Promise.all(
    ids.map(async (id) => ({
      name: (await readFile(`/proc/${pid}/task/${id}/comm`, 'utf8')).trim(),
      priority: getPriority(Number(id)),
    })),
  )
}

test('people take turns, and nobody fills the queue or has all workers', async () => {
  const input = path.join(folder, 'picture.png')
  await plain(20, 20).png().toFile(input)
  const held = await heldPicture('held')
  const order: string[] = []
  const send = (who: string, file = input) =>
    pictureOf(who, { input: file, folder, plan: PLAN }).then(
      () => void order.push(who),
      ({ status }: { status: number }) => void order.push(`${who} ${status}`),
    )
  const anns = [send('ann', held.path), ...Array.from({ length: 21 }, () => send('ann'))]
  await Promise.all([send('bob'), send('bob'), send('bob'), send('eve')])
  expect(order).toEqual(['ann 503', 'bob', 'bob', 'eve', 'bob'])
  await held.done()
  await Promise.all(anns)
  expect(order.slice(5)).toEqual(['ann 400', ...Array<string>(20).fill('ann')])
})
