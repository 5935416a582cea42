/** What the site watches by itself; a fixed set. An admin changes thresholds and switches rules off. */
export const ALERT_RULES = ['crash', 'health', 'errors', 'queue', 'delivery', 'signUps', 'reports'] as const
export type AlertRule = (typeof ALERT_RULES)[number]

interface RuleWords {
  title: string
  /** What its figure counts. */
  what: string
  /** After the figure. */
  unit: string
  /** The alert opens at this figure, unless an admin has set another one. */
  threshold: number
  most: number
}

/** Each rule in words, with its default threshold and the highest one that an admin can set. */
export const ALERT_WORDS: Record<AlertRule, RuleWords> = {
  crash: {
    title: 'A server process died',
    what: 'Processes that crashed in the last ten minutes',
    unit: '',
    threshold: 1,
    most: 100,
  },
  health: {
    title: 'A part of the house is broken',
    what: 'Parts that fail their check: database, folders, pictures and videos, mails',
    unit: '',
    threshold: 1,
    most: 4,
  },
  errors: {
    title: 'Critical errors are unresolved',
    what: 'Critical errors that nobody has resolved, without crashes and tests',
    unit: '',
    threshold: 1,
    most: 1000,
  },
  queue: {
    title: 'Jobs wait too long',
    what: 'How long the oldest due job has been waiting',
    unit: 's',
    threshold: 300,
    most: 86_400,
  },
  delivery: {
    title: 'Pushes arrive late',
    what: 'Delivery to sockets, 95th percentile of the slowest process',
    unit: 'ms',
    threshold: 2000,
    most: 10_000,
  },
  signUps: {
    title: 'Many new accounts at once',
    what: 'New accounts in 15 minutes; at least four times the usual',
    unit: '',
    threshold: 50,
    most: 100_000,
  },
  reports: {
    title: 'Many reports at once',
    what: 'New reports in 15 minutes; at least four times the usual',
    unit: '',
    threshold: 20,
    most: 100_000,
  },
}

/** For how many hours an alert can be silenced. */
export const SILENCE_HOURS = [1, 8, 24] as const

/** For how many days a resolved alert is kept, and how many are listed. */
export const ALERT_HISTORY = { days: 30, listed: 100 } as const

export const ALERT_MESSAGES = {
  webhook: 'Enter an https address without credentials, or nothing',
  threshold: 'Enter a whole number within the limits',
} as const

/** A figure with its unit: '312 s'. */
export const alertFigure = (rule: AlertRule, value: number): string =>
  [value, ALERT_WORDS[rule].unit].join(' ').trim()
