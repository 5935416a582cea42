import type { ErrorSource } from '#contract/monitor.constants.ts'
import { handlers } from './handlers.ts'

/** An unexpected error. */
export interface ErrorReport {
  source: ErrorSource
  error: unknown
  /** What the server was doing, in the words of the log. */
  during: string
  /** Time of the error; default now. */
  at?: Date
  /** An admin caused it to test the monitor. */
  test: boolean
}

type Listener = (report: ErrorReport) => void
const listeners = handlers<Listener>()

/** Listens to every error of this process: those that are logged, and those that browsers report. */
export const onErrorReport = listeners.add

export function reportUnexpected(report: ErrorReport): void {
  for (const listener of listeners) listener(report)
}
