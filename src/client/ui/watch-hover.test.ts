// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchHover } from './watch-hover.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows nothing for what comes below a mouse that rests, and shows it once the mouse moves', () => {
  document.body.innerHTML = '<a href="/u/ann">Ann</a>'
  const link = document.querySelector('a')!
  const shown: (HTMLElement | null)[] = []
  const stop = watchHover(
    {
      targetAt: (element) => (element === link ? { element: link } : null),
      openDelayMs: 300,
    },
    (target) => shown.push(target?.element ?? null),
  )
  const mouse = (type: string, on: Element) =>
    on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }))
  mouse('pointerover', link)
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
  mouse('pointermove', link)
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([link])
  mouse('pointermove', document.body)
  expect(shown).toEqual([link, null])
  stop()
})
