import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { oneAtATime } from './keyed-lock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<void>(() => undefined)
const BUSY = { status: 503, headers: { 'Retry-After': '2' } }

it('tasks for one key run in order, also after one that failed or threw at once', async () => {
  const done: number[] = []
  const failed = oneAtATime('order', () => Promise.reject(new Error('no')))
  const thrown = oneAtATime('order', () => {
    throw new Error('at once')
  })
  const rest = [1, 2, 3].map((at) => oneAtATime('order', async () => void done.push(at)))
  await expect(failed).rejects.toThrow('no')
  await expect(thrown).rejects.toThrow('at once')
  await Promise.all(rest)
  expect(done).toEqual([1, 2, 3])
})

it('a wait ends after ten seconds with 503, and the task is skipped when its turn comes later', async () => {
  let free = (): void => undefined
  const first = oneAtATime('slow', () => new Promise<void>((resolve) => (free = resolve)))
  const work = vi.fn(async () => undefined)
  const second = oneAtATime('slow', work).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await second).toMatchObject(BUSY)
  free()
  await first
  await oneAtATime('slow', async () => undefined)
  expect(work).not.toHaveBeenCalled()
})

it('at most five hundred wait for one key; the next one gets 503 at once, and other keys are not affected', async () => {
  const waiting = Array.from({ length: 500 }, () => oneAtATime('hot', never))
  await expect(oneAtATime('hot', async () => 'done')).rejects.toMatchObject(BUSY)
  expect(await oneAtATime('cold', async () => 'done')).toBe('done')
  const ended = Promise.allSettled(waiting.slice(1))
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true)
})
