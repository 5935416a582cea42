import { readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** How many tests of a part passed and failed, and the names of those that failed. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly string[]
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
})

const PlaywrightTest = z.object({
  status: z.string(),
  results: z.array(z.object({ error: z.object({ message: z.string().default('') }).optional() })).default([]),
})
type PlaywrightTest = z.infer<typeof PlaywrightTest>

interface PlaywrightSuite {
  file: string
  specs: { title: string; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[] | undefined
}

const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  file: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(PlaywrightTest) })),
  suites: z.array(z.lazy(() => PlaywrightSuite)).optional(),
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(PlaywrightSuite),
})

/** The figures of vitest's JSON report. */
export const vitestCounts = (report: unknown): Counts => {
  const { numPassedTests, numFailedTests, testResults } = VitestReport.parse(report)
  const failures = testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const tests = failed.map((test) => `${file.name}: ${test.fullName}: ${reasonOf(test.failureMessages[0])}`)
    // A file that could not be loaded has no test of its own.
    return tests.length === 0 && file.status === 'failed'
      ? [`${file.name}: ${reasonOf(file.message)}`]
      : tests
  })
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

/** At most so many lines of a failure are repeated at the end; the whole of it stands above. */
const REASON_LINES = 12

/** The lines before the stack. A command that failed says why after the first one. */
function reasonOf(text = ''): string {
  const lines = stripVTControlCharacters(text).split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  return lines
    .slice(0, stack === -1 ? REASON_LINES : Math.min(stack, REASON_LINES))
    .filter((line) => line.trim() !== '')
    .join('\n    ')
}

/** The figures of Playwright's JSON report. A test that passed only at the second try did not pass. */
export const playwrightCounts = (report: unknown): Counts => {
  const { stats, suites } = PlaywrightReport.parse(report)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: suites.flatMap(failedSpecs),
  }
}

const FAILED = ['unexpected', 'flaky']

const failedSpecs = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, tests }) => {
    const test = tests.find(({ status }) => FAILED.includes(status))
    const error = test?.results.find((result) => result.error)?.error
    return test ? [error ? `${title}: ${reasonOf(error.message)}` : title] : []
  }),
  ...suites.flatMap((suite) => failedSpecs(suite).map((title) => `${suite.file}: ${title}`)),
]

/** A part that is one test: a command, by its exit code. */
export const commandCounts = (command: string, exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [command] }

/**
 * A runner's figures, made honest by its exit code: one that failed without a failed test (a file that does
 * not load, an unhandled error, no report, no test at all) counts as one failure.
 */
export function runnerCounts(
  exitCode: number,
  reportFile: string,
  read: (report: unknown) => Counts,
): Counts {
  const counts = readTally(reportFile, read)
  const silent = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)
  if (!silent) return counts
  return { ...counts, failed: 1, failures: [...counts.failures, `the runner ended with code ${exitCode}`] }
}

function readTally(file: string, read: (report: unknown) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`There is no readable report of the tests: ${(error as Error).message}`)
    return { passed: 0, failed: 0, failures: [] }
  }
}

/** Removes a report of an earlier run, which must never be taken for this one's. */
export const forget = (file: string): void => rmSync(file, { force: true })

export const total = (allCounts: readonly Counts[]): Counts => ({
  passed: allCounts.reduce((sum, { passed }) => sum + passed, 0),
  failed: allCounts.reduce((sum, { failed }) => sum + failed, 0),
  failures: allCounts.flatMap(({ failures }) => failures),
})
