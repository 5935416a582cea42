import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandCounts, playwrightCounts, runnerCounts, total, vitestCounts } from './counts.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-counts-'))
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function report(content: object): Promise<string> {
  const file = path.join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

const vitestReport = (passed: number, testResults: object[] = []) => ({
  numPassedTests: passed,
  numFailedTests: testResults.length,
  testResults,
})

describe('The figures of the last line', () => {
  it('a command is one test', () => {
    expect([commandCounts('lint', 0), commandCounts('lint', 2)]).toEqual([
      { passed: 1, failed: 0, failures: [] },
      { passed: 0, failed: 1, failures: ['lint'] },
    ])
  })

  it('vitest is counted by its report, and its failed tests are named', async () => {
    const tests = [
      { fullName: 'posts are kept', status: 'passed' },
      {
        fullName: 'posts are counted',
        status: 'failed',
        failureMessages: ['Error: 1 is not 2\nbut 3\n  at x'],
      },
    ]
    const file = { name: 'posts.test.ts', status: 'failed', assertionResults: tests }
    expect(runnerCounts(1, await report(vitestReport(40, [file])), vitestCounts)).toEqual({
      passed: 40,
      failed: 1,
      failures: ['posts.test.ts: posts are counted: Error: 1 is not 2\n    but 3'],
    })
  })

  it('a file that does not load is named with its error', async () => {
    const file = {
      name: 'a.test.ts',
      status: 'failed',
      message: 'No module b\n    at c',
      assertionResults: [],
    }
    expect(runnerCounts(1, await report(vitestReport(40, [file])), vitestCounts).failures).toEqual([
      'a.test.ts: No module b',
    ])
  })

  it('Playwright is counted by its report, and a test that passed at its second attempt is named', async () => {
    const specs = [
      { title: 'posts', tests: [{ status: 'expected' }] },
      { title: 'reacts', tests: [{ status: 'flaky', results: [{ error: { message: 'Expected: 6' } }, {}] }] },
    ]
    const suites = [{ file: 'a.spec.ts', specs: [], suites: [{ file: 'a.spec.ts', specs }] }]
    const content = { stats: { expected: 7, unexpected: 0, flaky: 1 }, suites }
    expect(runnerCounts(1, await report(content), playwrightCounts)).toEqual({
      passed: 7,
      failed: 1,
      failures: ['a.spec.ts: reacts: Expected: 6'],
    })
  })

  it('a runner that failed without a failed test is one failure', async () => {
    const { passed, failed } = runnerCounts(1, await report(vitestReport(40)), vitestCounts)
    expect({ passed, failed }).toEqual({ passed: 40, failed: 1 })
  })

  it('a runner that ran nothing is one failure, whatever its exit code', async () => {
    expect(runnerCounts(0, await report(vitestReport(0)), vitestCounts)).toMatchObject({
      passed: 0,
      failed: 1,
    })
  })

  it('a runner without a report is one failure', () => {
    expect(runnerCounts(0, path.join(folder, 'absent.json'), vitestCounts)).toMatchObject({
      passed: 0,
      failed: 1,
    })
  })

  it('all parts add up', () => {
    const parts = [
      { passed: 1, failed: 0, failures: [] },
      { passed: 40, failed: 2, failures: ['a', 'b'] },
    ]
    expect(total(parts)).toEqual({ passed: 41, failed: 2, failures: ['a', 'b'] })
  })
})
