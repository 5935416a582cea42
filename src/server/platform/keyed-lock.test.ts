import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lockAll, oneAtATime, underAll } from './keyed-lock.ts'

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

it('work under several keys waits for each of them, and two of them never wait for each other', async () => {
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await Promise.resolve()
    log.push(`${name} ends`)
    return name
  }
  let release = (): void => undefined
  const first = oneAtATime('b', () => new Promise<void>((resolve) => (release = resolve)))
  const both = [underAll(['a', 'b', 'a'], work('one')), underAll(['b', 'a'], work('other'))]
  const free = underAll(['c'], work('free'))
  expect(await free).toBe('free')
  expect(log).toEqual(['free begins', 'free ends'])
  release()
  await first
  expect(await Promise.all(both)).toEqual(['one', 'other'])
  expect(log.slice(2)).toEqual(['one begins', 'one ends', 'other begins', 'other ends'])
})

it('work under several keys that fails releases them', async () => {
  const failing = underAll(['a', 'b'], () => Promise.reject(new Error('no luck')))
  await expect(failing).rejects.toThrow('no luck')
  expect(await underAll(['b', 'a'], () => Promise.resolve('free again'))).toBe('free again')
})

it('who holds several keys ends it by hand; who waits too long for one of them gives the others back', async () => {
  const end = await lockAll(['first', 'held'])
  const late = lockAll(['first', 'free', 'held']).catch((error: unknown) => error)
  const other = lockAll(['free', 'held']).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await late, await other]).toMatchObject([BUSY, BUSY])
  expect(await oneAtATime('free', async () => 'free again')).toBe('free again')
  end()
  expect(await oneAtATime('held', async () => 'held no more')).toBe('held no more')
})
