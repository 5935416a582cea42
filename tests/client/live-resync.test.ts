import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoff } from '#client/live/backoff.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { ApiError } from '#client/live/http.ts'
import { onLive, onReset, onResync, receive, resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { gate } from './support/fake-server.ts'

const stops: (() => void)[] = []
const entity = (name: string, work: Parameters<typeof onResync>[1]) => stops.push(onResync(name, work))
const cause = { reason: 'ready', since: 1_000 } as const

beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  stops.splice(0).forEach((stop) => stop())
  // Gives a pending retry nothing to do.
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

describe('[L7] A resync', () => {
  it('runs for every entity, with the time since when pushes may be missing', async () => {
    const posts = vi.fn(async () => {})
    const messages = vi.fn(async () => {})
    entity('posts', posts)
    entity('messages', messages)
    await resync(cause)
    expect(posts).toHaveBeenCalledExactlyOnceWith(cause)
    expect(messages).toHaveBeenCalledOnce()
  })

  it('runs once more, and only once, for all requests during its run', async () => {
    const { opened, open } = gate()
    const posts = vi.fn(() => opened)
    entity('posts', posts)
    const first = resync({ reason: 'ready', since: 5_000 })
    void resync({ reason: 'fallback', since: 3_000 })
    const last = resync({ reason: 'wake', since: 4_000 })
    open()
    await Promise.all([first, last])
    expect(posts.mock.calls).toEqual([
      [{ reason: 'ready', since: 5_000 }],
      [{ reason: 'wake', since: 3_000 }],
    ])
  })

  it('shows that it is catching up until everything has arrived', async () => {
    const { opened, open } = gate()
    entity('posts', () => opened)
    const running = resync(cause)
    expect(useConnection.getState().catchingUp).toBe(true)
    open()
    await running
    expect(useConnection.getState().catchingUp).toBe(false)
  })

  it('retries only what failed, ever more slowly, until it works', async () => {
    const posts = vi.fn(async () => {})
    const messages = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new ApiError(0, ''))
      .mockRejectedValueOnce(new ApiError(503, ''))
      .mockResolvedValue()
    entity('posts', posts)
    entity('messages', messages)
    await resync(cause)
    expect(useConnection.getState().catchingUp).toBe(true)
    // After 1 to 2 s, then after 2 to 4 s more: waits have jitter (L9).
    await vi.advanceTimersByTimeAsync(2_000)
    expect(messages).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(900)
    expect(messages).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(3_200)
    expect(messages).toHaveBeenCalledTimes(3)
    expect(posts).toHaveBeenCalledOnce()
    expect(useConnection.getState().catchingUp).toBe(false)
  })

  it('accepts a 4xx as an answer, except 429', async () => {
    const refused = vi.fn(() => Promise.reject(new ApiError(403, '')))
    const limited = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new ApiError(429, ''))
      .mockResolvedValue()
    entity('refused', refused)
    entity('limited', limited)
    await resync(cause)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refused).toHaveBeenCalledOnce()
    expect(limited).toHaveBeenCalledTimes(2)
  })

  it('counts an entity that throws at once as failed, and runs the others', async () => {
    const posts = vi.fn(async () => {})
    const broken = vi.fn<() => Promise<void>>().mockImplementationOnce(() => {
      throw new Error('boom')
    })
    broken.mockResolvedValue()
    entity('broken', broken)
    entity('posts', posts)
    await resync(cause)
    expect(posts).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(broken).toHaveBeenCalledTimes(2)
  })
})

describe('[L9] The wait before a retry', () => {
  it('grows from 1 s to 30 s and is spread over the upper half', () => {
    const range = (attempt: number) => [backoff(attempt, () => 0), backoff(attempt, () => 1)]
    expect([0, 1, 2, 3, 4, 50].map(range)).toEqual([
      [1_000, 2_000],
      [2_000, 4_000],
      [4_000, 8_000],
      [8_000, 16_000],
      [15_000, 30_000],
      [15_000, 30_000],
    ])
  })
})

describe('A push', () => {
  const count = { count: 1, chats: 0, rev: 1 }

  it('reaches every listener, even if one of them throws', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const heard = vi.fn()
    stops.push(
      onLive('notification:count', () => {
        throw new Error('boom')
      }),
    )
    stops.push(onLive('notification:count', heard))
    receive('notification:count', count)
    expect(heard).toHaveBeenCalledExactlyOnceWith(count)
    expect(reported).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  it('with an unknown name is ignored', () => {
    expect(() =>
      receive('made:up' as 'ready', { userId: null, now: '', quietMs: 0, fetchInMs: 0 }),
    ).not.toThrow()
  })

  it('does not reach a removed listener', () => {
    const heard = vi.fn()
    onLive('notification:count', heard)()
    receive('notification:count', count)
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('A change of the signed-in person', () => {
  it('empties every store', () => {
    const forget = vi.fn()
    stops.push(onReset(forget))
    resetStores()
    expect(forget).toHaveBeenCalledOnce()
  })
})
