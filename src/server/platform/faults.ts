import type { FaultSource } from '#contract/monitor.constants.ts'
import { handlers } from './handlers.ts'

/** Something that should not have happened, as it was met. */
export interface Fault {
  source: FaultSource
  error: unknown
  /** What the house was doing, in the words of the log. */
  during: string
  /** When it was met; now when missing. */
  at?: Date
  /** An admin caused it to see the monitor work. */
  test: boolean
}

type Listener = (fault: Fault) => void
const listeners = handlers<Listener>()

/**
 * Hears every fault of this process: whatever is logged as an error, and what browsers report.
 */
export const onFault = listeners.add

export function reportFault(fault: Fault): void {
  for (const listener of listeners) listener(fault)
}
