import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plain } from '#tests/support/media.ts'
import { POSTER } from './picture-plans.ts'
import { closePictureWorkers, pictureOf } from './picture-workers.ts'

vi.hoisted(() => (process.env['MEDIA_WORKERS'] = '1'))

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-queue-'))))
afterAll(async () => {
  closePictureWorkers()
  await rm(folder, { recursive: true })
})

test('people take turns, and nobody fills the queue alone', async () => {
  const input = path.join(folder, 'picture.png')
  await plain(20, 20).png().toFile(input)
  const order: string[] = []
  const send = (who: string) =>
    pictureOf(who, { input, folder, plan: { variants: [POSTER], moving: false } }).then(
      () => void order.push(who),
      ({ status }: { status: number }) => void order.push(`${who} ${status}`),
    )
  await Promise.all([...Array.from({ length: 22 }, () => send('ann')), send('bob'), send('bob')])
  expect(order.filter((who) => who === 'ann')).toHaveLength(21)
  expect(order[0]).toBe('ann 503')
  expect(order.slice(1, 6)).toEqual(['ann', 'ann', 'bob', 'ann', 'bob'])
})
