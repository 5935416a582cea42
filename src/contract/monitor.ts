import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import {
  ERROR_SOURCES,
  ERROR_TYPES,
  OUTCOMES,
  REPAIRS,
  REPORT_LIMITS,
  SEVERITIES,
  TEST_ERRORS,
} from './monitor.constants.ts'
import { atMost, Id, Rev, Timestamp } from './primitives.ts'

/** The result of a check of one part. */
export const CheckView = z
  .object({ repair: z.enum(REPAIRS), outcome: z.enum(OUTCOMES), detail: z.string(), at: Timestamp })
  .meta({ id: 'MonitorCheck' })
export type CheckView = z.infer<typeof CheckView>

/** A group of errors with the same type, message and place (product section 3, AI monitor status). */
export const MonitorErrorView = z
  .object({
    id: Id,
    severity: z.enum(SEVERITIES),
    type: z.enum(ERROR_TYPES),
    source: z.enum(ERROR_SOURCES),
    /** Without addresses, tokens, numbers and people's texts. */
    message: z.string(),
    /** What the server was doing. */
    during: z.string(),
    /** The first line of our own code in the stack; null when unknown. */
    where: z.string().nullable(),
    /** The last time. */
    timestamp: Timestamp,
    firstSeen: Timestamp,
    count: z.int(),
    resolved: z.boolean(),
    /** It was resolved before and came back. */
    regression: z.boolean(),
    /** An admin caused it as a test. */
    test: z.boolean(),
    fixAttempts: z.int(),
    /** Result of the latest repair. */
    lastFix: CheckView.nullable(),
    rev: Rev,
  })
  .meta({ id: 'MonitorError' })
export type MonitorErrorView = z.infer<typeof MonitorErrorView>

/** A job that failed its last attempt and waits for an admin. */
export const DeadJobView = z
  .object({
    id: Id,
    kind: z.string(),
    attempts: z.int(),
    /** Without addresses, tokens, numbers and people's texts. */
    lastError: z.string().nullable(),
    createdAt: Timestamp,
    diedAt: Timestamp,
    /** Some jobs must be done: they can only be retried. */
    canDiscard: z.boolean(),
  })
  .meta({ id: 'DeadJob' })
export type DeadJobView = z.infer<typeof DeadJobView>

/** GET /api/ai-monitor/status and `monitor:updated`. Counts are of groups, not of occurrences. */
export const MonitorStatusView = z
  .object({
    status: z.enum(['running', 'unknown']),
    /** Time of this status: the newer one counts. */
    lastUpdate: Timestamp,
    totalErrors: z.int(),
    unresolvedErrors: z.int(),
    criticalErrors: z.int(),
    /** Percent (product section 9). */
    health: z.int(),
    /** The newest 20. */
    recentErrors: z.array(MonitorErrorView),
    /** The latest check of each part. */
    checks: z.array(CheckView),
    /** How many jobs are dead, and the newest 20 of them. */
    totalDeadJobs: z.int(),
    deadJobs: z.array(DeadJobView),
  })
  .meta({ id: 'MonitorStatus' })
export type MonitorStatusView = z.infer<typeof MonitorStatusView>

/** POST /api/ai-monitor/test-error. */
export const TestErrorInput = z
  .object({ errorType: z.enum(TEST_ERRORS, MESSAGES.invalidInput) })
  .meta({ id: 'TestErrorInput' })
export type TestErrorInput = z.infer<typeof TestErrorInput>

/** POST /api/ai-monitor/manual-fix: the error as text; the same rules as for other errors find its repair. */
export const ManualFixInput = z
  .object({
    errorMessage: atMost(
      REPORT_LIMITS.message,
      MESSAGES.invalidInput,
    )(z.string(MESSAGES.invalidInput).min(1, MESSAGES.invalidInput)),
  })
  .meta({ id: 'ManualFixInput' })
export type ManualFixInput = z.infer<typeof ManualFixInput>

/** The checks that a manual fix ran; none when no rule matches. */
export const ManualFixView = z.object({ checks: z.array(CheckView) }).meta({ id: 'ManualFix' })
export type ManualFixView = z.infer<typeof ManualFixView>

const reported = (max: number) => atMost(max, MESSAGES.invalidInput)(z.string(MESSAGES.invalidInput))

/** POST /api/ai-monitor/browser-error: an error in a browser, without its user. */
export const BrowserErrorInput = z
  .object({
    message: reported(REPORT_LIMITS.message),
    stack: reported(REPORT_LIMITS.stack),
    page: reported(REPORT_LIMITS.page),
  })
  .meta({ id: 'BrowserErrorInput' })
export type BrowserErrorInput = z.infer<typeof BrowserErrorInput>
