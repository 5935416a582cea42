import { expect, test, vi } from 'vitest'
import { ensureFfmpeg } from './ffmpeg.mjs'

/** A machine with ffmpeg, or with an install that may or may not work. */
function machine({ there = false, root = false, works = true, isChosen = false } = {}) {
  let has = there
  return {
    isChosen,
    hasFfmpeg: async () => has,
    mayInstall: async () => root,
    install: vi.fn(async () => void (has = works)),
    tell: vi.fn(),
  }
}

const cases = [
  ['there already', machine({ there: true }), 0, 0],
  ['chosen by a setting', machine({ isChosen: true }), 0, 0],
  ['missing, may be installed', machine({ root: true }), 1, 0],
  ['missing, may be installed, and cannot be had', machine({ root: true, works: false }), 1, 1],
  ['missing, and nobody may install', machine(), 0, 1],
]

test.each(cases)('ffmpeg %s', async (_name, on, installs, lines) => {
  await ensureFfmpeg(on)
  expect([on.install.mock.calls.length, on.tell.mock.calls.length]).toEqual([installs, lines])
})
