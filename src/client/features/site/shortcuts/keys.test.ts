// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { press } from './keys.ts'

const navigate = vi.fn()
const at = (ms: number) => ({ at: ms, target: document.body, navigate })

it('a key soon after g opens a page, also when a busy page handles both late', () => {
  vi.useFakeTimers({ now: 0 })
  press('g', at(1_000))
  vi.advanceTimersByTime(10_000)
  press('m', at(2_400))
  expect(navigate.mock.calls).toEqual([['/messages']])
  vi.useRealTimers()
})

it('a key long after g has its own meaning, also when the page handles both at the same moment', () => {
  press('g', at(1_000))
  press('m', at(2_600))
  expect(navigate).not.toHaveBeenCalled()
})
