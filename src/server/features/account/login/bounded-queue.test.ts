import { expect, test } from 'vitest'
import { boundedQueue } from './passwords.service.ts'

const full = new Error('full')

/** Works that end when told to. */
function works() {
  const running: (() => void)[] = []
  return { running, work: () => new Promise<void>((end) => running.push(end)) }
}

test('four tasks run at once, fifty wait, the next one is refused', async () => {
  const inTurn = boundedQueue({ running: 4, waiting: 50, refuse: () => full })
  const { running, work } = works()
  const all = Array.from({ length: 54 }, () => inTurn(work))
  await expect(inTurn(work)).rejects.toBe(full)
  expect(running).toHaveLength(4)
  for (let ended = 0; ended < 54; ended++) {
    running[ended]!()
    await all[ended]
    expect(running.length).toBe(Math.min(54, ended + 5))
  }
})

test('a failed task makes room for the next one', async () => {
  const inTurn = boundedQueue({ running: 1, waiting: 1, refuse: () => full })
  const broken = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(broken).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})
