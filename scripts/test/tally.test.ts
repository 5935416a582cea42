import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandTally, playwrightTally, runnerTally, total, vitestTally } from './tally.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-tally-'))
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function report(content: object): Promise<string> {
  const file = path.join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

describe('the figures of the last line', () => {
  it('a command is one test', () => {
    expect([commandTally(0), commandTally(2)]).toEqual([{ passed: 1, failed: 0 }, { passed: 0, failed: 1 }])
  })

  it('vitest and Playwright are counted by their reports', async () => {
    expect(runnerTally(1, await report({ numPassedTests: 40, numFailedTests: 2 }), vitestTally)).toEqual({ passed: 40, failed: 2 })
    expect(runnerTally(1, await report({ stats: { expected: 7, unexpected: 1, flaky: 1 } }), playwrightTally)).toEqual({ passed: 7, failed: 2 })
  })

  it('a runner that failed without a failed test is one failure', async () => {
    expect(runnerTally(1, await report({ numPassedTests: 40, numFailedTests: 0 }), vitestTally)).toEqual({ passed: 40, failed: 1 })
  })

  it('a runner that ran nothing is one failure, whatever it says', async () => {
    expect(runnerTally(0, await report({ numPassedTests: 0, numFailedTests: 0 }), vitestTally)).toEqual({ passed: 0, failed: 1 })
  })

  it('a runner without a report is one failure', () => {
    expect(runnerTally(0, path.join(folder, 'absent.json'), vitestTally)).toEqual({ passed: 0, failed: 1 })
  })

  it('all parts add up', () => {
    expect(total([{ passed: 1, failed: 0 }, { passed: 40, failed: 2 }])).toEqual({ passed: 41, failed: 2 })
  })
})
