/** What the site watches by itself; a fixed set. An admin changes thresholds and switches rules off. */
export const ALERT_RULES = [
  'crash',
  'health',
  'errors',
  'redis',
  'bucket',
  'disk',
  'clock',
  'backup',
  'queue',
  'deadJobs',
  'delivery',
  'signUps',
  'reports',
] as const
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
  redis: {
    title: 'Servers do not hear each other',
    what: 'Processes that do not reach Redis, or run beside others without the same Redis',
    unit: '',
    threshold: 1,
    most: 1000,
  },
  bucket: {
    title: 'The bucket does not answer',
    what: 'Processes that do not reach the bucket of pictures and videos',
    unit: '',
    threshold: 1,
    most: 1000,
  },
  disk: {
    title: 'A disk is almost full',
    what: 'The fullest disk with uploads or data of a process',
    unit: '%',
    threshold: 90,
    most: 100,
  },
  clock: {
    title: 'A clock is wrong',
    what: 'How far the clock of a process is from that of the database, at most',
    unit: 's',
    threshold: 5,
    most: 86_400,
  },
  backup: {
    title: 'The last backup is old',
    what: 'Days since the last complete backup; where there was none, since the first account',
    unit: 'd',
    threshold: 7,
    most: 365,
  },
  queue: {
    title: 'Jobs wait too long',
    what: 'How long the oldest due job has been waiting',
    unit: 's',
    threshold: 300,
    most: 86_400,
  },
  deadJobs: {
    title: 'Jobs have failed for good',
    what: 'Jobs that nobody tries again until an admin retries or discards them',
    unit: '',
    threshold: 1,
    most: 100_000,
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

/** What a webhook gets. standard: JSON of Standard Webhooks. slack: also for Mattermost and others that read `text`. */
export const ALERT_FORMATS = ['standard', 'alertmanager', 'slack', 'ntfy'] as const
export type AlertFormat = (typeof ALERT_FORMATS)[number]

export const ALERT_MESSAGES = {
  webhook: 'Enter a web address without name and password, or nothing',
  closed:
    'This address cannot work. We post to public https addresses on the ports 80 and 443, and to hosts that the setting ALERT_HOSTS names.',
  threshold: 'Enter a whole number within the limits',
} as const

/** A figure with its unit: '312 s'. */
export const alertFigure = (rule: AlertRule, value: number): string =>
  [value, ALERT_WORDS[rule].unit].join(' ').trim()
