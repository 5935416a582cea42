import { rm } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { shownOf } from './shown.ts'

const LINES = 600_000

/** In place of ffprobe: a file of one picture stream with very many packets. */
const folder = await vi.hoisted(async () => {
  const { mkdtempSync, writeFileSync } = await import('node:fs')
  const made = mkdtempSync('/tmp/royal-flush-probe-')
  const streams = '{"streams":[{"index":0,"codec_type":"video"}],"format":{}}'
  const script = `#!/bin/sh
case "$*" in
  *-show_format*) echo '${streams}' ;;
  *) yes '0,1,1,1,K__' | head -n 600000 ;;
esac
`
  writeFileSync(`${made}/ffprobe`, script, { mode: 0o755 })
  process.env['FFPROBE_PATH'] = `${made}/ffprobe`
  return made
})
afterAll(() => rm(folder, { recursive: true }))

test('reads the packets of a file as they arrive, so that no request waits for all of them', async () => {
  const shown = shownOf({ path: 'a.mp4', format: 'mov' })
  const state = { isOver: false }
  void shown.finally(() => (state.isOver = true))
  // CPU of this process: unlike the clock it does not depend on other load.
  const began = process.cpuUsage()
  let longest = 0
  while (!state.isOver) {
    const before = process.cpuUsage()
    await turn()
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, user + system)
  }
  const { video } = await shown
  expect(video?.count).toBe(LINES)
  const { user, system } = process.cpuUsage(began)
  expect(longest, 'a small part of the work').toBeLessThan((user + system) / 4)
})
