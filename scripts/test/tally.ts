import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'

/** How many tests of a part passed and failed. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const PlaywrightReport = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) })

/** The figures of vitest's JSON report. */
export const vitestTally = (report: unknown): Tally => {
  const { numPassedTests, numFailedTests } = VitestReport.parse(report)
  return { passed: numPassedTests, failed: numFailedTests }
}

/** The figures of Playwright's JSON report. A test that passed only at the second try did not pass. */
export const playwrightTally = (report: unknown): Tally => {
  const { expected, unexpected, flaky } = PlaywrightReport.parse(report).stats
  return { passed: expected, failed: unexpected + flaky }
}

/** A part that is one test: a command that ends well or not. */
export const commandTally = (exitCode: number): Tally => (exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * A runner's figures, made honest by its exit code: one that failed without a failed test (a file that does not load, an
 * unhandled error, no report, no test at all) counts as one failure.
 */
export function runnerTally(exitCode: number, reportFile: string, read: (report: unknown) => Tally): Tally {
  const tally = readTally(reportFile, read)
  const silent = tally.failed === 0 && (exitCode !== 0 || tally.passed === 0)
  return silent ? { ...tally, failed: 1 } : tally
}

function readTally(file: string, read: (report: unknown) => Tally): Tally {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`There is no readable report of the tests: ${(error as Error).message}`)
    return { passed: 0, failed: 0 }
  }
}

/** Removes a report of an earlier run, which must never be taken for this one's. */
export const forget = (file: string): void => rmSync(file, { force: true })

export const total = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
})
