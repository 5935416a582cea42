// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { subscribeTicker } from './ticker.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe("The page's clock", () => {
  it('is one timer for all listeners, and none without listeners', () => {
    const [one, two] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const stop = [subscribeTicker(one), subscribeTicker(two)]
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(10_000)
    expect([one, two].map((listener) => listener.mock.calls.length)).toEqual([1, 1])
    for (const end of stop) end()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ticks at once when the tab becomes visible again', () => {
    const listener = vi.fn<() => void>()
    const stop = subscribeTicker(listener)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
  })
})
