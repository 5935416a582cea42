import { ALERT_WORDS, alertFigure } from '#contract/monitor.alerts.constants.ts'
import type { AlertDocument } from './alerts.model.ts'

/** Where alerts are shown. */
export const ALERTS_PAGE = '/ai-monitor?tab=alerts'

/**
 * A message about an alert, once for each receiver. again: something more has happened while it was open. repeated: for
 * a receiver that forgets what it does not hear again.
 */
export type AlertMessage = {
  readonly alertId: string
  readonly what: 'opened' | 'again' | 'repeated' | 'resolved'
  /** Which one of several. */
  readonly at?: string
}

/** The same for the same message. */
export const alertKeyOf = ({ alertId, what, at }: AlertMessage): string =>
  [alertId, what, ...(at ? [at] : [])].join('.')

const BEFORE = { opened: '', repeated: '', again: 'Again: ', resolved: 'Over: ' } as const

/** An alert in one line: 'Jobs wait too long: 312 s'. */
export function alertLineOf(
  { rule, peak }: Pick<AlertDocument, 'rule' | 'peak'>,
  what: AlertMessage['what'],
): string {
  const line = `${BEFORE[what]}${ALERT_WORDS[rule].title}`
  return what === 'resolved' ? line : `${line}: ${alertFigure(rule, peak)}`
}
