import type { AlertRule } from '#contract/monitor.alerts.constants.ts'

/** A figure of a rule. */
export interface Reading {
  value: number
  /** More about it, without personal data; may be blank. */
  detail: string
  /** Of a spike: what is usual. The alert opens only well above it. */
  usual?: number
  /** When the newest of what is counted happened, where each one is worth a message. */
  newest?: Date
}

/** What a rule remembers, and whether its alert is open. */
export interface RuleState {
  open: boolean
  /** Rounds in a row at or above the threshold, and clearly below it. */
  high: number
  calm: number
}

/** Rounds in a row that open an alert: a single slow round is no alert. What is counted once is counted for sure. */
const OPENS_AFTER: Partial<Record<AlertRule, number>> = { queue: 2, delivery: 2, redis: 2, bucket: 2 }
/** Rounds in a row that resolve it. */
export const CALM_AFTER = 4
/** An open alert of a time needs a figure below this share of the threshold: around the threshold it does not flap. */
const CALM_SHARE: Partial<Record<AlertRule, number>> = { queue: 0.8, delivery: 0.8 }
/** A spike is at least this many times the usual. */
const SPIKE = 4

/** What one more figure does to a rule. Opens or resolves at most once, whatever comes in between. */
export function step(
  { open, high, calm }: RuleState,
  rule: AlertRule,
  threshold: number,
  { value, usual = 0 }: Reading,
): RuleState {
  const isHigh = value >= threshold && value >= usual * SPIKE
  if (!open) {
    const rounds = isHigh ? high + 1 : 0
    return rounds >= (OPENS_AFTER[rule] ?? 1)
      ? { open: true, high: 0, calm: 0 }
      : { open, high: rounds, calm: 0 }
  }
  // A spike that has become the usual is not over: its figure has to fall below the threshold.
  const isCalm = value < threshold * (CALM_SHARE[rule] ?? 1)
  const rounds = isCalm ? calm + 1 : 0
  return rounds >= CALM_AFTER ? { open: false, high: 0, calm: 0 } : { open, high: 0, calm: rounds }
}
