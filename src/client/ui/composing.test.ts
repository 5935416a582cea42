// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { isComposing, isSendEnter, isSendKey } from './composing.ts'

afterEach(() => void vi.unstubAllGlobals())

const on = (device: 'mouse' | 'touch') =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: device === 'touch' && media === '(hover: none)',
  }))
const enter = (more: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key: 'Enter', ...more })

it('Enter of an input method sends nothing, whichever way the browser says so', () => {
  on('mouse')
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    const event = enter({ ...composing, ctrlKey: true })
    expect([isComposing(event), isSendKey(event), isSendEnter(event)]).toEqual([true, false, false])
  }
  expect([isComposing(enter()), isSendEnter(enter())]).toEqual([false, true])
})

it('Shift+Enter breaks the line, and so does Enter on a touch keyboard; Ctrl+Enter always sends', () => {
  on('mouse')
  expect([enter(), enter({ shiftKey: true }), enter({ ctrlKey: true })].map(isSendEnter)).toEqual([
    true,
    false,
    true,
  ])
  on('touch')
  expect([enter(), enter({ shiftKey: true }), enter({ ctrlKey: true })].map(isSendEnter)).toEqual([
    false,
    false,
    true,
  ])
})
