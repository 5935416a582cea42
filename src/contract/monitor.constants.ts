/** Severity of an error; the last two are shown as destructive (product section 4). */
export const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The kind of part that failed. */
export const ERROR_TYPES = [
  'database',
  'storage',
  'media',
  'validation',
  'mail',
  'network',
  'page',
  'security',
  'runtime',
] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

/** Where it happened. */
export const ERROR_SOURCES = ['server', 'browser', 'job'] as const
export type ErrorSource = (typeof ERROR_SOURCES)[number]

/** Errors that an admin can cause to test the monitor (product section 7). */
export const TEST_ERRORS = ['database', 'media', 'validation', 'runtime'] as const
export type TestError = (typeof TEST_ERRORS)[number]

/** The errors that 'manual-fix' can repair (product section 7). */
export const MANUAL_FIXES = ['File upload verification failed', 'Database connectivity failed'] as const

/** Parts of the system that can be checked and repaired. */
export const REPAIRS = ['store', 'folders', 'media', 'mail', 'page'] as const
export type Repair = (typeof REPAIRS)[number]

/** mended: it was broken and is repaired. well: nothing was wrong. failed: it is still broken. */
export const OUTCOMES = ['mended', 'well', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Limits of a browser's error report, UTF-16 units (LIVE L17). */
export const REPORT_LIMITS = { message: 300, stack: 2000, page: 200 } as const

/** Percentage of resolved errors (product section 9). */
export const healthOf = ({ total, unresolved }: { total: number; unresolved: number }): number =>
  Math.round(100 - (unresolved / Math.max(1, total)) * 100)
