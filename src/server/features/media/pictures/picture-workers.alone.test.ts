import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plain } from '#tests/support/media.ts'
import { POSTER } from './picture-plans.ts'
import { closePictureWorkers, pictureOf } from './picture-workers.ts'

vi.hoisted(() => (process.env['MEDIA_WORKERS'] = '2'))

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-queue-'))))
afterAll(async () => {
  closePictureWorkers()
  await rm(folder, { recursive: true })
})

test('people take turns, and nobody fills the queue or has all workers', async () => {
  const input = path.join(folder, 'picture.png')
  await plain(20, 20).png().toFile(input)
  // Reading it lasts until the other end is closed.
  const held = path.join(folder, 'held')
  await promisify(execFile)('mkfifo', [held])
  const otherEnd = await open(held, 'r+')
  const order: string[] = []
  const send = (who: string, file = input) =>
    pictureOf(who, { input: file, folder, plan: { variants: [POSTER], moving: false } }).then(
      () => void order.push(who),
      ({ status }: { status: number }) => void order.push(`${who} ${status}`),
    )
  const anns = [send('ann', held), ...Array.from({ length: 21 }, () => send('ann'))]
  await Promise.all([send('bob'), send('bob'), send('bob'), send('eve')])
  expect(order).toEqual(['ann 503', 'bob', 'bob', 'eve', 'bob'])
  await rm(held)
  await otherEnd.close()
  await Promise.all(anns)
  expect(order.slice(5)).toEqual(['ann 400', ...Array<string>(20).fill('ann')])
})
