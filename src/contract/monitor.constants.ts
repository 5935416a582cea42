/** How bad an error is; the last two are shown as destructive (product section 4). */
export const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What kind of part has failed. */
export const FAULT_TYPES = [
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
export type FaultType = (typeof FAULT_TYPES)[number]

/** Where it happened. */
export const FAULT_SOURCES = ['server', 'browser', 'job'] as const
export type FaultSource = (typeof FAULT_SOURCES)[number]

/** Errors that an admin can cause to see the monitor work (product section 7). */
export const TEST_ERRORS = ['database', 'media', 'validation', 'runtime'] as const
export type TestError = (typeof TEST_ERRORS)[number]

/** What 'manual-fix' is asked to repair (product section 7). */
export const MANUAL_FIXES = ['File upload verification failed', 'Database connectivity failed'] as const

/** Parts of the house that can be looked over and, where something is missing, put right. */
export const REPAIRS = ['store', 'folders', 'media', 'mail', 'page'] as const
export type Repair = (typeof REPAIRS)[number]

/** mended: something was wrong and is right now. well: nothing was wrong. failed: it is still wrong. */
export const OUTCOMES = ['mended', 'well', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What a report of a browser may hold, UTF-16 units (LIVE L17). */
export const REPORT_LIMITS = { message: 300, stack: 2000, page: 200 } as const

/**
 * Share of errors that nobody has to look at any more, in percent: 100 minus the unresolved ones' (product
 * section 9).
 */
export const healthOf = ({ total, unresolved }: { total: number; unresolved: number }): number =>
  Math.round(100 - (unresolved / Math.max(1, total)) * 100)
